import { ActionIcon, Box, Button, Input } from '@mantine/core';
import { DAYS_BEFORE_MAX, DAYS_BEFORE_MIN, type Reminder } from '@minga/contract/reminders';
import { IconBell, IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { useCorrected, useSchemaForm } from '../../components/form/use-schema-form.ts';
import { HelpLink } from '../../components/help-link.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { OutcomeMessages } from '../../components/page/outcome-messages.tsx';
import { useUpdateReminder } from './api.ts';
import {
  dateText,
  errorReason,
  noticeText,
  reminderEditForm,
  titleText,
  validationMessage,
} from './model.ts';
import classes from './reminders.module.css';
import { type RowOutcome, useRowOutcome } from './use-row-outcome.ts';

interface Props {
  reminders: readonly Reminder[];
}

const DeleteReminderDialog = lazy(() =>
  import('./delete-reminder-dialog.tsx').then(module => ({ default: module.DeleteReminderDialog })),
);

/** The next ones; what follows on the screen is not below a long list. */
const SHOWN = 4;

/** 'Notificaciones Activas' (docs/rules.md R5.1). */
export function ActiveReminders({ reminders }: Props) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading);
  const outcomeOf = useRowOutcome(reminders.map(({ _id }) => _id));
  const dialog = useLazyDialog();
  const [toDelete, setToDelete] = useState<Reminder | null>(null);
  const [isAsked, setWhole] = useState(false);
  const isWhole = isAsked || reminders.length <= SHOWN + 1;

  function confirmDeletion(reminder: Reminder): void {
    setToDelete(reminder);
    dialog.open();
  }

  return (
    <section aria-labelledby={headingId} className={`card ${classes.panel}`}>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={classes.title}>
        Notificaciones Activas
      </h2>
      <div className={classes.outcome}>
        <OutcomeMessages outcome={outcomeOf(null)} takesFocus />
      </div>
      <div ref={focusRecovery}>
        {reminders.length === 0 ? (
          <div className={classes.empty}>
            <EmptyState
              drawing="seedling"
              title="Sin notificaciones"
              text="Elige una actividad y te la recordamos a tiempo."
              order={3}
            >
              <HelpLink to="avisos#poner-un-recordatorio">Cómo se pone un recordatorio</HelpLink>
            </EmptyState>
          </div>
        ) : (
          <ul className={classes.list}>
            {(isWhole ? reminders : reminders.slice(0, SHOWN)).map(reminder => (
              <ReminderRow
                key={reminder._id}
                reminder={reminder}
                outcome={outcomeOf(reminder._id)}
                onDelete={() => confirmDeletion(reminder)}
              />
            ))}
          </ul>
        )}
        {!isWhole && (
          <Button variant="default" mt="sm" onClick={() => setWhole(true)}>
            {`Ver los ${reminders.length}`}
          </Button>
        )}
      </div>
      {dialog.isMounted && toDelete && (
        <Suspense>
          <DeleteReminderDialog
            reminder={toDelete}
            isOpen={dialog.isOpen}
            outcome={outcomeOf(toDelete._id)}
            onClose={dialog.close}
          />
        </Suspense>
      )}
    </section>
  );
}

interface ReminderRowProps {
  reminder: Reminder;
  outcome: RowOutcome;
  onDelete: () => void;
}

/** One reminder with its buttons, or with the form that edits its days. */
function ReminderRow({ reminder, outcome, onDelete }: ReminderRowProps) {
  const [isEditing, setEditing] = useState(false);
  const outcomeId = useId();
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const title = titleText(reminder.task.title);

  useEffect(() => {
    // The focused field is unmounted: return the focus to the edit button.
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <li data-row={reminder._id} className={`bar ${classes.row}`}>
      <div className={classes.facts}>
        <h3 className={classes.reminderRowTitle}>{title}</h3>
        <p className={classes.date}>{dateText(reminder.task.date)}</p>
        {!isEditing && (
          <p className={`row strong ${classes.days}`}>
            <IconBell size={18} aria-hidden />
            <span>{noticeText(reminder.daysBefore)}</span>
          </p>
        )}
      </div>
      {isEditing ? (
        <ReminderEditForm
          reminder={reminder}
          outcome={outcome}
          outcomeId={outcomeId}
          onClose={() => setEditing(false)}
        />
      ) : (
        <div className={classes.actions}>
          <ActionIcon
            ref={edit}
            variant="default"
            aria-label={`Editar: ${title}`}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={22} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            className={classes.delete}
            aria-label={`Eliminar: ${title}`}
            onClick={onDelete}
          >
            <IconTrash size={22} aria-hidden />
          </ActionIcon>
        </div>
      )}
      <div id={outcomeId} className={classes.reminderRowOutcome}>
        <OutcomeMessages outcome={outcome} />
      </div>
    </li>
  );
}

interface ReminderEditFormProps {
  reminder: Reminder;
  outcome: RowOutcome;
  /** The id of the element that shows the error. */
  outcomeId: string;
  onClose: () => void;
}

/** Edits the number of days in the row. Escape cancels. */
function ReminderEditForm({ reminder, outcome, outcomeId, onClose }: ReminderEditFormProps) {
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
      className={`cluster ${classes.edit}`}
      onSubmit={handleSubmit(save, (errors, event) => outcome.showError(validationMessage(errors, event)))}
      onKeyDown={closeOnEscape}
    >
      <Box component="label" className={`row ${classes.field}`}>
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
