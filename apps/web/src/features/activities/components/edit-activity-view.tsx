import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isUnknownActivity, oneActivity } from '../api/one-activity.ts';
import { ActivityFormSkeleton } from './activity-form-skeleton.tsx';
import { EditActivityForm } from './edit-activity-form.tsx';
import { ActivityNotFound, NotOrganiser } from './not-editable.tsx';
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
  if (!activity || !isFetchedAfterMount) return <ActivityFormSkeleton title="Editar Actividad" />;
  if (!activity.canManage) return <NotOrganiser id={id} organiser={activity.user.username} />;
  return (
    <>
      <PageHeading title="Editar Actividad" />
      <RejectionNotice activity={activity} />
      <EditActivityForm authorId={authorId} activity={activity} onSaved={onSaved} />
    </>
  );
}
