import { Modal } from '@mantine/core';
import { IconBrandWhatsapp, IconCut, IconDownload, IconFile, IconNote } from '@tabler/icons-react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { useOutcome } from '../../../components/page/use-outcome.ts';
import { errorSentences } from '../../../lib/errors/error-sentences.ts';
import { type PosterForm, useTakePoster } from './api.ts';

interface Props {
  readonly activityId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const FORMS: readonly {
  readonly form: PosterForm;
  readonly Icon: typeof IconFile;
  readonly name: string;
  readonly use: string;
}[] = [
  {
    form: 'a4',
    Icon: IconFile,
    name: 'Hoja entera (A4)',
    use: 'Se lee desde lejos: cartelera, tienda, parada.',
  },
  {
    form: 'a5',
    Icon: IconNote,
    name: 'Media hoja (A5)',
    use: 'Caben dos en una hoja: vitrinas, mostradores.',
  },
  {
    form: 'tiras',
    Icon: IconCut,
    name: 'Con tiras para arrancar',
    use: 'Cada persona se lleva el día, la hora y la dirección.',
  },
  { form: 'imagen', Icon: IconBrandWhatsapp, name: 'Imagen para WhatsApp', use: 'Para grupos y estados.' },
];

/** The papers that announce an activity (docs/rules.md R20.2). */
export function PosterDialog({ activityId, isOpen, onClose }: Props) {
  const take = useTakePoster(activityId);
  const outcome = useOutcome();

  function start(form: PosterForm) {
    outcome.clear();
    take.mutate(form, {
      onSuccess: name => outcome.showSuccess(`Listo: ${name}`),
      onError: error => outcome.showError(errorSentences(error, 'No pudimos preparar el afiche')),
    });
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title="Afiche">
      <div className="stack gap-l">
        <p className="soft">
          Con el código QR y una dirección corta que llevan a la actividad. También sirve en blanco y negro.
        </p>
        <ul className="stack gap-l">
          {FORMS.map(({ form, Icon, name, use }) => (
            <li key={form} className="stack gap-s">
              <BusyButton
                fullWidth
                variant="default"
                justify="start"
                leftSection={<Icon size={20} aria-hidden />}
                aria-describedby={`poster-${form}`}
                isBusy={take.isPending}
                busyLabel={take.variables === form ? 'Preparando…' : name}
                onClick={() => start(form)}
              >
                {name}
              </BusyButton>
              <p id={`poster-${form}`} className="soft small">
                {use}
              </p>
            </li>
          ))}
        </ul>
        <MessageBox kind="error" message={outcome.error} isScrolledTo />
        <MessageBox kind="success" message={outcome.success} isScrolledTo />
      </div>
    </Modal>
  );
}

/** Says that the poster on the walls is out of date (docs/rules.md R20.4), and offers the new one at one press. */
export function StalePoster({ activityId }: { readonly activityId: string }) {
  const take = useTakePoster(activityId);
  const outcome = useOutcome();

  function start() {
    outcome.clear();
    take.mutate('a4', {
      onError: error => outcome.showError(errorSentences(error, 'No pudimos preparar el afiche')),
    });
  }

  return (
    <section aria-label="Afiche desactualizado" className="stack gap-s spaced">
      <p>
        El afiche que imprimiste dice otra cosa: desde entonces cambió el título, la fecha o el lugar. Cambia
        los que estén pegados.
      </p>
      <div>
        <BusyButton
          variant="default"
          leftSection={<IconDownload size={20} aria-hidden />}
          isBusy={take.isPending}
          busyLabel="Preparando…"
          onClick={start}
        >
          Descargar el afiche nuevo
        </BusyButton>
      </div>
      <MessageBox kind="error" message={outcome.error} />
    </section>
  );
}
