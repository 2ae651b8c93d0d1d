import type { Reminder } from '@minga/contract/reminders';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { now } from '../../../lib/now.ts';
import { confirmedActivities } from '../api/confirmed-activities.ts';
import type { Choice } from '../choice.ts';
import { choicesSummary } from '../choice-mark.ts';
import { reasonOf } from '../failure.ts';
import { ActiveReminders } from './active-reminders.tsx';
import { NewReminderForm } from './new-reminder-form.tsx';
import classes from './reminders-board.module.css';

interface Props {
  userId: string;
  reminders: readonly Reminder[];
  taskId: string | undefined;
  onChoose: (taskId: string | undefined) => Promise<void>;
  own: readonly Choice[] | undefined;
  ownError: Error | null;
  offer: ReactNode;
}

const NONE = 'No tienes actividades confirmadas o las actividades no tienen fechas válidas';
const UNKNOWN = 'Error desconocido al cargar actividades';

/** The two panels. */
export function RemindersBoard({ userId, reminders, taskId, onChoose, own, ownError, offer }: Props) {
  const { data: confirmed, error: confirmedError } = useQuery(confirmedActivities);
  const { message: found, say } = useTimedMessage();
  /** Who comes for one activity finds its form first, however long the list: on a phone that is out of sight below. */
  const [isFormFirst] = useState(taskId !== undefined);
  const summary = confirmed?.length ? choicesSummary(confirmed, now()) : null;

  useEffect(() => {
    if (summary !== null) say(summary);
  }, [summary, say]);

  const error = (confirmed === undefined && confirmedError) || (own === undefined && ownError);
  const isNothingThere = confirmed?.length === 0 && own?.length === 0;
  const loadFailure = error ? reasonOf(error, UNKNOWN) : isNothingThere ? NONE : null;

  const active = <ActiveReminders reminders={reminders} offer={offer} />;
  return (
    <div className={classes.panels} data-form-first={isFormFirst || undefined}>
      {!isFormFirst && active}
      <NewReminderForm
        userId={userId}
        confirmed={confirmed ?? []}
        own={own ?? []}
        reminders={reminders}
        taskId={taskId}
        found={found}
        loadFailure={loadFailure}
        onChoose={onChoose}
      />
      {isFormFirst && active}
    </div>
  );
}
