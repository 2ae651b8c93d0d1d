import { Button } from '@mantine/core';
import type { Reminder } from '@minga/contract/reminders';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
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
}

const NO_ACTIVITIES = 'No tienes actividades confirmadas o las actividades no tienen fechas válidas';
const UNKNOWN_ERROR = 'Error desconocido al cargar actividades';

export function RemindersBoard({ userId, reminders, taskId, onChoose, own, ownError }: Props) {
  const { data: confirmed, error: confirmedError } = useQuery(confirmedActivities);
  const { message: found, show } = useTimedMessage();
  const summary = confirmed?.length ? choicesSummary(confirmed, now()) : null;

  useEffect(() => {
    if (summary !== null) show(summary);
  }, [summary, show]);

  const error = (confirmed === undefined && confirmedError) || (own === undefined && ownError);
  const isEmpty = confirmed?.length === 0 && own?.length === 0;
  const loadFailure = error ? errorReason(error, UNKNOWN_ERROR) : null;

  // The form is first, because on a phone it would be below a long list.
  return (
    <div className={classes.panels}>
      {isEmpty && <NothingToRemind />}
      {!isEmpty && (
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
      )}
      <ActiveReminders reminders={reminders} />
    </div>
  );
}

/** The first use: there is no activity to be reminded of yet. */
const NothingToRemind = () => (
  <section className={classes.panel}>
    <EmptyState
      drawing="path"
      title="Primero confirma que vas a una actividad"
      text={`${NO_ACTIVITIES}. Cuando confirmes una, o publiques la tuya, aquí eliges cuándo te la recordamos.`}
    >
      <Button component={Link} to="/tasks/lista">
        Ver actividades
      </Button>
    </EmptyState>
  </section>
);
