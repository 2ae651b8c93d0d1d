import { Modal, Stack } from '@mantine/core';
import { MISSING_REASON_MESSAGE, REJECTION_REASON_MAX } from '@minga/contract/administration/activities';
import { type FormEvent, useState } from 'react';
import { DialogButtons } from '../../../components/dialog-buttons.tsx';
import { DialogErrorBanner } from '../errors.tsx';
import { activityCount, reasonError } from '../model.ts';
import { templatesOf } from '../reason-templates.ts';
import { ReasonField, useReasonDraft } from '../reasons.tsx';
import type { ChosenRow } from '../row-actions.ts';
import type { BulkRun } from '../use-bulk-decision.ts';

interface Props {
  readonly rows: readonly ChosenRow[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly bulk: BulkRun;
}

const templates = templatesOf.hide;

/** One reason for all chosen activities. */
export const BulkRejectDialog = ({ isOpen, ...props }: Props) => (
  <Modal
    opened={isOpen}
    onClose={props.onClose}
    closeOnClickOutside={false}
    size="lg"
    title={`Rechazar ${activityCount(props.rows.length)}`}
  >
    <DialogErrorBanner />
    <BulkRejectForm {...props} />
  </Modal>
);

function BulkRejectForm({ rows, onClose, bulk }: Omit<Props, 'isOpen'>) {
  const draft = useReasonDraft(templates, templates[0]?.id ?? '');
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const invalid = reasonError(draft.text, REJECTION_REASON_MAX, MISSING_REASON_MESSAGE);
    setError(invalid);
    if (invalid !== undefined) return;
    // Success ends the selection, and with it this dialog.
    await bulk.run(rows, 'reject', draft.text);
  }

  return (
    <form noValidate onSubmit={event => void submit(event)}>
      <Stack gap="md">
        <ReasonField
          templates={templates}
          draft={draft}
          max={REJECTION_REASON_MAX}
          label="Motivo del rechazo"
          hint="Se lo diremos a quienes las publicaron."
          error={error}
        />
        <DialogButtons onCancel={onClose} color="clay" isBusy={bulk.isBusy} busyLabel="Rechazando...">
          Rechazar
        </DialogButtons>
      </Stack>
    </form>
  );
}
