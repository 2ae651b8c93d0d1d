import { Button, Group, Skeleton } from '@mantine/core';
import type { Reminder } from '@minga/contract/reminders';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { now } from '../../lib/dates/now.ts';
import { ActiveReminders } from './active-reminders.tsx';
import { confirmedActivities, remindersQuery } from './api.ts';
import { type Choice, choicesSummary, errorReason } from './model.ts';
import { NewReminderForm } from './new-reminder-form.tsx';
import classes from './reminders.module.css';

interface Props {
  userId: string;
  /** The activity of the URL. */
  taskId: string | undefined;
  onChoose: (taskId: string | undefined) => Promise<void>;
  /** The user's own upcoming activities, once loaded, or the error. */
  own: readonly Choice[] | undefined;
  ownError: Error | null;
}

/** /tasks/notificaciones: the user's reminders and the form for new ones (docs/rules.md R5.1). */
export function RemindersView(props: Props) {
  const { data, error, refetch } = useQuery(remindersQuery);
  const { isPending: isConfirmedPending } = useQuery(confirmedActivities);
  const isOwnPending = props.own === undefined && props.ownError === null;
  // The details of the URL's activity would shift the form if they were rendered later. A choice in the form must not replace the form.
  const [isLinked] = useState(props.taskId !== undefined);
  const isChosenPending = isLinked && (isConfirmedPending || isOwnPending);
  if (data === undefined && error) return <SystemError error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeading
        title="Configurar Notificaciones"
        lead="Cuándo te recordamos cada actividad, y de qué más te avisamos."
      />
      {data === undefined || isChosenPending ? (
        <RemindersSkeleton />
      ) : (
        <RemindersBoard reminders={data} {...props} />
      )}
    </>
  );
}

const RemindersSkeleton = () => (
  <>
    <LoadingStatus text="Cargando recordatorios..." isHidden />
    <div className={`stack ${classes.panels}`} aria-hidden="true">
      <Skeleton height={300} radius="md" />
      <Skeleton height={340} radius="md" />
    </div>
  </>
);

interface SystemErrorProps {
  error: Error;
  retry: () => void;
}

/** Shown if the reminders failed to load (docs/rules.md R5.7). */
const SystemError = ({ error, retry }: SystemErrorProps) => (
  <>
    <PageHeading title="Error del Sistema" />
    <div role="alert">
      <EmptyState
        drawing="storm"
        title="El contexto de notificaciones no está disponible"
        text={errorReason(error, 'Error al cargar notificaciones')}
      >
        <Group justify="center">
          <Button onClick={retry}>Intentar de nuevo</Button>
        </Group>
      </EmptyState>
    </div>
  </>
);

interface RemindersBoardProps {
  userId: string;
  reminders: readonly Reminder[];
  taskId: string | undefined;
  onChoose: (taskId: string | undefined) => Promise<void>;
  own: readonly Choice[] | undefined;
  ownError: Error | null;
}

const NO_ACTIVITIES = 'No tienes actividades confirmadas o las actividades no tienen fechas válidas';
const UNKNOWN_ERROR = 'Error desconocido al cargar actividades';

export function RemindersBoard({ userId, reminders, taskId, onChoose, own, ownError }: RemindersBoardProps) {
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
    <div className={`stack ${classes.panels}`}>
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
  <section className={`card ${classes.panel}`}>
    <EmptyState
      drawing="path"
      title="Primero confirma que vas a una actividad"
      text={`${NO_ACTIVITIES}. Cuando confirmes una, o publiques la tuya, aquí eliges cuándo te la recordamos.`}
    >
      <Button component={Link} to="/actividades">
        Ver la agenda
      </Button>
    </EmptyState>
  </section>
);
