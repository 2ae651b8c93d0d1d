import { ActionIcon, Box, Input } from '@mantine/core';
import { DAYS_BEFORE_MAX, DAYS_BEFORE_MIN, type Reminder } from '@minga/contract/reminders';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useCorrected, useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { titleText } from '../activity-texts.ts';
import { useUpdateReminder } from '../api/update-reminder.ts';
import { reminderEditForm, validationMessage } from '../days-before.ts';
import { errorReason } from '../error-reason.ts';
import type { RowOutcome } from '../use-row-outcome.ts';
import classes from './reminder-row.module.css';

interface Props {
  reminder: Reminder;
  outcome: RowOutcome;
  /** The id of the element that shows the error. */
  outcomeId: string;
  onClose: () => void;
}

/** Edits the number of days in the row. Escape cancels. */
export function ReminderEditForm({ reminder, outcome, outcomeId, onClose }: Props) {
  const update = useUpdateReminder(reminder._id);
  const { register, handleSubmit, formState } = useSchemaForm(reminderEditForm, {
    daysBefore: String(reminder.daysBefore),
  });
  const isInvalid = formState.errors.daysBefore !== undefined;
  useCorrected(isInvalid, outcome.clear);
  const title = titleText(reminder.task.title);

  async function save({ daysBefore }: { daysBefore: number }) {
    try {
      await update.mutateAsync(daysBefore);
      outcome.showSuccess('Notificación actualizada correctamente.');
      onClose();
    } catch (error) {
      const reason = errorReason(error, 'Error al actualizar configuración');
      outcome.showError(`Error al actualizar notificación: ${reason}`);
    }
  }

  function closeOnEscape({ key }: KeyboardEvent): void {
    if (key === 'Escape') onClose();
  }

  return (
    <form
      noValidate
      aria-label={`Editar: ${title}`}
      className={classes.edit}
      onSubmit={handleSubmit(save, (errors, event) => outcome.showError(validationMessage(errors, event)))}
      onKeyDown={closeOnEscape}
    >
      <Box component="label" className={classes.field}>
        <Input
          type="number"
          size="md"
          inputMode="numeric"
          min={DAYS_BEFORE_MIN}
          max={DAYS_BEFORE_MAX}
          className={classes.number}
          error={isInvalid}
          withAria={false}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? outcomeId : undefined}
          autoFocus
          {...register('daysBefore')}
        />
        <span>días antes</span>
      </Box>
      <div className={classes.actions}>
        <ActionIcon
          type="submit"
          variant="filled"
          aria-label={update.isPending ? 'Guardando...' : 'Confirmar'}
          aria-disabled={update.isPending || undefined}
        >
          <IconCheck size={22} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Cancelar" onClick={onClose}>
          <IconX size={22} aria-hidden />
        </ActionIcon>
      </div>
    </form>
  );
}
