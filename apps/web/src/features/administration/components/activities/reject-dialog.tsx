import { Modal, Stack, Textarea } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { REJECTION_REASON_MAX, rejection } from '@minga/contract/administration/activities';
import { type FormEvent, useState } from 'react';
import { DialogButtons } from '../../../../components/dialog-buttons.tsx';
import { CharacterCount } from '../../../../components/form/character-count.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { RadioList } from '../../../../components/form/radio-list.tsx';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { ApiError } from '../../../../lib/api.ts';
import { longDate } from '../../../../lib/dates.ts';
import type { ModerationScope } from '../../activity-actions.ts';
import { useRejectActivity } from '../../api/reject-activity.ts';
import { useUndoRejection } from '../../api/undo-rejection.ts';
import { templatesOf } from '../../reason-templates.ts';
import type { RowActions } from '../../use-row-actions.ts';
import { DialogErrorBanner } from '../error-banner.tsx';
import { ReasonChips } from '../reasons/reason-chips.tsx';
import classes from './reject-dialog.module.css';

interface Props {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

const pendingWords = {
  title: 'Rechazar actividad',
  reason: 'Ingrese el motivo del rechazo:',
  withoutReason: 'Sin motivo no se rechaza.',
  button: 'Rechazar',
  busy: 'Rechazando...',
  success: 'Actividad rechazada',
  fallback: 'Error al rechazar actividad',
  undone: { one: 'La actividad vuelve a estar pendiente', all: 'La serie vuelve a estar pendiente' },
  undoFallback: 'Error al deshacer el rechazo',
};

/** An approved activity is withdrawn: the same call, in the words of what it means for its owner. */
const approvedWords: typeof pendingWords = {
  title: 'Retirar actividad',
  reason: 'Ingrese el motivo del retiro:',
  withoutReason:
    'Sin motivo no se retira. Deja de estar publicada y también les avisamos a quienes iban y dejaron correo.',
  button: 'Retirar',
  busy: 'Retirando...',
  success: 'Actividad retirada',
  fallback: 'Error al retirar actividad',
  undone: { one: 'La actividad vuelve a estar publicada', all: 'La serie vuelve a estar publicada' },
  undoFallback: 'Error al deshacer el retiro',
};

const wordsFor = ({ status }: Activity) => (status === 'approved' ? approvedWords : pendingWords);

/** Sends the reason to the owner; an empty reason cancels the rejection (docs/rules.md R6.6). */
export const RejectDialog = ({ isOpen, ...props }: Props) => (
  <Modal
    opened={isOpen}
    onClose={props.onClose}
    closeOnClickOutside={false}
    title={wordsFor(props.activity).title}
  >
    <DialogErrorBanner />
    <RejectForm {...props} />
  </Modal>
);

function RejectForm({ activity, onClose, actions }: Omit<Props, 'isOpen'>) {
  const { _id: id, title, user, status, series, date } = activity;
  const words = wordsFor(activity);
  const current = status === 'approved' && { currentStatus: status };
  const reject = useRejectActivity();
  const { mutateAsync: undoRejection } = useUndoRejection();
  const form = useSchemaForm(rejection, { reason: '' });
  const written = form.watch('reason');
  const [scope, setScope] = useState<ModerationScope>('one');

  const send = ({ reason }: { reason: string }) =>
    actions.run({
      id,
      call: () => reject.mutateAsync({ id, reason, scope, ...current }),
      success: words.success,
      fallback: words.fallback,
      undo: {
        call: () => undoRejection({ id, scope }),
        success: words.undone[scope],
        fallback: words.undoFallback,
      },
      onDone: onClose,
      // Deleted, or another admin has decided.
      onFailed: error => error instanceof ApiError && [404, 409].includes(error.status) && onClose(),
    });

  const submit = (event: FormEvent) => {
    if (form.getValues('reason').trim() !== '') return form.handleSubmit(send)(event);
    event.preventDefault();
    onClose();
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <p className={classes.subject}>{title}</p>
        {series !== null && (
          <RadioList
            label="Es una fecha de una serie"
            options={[
              { value: 'one', label: 'Solo esta fecha', detail: longDate(date) },
              { value: 'all', label: 'Toda la serie', detail: 'Las que están en el mismo estado.' },
            ]}
            value={scope}
            onChange={setScope}
          />
        )}
        <ReasonChips
          templates={templatesOf.hide}
          chosenId={templatesOf.hide.find(({ text }) => text === written)?.id}
          onChoose={({ text }) => form.setValue('reason', text)}
        />
        <Textarea
          label={words.reason}
          rows={4}
          data-autofocus
          description={
            <>
              <span>{'Se lo diremos a '}</span>
              <bdi>{user.username}</bdi>
              <span>{`. ${words.withoutReason} `}</span>
              <CharacterCount text={written.trim()} max={REJECTION_REASON_MAX} />
            </>
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...fieldProps(form, 'reason')}
        />
        <DialogButtons onCancel={onClose} color="clay" isBusy={reject.isPending} busyLabel={words.busy}>
          {words.button}
        </DialogButtons>
      </Stack>
    </form>
  );
}
