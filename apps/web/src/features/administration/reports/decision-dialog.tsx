import { Modal, Stack } from '@mantine/core';
import { MISSING_NOTE_MESSAGE, NOTE_MAX, type ReportCase } from '@minga/contract/administration/reports';
import { type FormEvent, useState } from 'react';
import { DialogButtons } from '../../../components/dialog-buttons.tsx';
import { ApiError } from '../../../lib/api.ts';
import { DialogErrorBanner } from '../errors.tsx';
import { decisionLabel, reasonError } from '../model.ts';
import { type ExplainedDecision, suggestedTemplate, templatesOf } from '../reason-templates.ts';
import { ReasonField, useReasonDraft } from '../reasons.tsx';
import classes from './reports.module.css';

interface Handlers {
  readonly onDone: () => void;
  readonly onFailed: (error: unknown) => void;
}

interface Props {
  readonly reported: ReportCase;
  readonly decision: ExplainedDecision;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onDecide: (note: string, handlers: Handlers) => void;
}

/**
 * The reason of a decision, which starts as the template for what most people report. The focus starts on that template: Enter
 * decides with it, the arrow keys choose another one.
 */
export function DecisionDialog({ isOpen, ...props }: Props) {
  const { reported, decision, onClose } = props;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={decisionLabel(decision, reported)}
    >
      <DialogErrorBanner />
      <DecisionForm {...props} />
    </Modal>
  );
}

function DecisionForm({ reported, decision, isBusy, onClose, onDecide }: Omit<Props, 'isOpen'>) {
  const { target, author, reasons } = reported;
  const templates = templatesOf[decision];
  const draft = useReasonDraft(templates, suggestedTemplate(decision, reasons[0]?.reason).id);
  const [error, setError] = useState<string>();
  const label = decisionLabel(decision, reported);

  function submit(event: FormEvent) {
    event.preventDefault();
    const invalid = reasonError(draft.text, NOTE_MAX, MISSING_NOTE_MESSAGE);
    setError(invalid);
    if (invalid !== undefined || isBusy) return;
    onDecide(draft.text, {
      onDone: onClose,
      // Deleted, or another admin has decided.
      onFailed: failure => failure instanceof ApiError && [404, 409].includes(failure.status) && onClose(),
    });
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <div>
          <p className={classes.subject}>{target.title}</p>
          <p className={classes.consequence}>{consequences[decision]}</p>
        </div>
        <ReasonField
          templates={templates}
          draft={draft}
          max={NOTE_MAX}
          label="Motivo"
          hint={
            author === null ? (
              'Queda en el registro.'
            ) : (
              <>
                <span>{'Se lo diremos a '}</span>
                <bdi>{author.username}</bdi>
                <span>.</span>
              </>
            )
          }
          error={error}
        />
        <DialogButtons onCancel={onClose} color="clay" isBusy={isBusy} busyLabel="Guardando...">
          {label}
        </DialogButtons>
      </Stack>
    </form>
  );
}

const consequences: Readonly<Record<ExplainedDecision, string>> = {
  hide: 'Deja de verse enseguida. Si era un error, tienes diez minutos para deshacerlo.',
  delete: 'Deja de verse enseguida. Tienes diez minutos para deshacerlo; después se elimina para siempre.',
  ban: 'Enseguida deja de verse todo lo que publicó, y no puede entrar. Si era un error, tienes diez minutos para deshacerlo; después se lo contamos.',
};
