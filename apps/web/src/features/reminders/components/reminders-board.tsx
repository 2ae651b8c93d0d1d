import type { Reminder } from '@minga/contract/reminders';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { now } from '../../../lib/now.ts';
import { confirmedActivities } from '../api/confirmed-activities.ts';
import type { Choice } from '../choice.ts';
import { choicesSummary } from '../choice-status.ts';
import { errorReason } from '../error-reason.ts';
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

const NO_ACTIVITIES = 'No tienes actividades confirmadas o las actividades no tienen fechas válidas';
const UNKNOWN_ERROR = 'Error desconocido al cargar actividades';

export function RemindersBoard({ userId, reminders, taskId, onChoose, own, ownError, offer }: Props) {
  const { data: confirmed, error: confirmedError } = useQuery(confirmedActivities);
  const { message: found, show } = useTimedMessage();
  /** With an activity in the URL the form comes first, because on a phone it would be below a long list. */
  const [isFormFirst] = useState(taskId !== undefined);
  const summary = confirmed?.length ? choicesSummary(confirmed, now()) : null;

  useEffect(() => {
    if (summary !== null) show(summary);
  }, [summary, show]);

  const error = (confirmed === undefined && confirmedError) || (own === undefined && ownError);
  const isEmpty = confirmed?.length === 0 && own?.length === 0;
  const loadFailure = error ? errorReason(error, UNKNOWN_ERROR) : isEmpty ? NO_ACTIVITIES : null;

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
