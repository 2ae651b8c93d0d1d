import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isUnknownActivity, oneActivity } from '../api/one-activity.ts';
import { ActivityFormSkeleton } from './activity-form-skeleton.tsx';
import { EditActivityForm } from './edit-activity-form.tsx';
import { RejectionNotice } from './rejection-notice.tsx';

interface Props {
  id: string;
  authorId: string;
  /** Navigates away after saving. */
  onSaved: () => void;
}

/** /tasks/{id}: edits the user's own activity. */
export function EditActivityView({ id, authorId, onSaved }: Props) {
  // A form initialised from stale data would overwrite changes saved since.
  const {
    data: activity,
    error,
    isFetchedAfterMount,
    refetch,
  } = useQuery({
    ...oneActivity(id),
    refetchOnMount: 'always',
  });
  if (error && isUnknownActivity(error)) return <ActivityNotFound />;
  if (!activity && error) return <ErrorPanel error={error} retry={refetch} isWholePage />;
  if (!activity || !isFetchedAfterMount) return <ActivityFormSkeleton />;
  if (!activity.isOwner) return <NotOrganiser id={id} organiser={activity.user.username} />;
  return (
    <>
      <PageHeading title="Editar Actividad" />
      <RejectionNotice activity={activity} />
      <EditActivityForm authorId={authorId} activity={activity} onSaved={onSaved} />
    </>
  );
}

const ActivityNotFound = () => (
  <>
    <PageHeading title="No encontramos esta actividad" />
    <EmptyState
      drawing="path"
      title="Por aquí no hay camino"
      text="Puede que el enlace esté incompleto o que la actividad ya se haya eliminado."
    >
      <Button renderRoot={props => <Link to="/tasks" {...props} />}>Ir a mis actividades</Button>
    </EmptyState>
  </>
);

const NotOrganiser = ({ id, organiser }: { id: string; organiser: string }) => (
  <>
    <PageHeading title="Esta actividad no es tuya" />
    <EmptyState
      drawing="people"
      title={`La organiza ${organiser}`}
      text="Solo quien la publicó puede cambiarla. Puedes ver su página y, si te animas, asistir."
    >
      <Button renderRoot={props => <Link to="/actividades/$id" params={{ id }} {...props} />}>
        Ver la actividad
      </Button>
    </EmptyState>
  </>
);
