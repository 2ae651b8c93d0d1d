import { Button, Group, Skeleton } from '@mantine/core';
import {
  createCalendarAddress,
  getCalendarAddress,
  removeCalendarAddress,
} from '@minga/contract/personal-calendar';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { BusyButton } from '../../../components/busy-button.tsx';
import { calendarPrograms } from '../../../components/calendar-programs.ts';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { RemoveButton } from '../../../components/dialog/remove-button.tsx';
import { SecretOnce } from '../../../components/dialog/secrets.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { SectionError } from '../../../components/page/page-section.tsx';
import { dayDate } from '../../../lib/dates/dates.ts';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { call } from '../../../lib/server/api.ts';
import { query, useAction } from '../../../lib/server/queries.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

const FAILED = 'Error al crear la dirección';

/** Since when the personal calendar has an address. */
const calendarAddressQuery = query(getCalendarAddress);

const refreshes = [calendarAddressQuery.queryKey];

/** Creates an address, which only this response contains, in place of an earlier one. */
const useCreateCalendarAddress = () => useAction(() => call(createCalendarAddress), { refreshes });

const useRemoveCalendarAddress = () =>
  useAction((_id: string) => call(removeCalendarAddress), { refreshes, isAwaited: true });

/** The address of the personal calendar: created at one press, shown once, replaced and removed after a question. */
export function CalendarPanel() {
  const { data, error, refetch, isFetching } = useQuery(calendarAddressQuery);
  const creation = useCreateCalendarAddress();
  const [url, setUrl] = useState<string | null>(null);
  const outcome = useAccountOutcome();
  const start = useRef<HTMLParagraphElement>(null);

  function create() {
    outcome.clear();
    creation.mutate(undefined, {
      onSuccess: created => setUrl(created.url),
      onError: cause => outcome.showError(cause, FAILED),
    });
  }

  function done() {
    flushSync(() => setUrl(null));
    start.current?.focus();
  }

  if (url !== null) return <NewAddress url={url} onDone={done} />;
  if (data === undefined && error)
    return (
      <SectionError
        error={error}
        fallback="Error al cargar tu calendario"
        isBusy={isFetching}
        retry={() => void refetch()}
      />
    );
  if (data === undefined)
    return (
      <>
        <LoadingStatus text="Cargando tu calendario…" isHidden />
        <Skeleton height={92} />
      </>
    );
  return (
    <>
      <p ref={start} tabIndex={-1}>
        {data.createdAt === null
          ? 'Creamos una dirección solo tuya y la abres en tu calendario. Quien la tenga ve a dónde vas, también los lugares privados: no la compartas.'
          : `Tu dirección funciona desde el ${dayDate(data.createdAt)}. No la volvemos a mostrar; si la perdiste o alguien más la tiene, haz otra. También deja de servir si cambias la contraseña.`}
      </p>
      <OutcomeMessages outcome={outcome} />
      {data.createdAt === null ? (
        <div>
          <BusyButton
            onClick={create}
            isBusy={creation.isPending}
            busyLabel="Creando…"
            leftSection={<IconCalendarPlus size={20} aria-hidden />}
          >
            Crear mi dirección
          </BusyButton>
        </div>
      ) : (
        <Existing onCreated={setUrl} outcome={outcome} />
      )}
    </>
  );
}

interface NewAddressProps {
  url: string;
  onDone: () => void;
}

const NewAddress = ({ url, onDone }: NewAddressProps) => (
  <SecretOnce title="La dirección de tu calendario" value={url} doneLabel="Listo" onDone={onDone}>
    <div className="stack">
      <p>
        Elige dónde abrirla, o cópiala. Solo la ves ahora. Los calendarios la vuelven a leer cada hora, o cada
        día.
      </p>
      <Group gap="sm">
        {calendarPrograms.map(({ name, hrefOf, linkProps }) => (
          <Button key={name} component="a" variant="default" href={hrefOf(new URL(url))} {...linkProps}>
            {name}
          </Button>
        ))}
      </Group>
    </div>
  </SecretOnce>
);

interface ExistingProps {
  onCreated: (url: string) => void;
  outcome: ReturnType<typeof useAccountOutcome>;
}

function Existing({ onCreated, outcome }: ExistingProps) {
  const creation = useCreateCalendarAddress();
  const removal = useRemoveCalendarAddress();
  const dialog = useLazyDialog();

  async function replace(): Promise<string | undefined> {
    outcome.clear();
    try {
      const { url } = await creation.mutateAsync();
      dialog.close();
      onCreated(url);
      return undefined;
    } catch (error) {
      return errorText(error, FAILED);
    }
  }

  return (
    <Group gap="sm">
      <Button variant="default" onClick={dialog.open}>
        Hacer otra dirección
      </Button>
      <RemoveButton
        verb="Quitar"
        name="la dirección de tu calendario"
        id="calendario"
        removal={removal}
        question="¿Quitar la dirección?"
        confirmLabel="Quitar la dirección"
        done="Dirección quitada: ya no sirve"
        fallback="Error al quitar la dirección"
        outcome={outcome}
      >
        Los calendarios que la usan dejan de actualizarse.
      </RemoveButton>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Hacer otra dirección?"
          confirmLabel="Hacer otra"
          busyLabel="Creando…"
          isBusy={creation.isPending}
          onConfirm={replace}
          onCancel={dialog.close}
        >
          La de ahora deja de servir: donde la usas, agrega la nueva.
        </ConfirmDialog>
      )}
    </Group>
  );
}
