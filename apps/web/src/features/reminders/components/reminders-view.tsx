import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageHeading } from '../../../components/page-heading.tsx';
import { confirmedActivities } from '../api/confirmed-activities.ts';
import { remindersQuery } from '../api/reminders.ts';
import type { Choice } from '../choice.ts';
import { RemindersBoard } from './reminders-board.tsx';
import { RemindersSkeleton } from './reminders-skeleton.tsx';
import { SystemFault } from './system-fault.tsx';

interface Props {
  /** Whose reminders they are. */
  userId: string;
  /** The activity that the address names. */
  taskId: string | undefined;
  onChoose: (taskId: string | undefined) => Promise<void>;
  /** One's own activities to come, once they are there; why they are not. */
  own: readonly Choice[] | undefined;
  ownError: Error | null;
  /** Shown beside saved reminders: another way of being told. */
  offer: ReactNode;
}

/** /tasks/notificaciones: the reminders that one has set, and new ones (spec 001 section 2.2). */
export function RemindersView(props: Props) {
  const { data, error, refetch } = useQuery(remindersQuery);
  const { isPending: isConfirmedPending } = useQuery(confirmedActivities);
  const isOwnPending = props.own === undefined && props.ownError === null;
  // What the address names is shown with its facts, which would push the form about if they came later.
  const isChosenPending = props.taskId !== undefined && (isConfirmedPending || isOwnPending);
  if (data === undefined && error) return <SystemFault error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageHeading
        title="Configurar Notificaciones"
        lead="Elige cuántos días antes quieres que te recordemos cada actividad."
      />
      {data === undefined || isChosenPending ? (
        <RemindersSkeleton />
      ) : (
        <RemindersBoard reminders={data} {...props} />
      )}
    </>
  );
}
