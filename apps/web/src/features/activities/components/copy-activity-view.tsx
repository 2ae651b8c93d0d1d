import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isUnknown } from '../../../lib/unknown-row.ts';
import { toCopy } from '../activity-draft.ts';
import { copiedActivity } from '../api/copied-activity.ts';
import { ActivityFormSkeleton } from './activity-form-skeleton.tsx';
import type { OrganisersSlot } from './more-options.tsx';
import { NewActivityForm } from './new-activity-form.tsx';
import { ActivityNotFound, NotOrganiser } from './not-editable.tsx';

interface Props {
  /** Of the activity to copy. */
  id: string;
  authorId: string;
  organisers: OrganisersSlot;
  /** Navigates away after saving. */
  onSaved: (activity: Activity) => void;
}

const TITLE = 'Crear Actividad';

/** /add-task?de={id}: a new activity that starts as a copy of one that the user organises. */
export function CopyActivityView({ id, authorId, organisers, onSaved }: Props) {
  const { data, error, refetch } = useQuery(copiedActivity(id));
  if (error && isUnknown(error)) return <ActivityNotFound />;
  if (error) return <ErrorPanel error={error} retry={refetch} isWholePage />;
  if (!data) return <ActivityFormSkeleton title={TITLE} />;
  const { activity, image } = data;
  if (!activity.canManage) return <NotOrganiser id={id} organiser={activity.user.username} />;
  return (
    <>
      <PageHeading
        title={TITLE}
        lead={`Es una copia de «${activity.title}» para el mismo día de la semana. Revisa la fecha antes de publicarla.`}
      />
      <NewActivityForm
        authorId={authorId}
        copy={{ of: id, draft: toCopy(activity, image) }}
        organisers={organisers}
        onSaved={onSaved}
      />
    </>
  );
}
