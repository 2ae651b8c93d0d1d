import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { isUnknown } from '../../../lib/errors/unknown-row.ts';
import { RejectionNotice } from '../activity-facts.tsx';
import { oneActivity } from '../api.ts';
import { ActivityNotFound, NotOrganiser } from '../own/not-editable.tsx';
import { ActivityFormSkeleton } from './activity-form.tsx';
import { EditActivityForm } from './edit-activity-form.tsx';
import type { OrganisersField } from './more-options.tsx';

// Only for activities that administration has hidden.
const HiddenNotice = lazy(() =>
  import('../activity/hidden-notice.tsx').then(module => ({ default: module.HiddenNotice })),
);

interface Props {
  id: string;
  /** The user, whose drafts the form stores. */
  authorId: string;
  /** The field 'Colectivo y equipo' of an activity. */
  organisers: (activity: Activity, field: OrganisersField) => ReactNode;
  /** Navigates away after saving. */
  onSaved: () => void;
}

/** /tasks/{id}: edits an activity that the user manages. */
export function EditActivityView({ id, authorId, organisers, onSaved }: Props) {
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
  if (error && isUnknown(error)) return <ActivityNotFound />;
  if (!activity && error) return <ErrorPanel error={error} retry={refetch} isWholePage />;
  if (!activity || !isFetchedAfterMount) return <ActivityFormSkeleton title="Editar actividad" />;
  if (!activity.canManage) return <NotOrganiser id={id} organiser={activity.user.username} />;
  return (
    <>
      <PageHeading title="Editar actividad" />
      {activity.appeal ? (
        <Suspense>
          <HiddenNotice activity={activity} appeal={activity.appeal} isEditing />
        </Suspense>
      ) : (
        <RejectionNotice activity={activity} />
      )}
      <EditActivityForm
        authorId={authorId}
        activity={activity}
        organisers={field => organisers(activity, field)}
        onSaved={onSaved}
      />
    </>
  );
}
