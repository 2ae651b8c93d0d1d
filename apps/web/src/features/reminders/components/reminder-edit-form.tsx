import { ActionIcon, Box, Input } from '@mantine/core';
import { DAYS_BEFORE_MAX, DAYS_BEFORE_MIN, type Reminder } from '@minga/contract/reminders';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { useUpdateReminder } from '../api/update-reminder.ts';
import { refusalOf, reminderEditForm } from '../days-before.ts';
import { reasonOf } from '../failure.ts';
import { shownTitle } from '../shown-activity.ts';
import type { Banner } from '../use-banner.ts';
import classes from './reminder-row.module.css';

interface Props {
  reminder: Reminder;
  banner: Banner;
  /** Of what says why a number is refused. */
  bannerId: string;
  onClose: () => void;
}

/** Another number of days, in the row itself. Escape leaves all as it was. */
export function ReminderEditForm({ reminder, banner, bannerId, onClose }: Props) {
  const update = useUpdateReminder(reminder._id);
  const { register, handleSubmit, formState } = useSchemaForm(reminderEditForm, {
    daysBefore: String(reminder.daysBefore),
  });
  const isRefused = formState.errors.daysBefore !== undefined;
  const title = shownTitle(reminder.task.title);

  async function save({ daysBefore }: { daysBefore: number }) {
    try {
      await update.mutateAsync(daysBefore);
      banner.succeed('Notificación actualizada correctamente.');
      onClose();
    } catch (error) {
      const reason = reasonOf(error, 'Error al actualizar configuración');
      banner.fail(`Error al actualizar notificación: ${reason}`);
    }
  }

  function leave({ key }: KeyboardEvent): void {
    if (key === 'Escape') onClose();
  }

  return (
    <form
      noValidate
      aria-label={`Editar: ${title}`}
      className={classes.edit}
      onSubmit={handleSubmit(save, (errors, event) => banner.fail(refusalOf(errors, event)))}
      onKeyDown={leave}
    >
      <Box component="label" className={classes.field}>
        <Input
          type="number"
          size="md"
          inputMode="numeric"
          min={DAYS_BEFORE_MIN}
          max={DAYS_BEFORE_MAX}
          className={classes.number}
          error={isRefused}
          withAria={false}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? bannerId : undefined}
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
