import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { confirmedActivities } from '../api/confirmed-activities.ts';
import { remindersQuery } from '../api/reminders.ts';
import type { Choice } from '../choice.ts';
import { RemindersBoard } from './reminders-board.tsx';
import { RemindersSkeleton } from './reminders-skeleton.tsx';
import { SystemError } from './system-error.tsx';

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
