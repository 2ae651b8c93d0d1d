import { ActionIcon } from '@mantine/core';
import type { Reminder } from '@minga/contract/reminders';
import { IconBell, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import { dateText, titleText } from '../activity-texts.ts';
import { noticeText } from '../days-before.ts';
import type { RowOutcome } from '../use-row-outcome.ts';
import { ReminderEditForm } from './reminder-edit-form.tsx';
import classes from './reminder-row.module.css';

interface Props {
  reminder: Reminder;
  outcome: RowOutcome;
  onDelete: () => void;
}

/** One reminder with its buttons, or with the form that edits its days. */
export function ReminderRow({ reminder, outcome, onDelete }: Props) {
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
    <li data-row={reminder._id} className={classes.row}>
      <div className={classes.facts}>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.date}>{dateText(reminder.task.date)}</p>
        {!isEditing && (
          <p className={classes.days}>
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
      <div id={outcomeId} className={classes.outcome}>
        <OutcomeMessages outcome={outcome} />
      </div>
    </li>
  );
}
