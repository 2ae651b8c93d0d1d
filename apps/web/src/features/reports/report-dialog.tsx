import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReportReason, reportReasons } from '@minga/contract/report-reasons';
import { type NewReport, newReport, REPORT_TEXT_MAX, type ReportTargetType } from '@minga/contract/reports';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { CharacterCount } from '../../components/form/character-count.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { GrowingTextarea } from '../../components/form/growing-textarea.tsx';
import { RadioList } from '../../components/form/radio-list.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { Note } from '../../components/page/note.tsx';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { siteName } from '../../lib/site-name.ts';
import { useCreateReport } from './api.ts';
import classes from './reports.module.css';

interface Props {
  readonly target: NewReport['target'];
  readonly isSignedIn: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Reports content: first the form, then what happens next. */
export function ReportDialog({ target, isSignedIn, isOpen, onClose }: Props) {
  const [isSent, setSent] = useState(false);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside={isSent}
      title={isSent ? 'Gracias por avisar' : dialogTitles[target.type]}
    >
      {isSent ? (
        <ReportThanks isSignedIn={isSignedIn} onClose={onClose} />
      ) : (
        <ReportForm target={target} onSent={() => setSent(true)} onCancel={onClose} />
      )}
    </Modal>
  );
}

interface ReportFormProps {
  readonly target: NewReport['target'];
  readonly onSent: () => void;
  readonly onCancel: () => void;
}

const draft = z.object({
  // Null: none is chosen.
  reason: z.pipe(z.nullable(z.string()), newReport.shape.reason),
  text: newReport.shape.text,
});

function ReportForm({ target, onSent, onCancel }: ReportFormProps) {
  const form = useSchemaForm(draft, { reason: null, text: '' });
  const { reason = null, text = '' } = useWatch({ control: form.control });
  const report = useCreateReport();
  const [failure, setFailure] = useState<string | null>(null);

  async function send(fields: z.output<typeof draft>) {
    setFailure(null);
    try {
      await report.mutateAsync({ target, ...fields });
    } catch (error) {
      setFailure(errorText(error, 'No pudimos enviar el reporte'));
      return;
    }
    onSent();
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(send)}>
      <Stack gap="md">
        <RadioList
          label="¿Qué pasa?"
          options={reasonOptions}
          value={reason as ReportReason | null}
          onChange={value => form.setValue('reason', value, { shouldValidate: form.formState.isSubmitted })}
          error={form.formState.errors.reason?.message}
        />
        {reason === 'peligro' && (
          <Note tone="clay" isSmall>
            Si alguien corre peligro en este momento, llama primero a la línea 123.
          </Note>
        )}
        <GrowingTextarea
          label="Cuéntanos un poco más (opcional)"
          minRows={3}
          maxRows={8}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={
            <>
              <span>{'No le decimos a nadie que fuiste tú. '}</span>
              <CharacterCount text={text.trim()} max={REPORT_TEXT_MAX} />
            </>
          }
          {...fieldProps(form, 'text')}
        />
        <DialogError text={failure} />
        <DialogButtons onCancel={onCancel} isBusy={report.isPending} busyLabel="Enviando…">
          Enviar reporte
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface ReportThanksProps {
  readonly isSignedIn: boolean;
  readonly onClose: () => void;
}

/** Thanks, and the next steps after a report. */
function ReportThanks({ isSignedIn, onClose }: ReportThanksProps) {
  const text = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1} className={classes.text}>
        {`Tu reporte ya le llegó al equipo de ${siteName}.`}
      </p>
      <ul className={classes.next}>
        <li>Una persona lo lee y decide. Lo más reportado va primero.</li>
        <li>Si hace falta, se oculta o se elimina, y le explicamos por qué a quien lo publicó.</li>
        <li>
          {isSignedIn
            ? 'Cuando se decida, te lo contamos.'
            : 'Como reportaste sin iniciar sesión, no podemos contarte qué se decidió.'}
        </li>
      </ul>
      <Group data-dialog-buttons justify="flex-end">
        <Button onClick={onClose}>Listo</Button>
      </Group>
    </>
  );
}

/** In the words of people who report. */
const reasonWords: Readonly<Record<ReportReason, string>> = {
  spam: 'Es publicidad o se repite',
  fraude: 'Parece un engaño o pide plata',
  odio: 'Maltrata o discrimina',
  peligro: 'Pone a alguien en peligro',
  datos: 'Muestra datos de alguien sin permiso',
  otro: 'Otra cosa',
};

const reasonOptions = reportReasons.map(value => ({ value, label: reasonWords[value] }));

const dialogTitles: Readonly<Record<ReportTargetType, string>> = {
  activity: 'Reportar esta actividad',
  collective: 'Reportar este colectivo',
  memory: 'Reportar lo que publicaron',
};
