import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { REJECTION_REASON_MAX, rejection } from '@minga/contract/administration/activities';
import type { FormEvent } from 'react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { CharacterCount } from '../../../../components/form/character-count.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { ApiError } from '../../../../lib/api.ts';
import { useRejectActivity } from '../../api/reject-activity.ts';
import type { RowActions } from '../../use-row-actions.ts';
import { DialogErrorBanner } from '../error-banner.tsx';
import classes from './reject-dialog.module.css';

interface Props {
  activity: Activity;
  isOpen: boolean;
  onClose: () => void;
  actions: RowActions;
}

/** Sends the reason to the owner; an empty reason cancels the rejection (spec 001 section 5). */
export const RejectDialog = ({ isOpen, ...props }: Props) => (
  <Modal opened={isOpen} onClose={props.onClose} closeOnClickOutside={false} title="Rechazar actividad">
    <DialogErrorBanner />
    <RejectForm {...props} />
  </Modal>
);

function RejectForm({ activity: { _id: id, title, user }, onClose, actions }: Omit<Props, 'isOpen'>) {
  const reject = useRejectActivity();
  const form = useSchemaForm(rejection, { reason: '' });

  const send = ({ reason }: { reason: string }) =>
    actions.run({
      id,
      call: () => reject.mutateAsync({ id, reason }),
      success: 'Actividad rechazada',
      fallback: 'Error al rechazar actividad',
      onDone: onClose,
      // Deleted or no longer pending, so it cannot be rejected.
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
        <Textarea
          label="Ingrese el motivo del rechazo:"
          rows={4}
          data-autofocus
          description={
            <>
              Se lo diremos a <bdi>{user.username}</bdi>. Sin motivo no se rechaza.{' '}
              <CharacterCount text={form.watch('reason').trim()} max={REJECTION_REASON_MAX} />
            </>
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...fieldProps(form, 'reason')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" color="clay" isBusy={reject.isPending} busyLabel="Rechazando...">
            Rechazar
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
