import type { WholeActivity } from '@minga/contract/activities';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { isUnknown } from '../../../lib/errors/unknown-row.ts';
import { oneActivity } from '../api.ts';
import { ActivityNotFound, NotOrganiser } from '../own/not-editable.tsx';
import { type DraftValues, toCopy } from './activity-draft.ts';
import { ActivityForm, ActivityFormSkeleton } from './activity-form.tsx';
import type { OrganisersSlot } from './more-options.tsx';
import { useCreateActivity } from './save-api.ts';

interface Props {
  /** Of the activity to copy. */
  id: string;
  authorId: string;
  organisers: OrganisersSlot;
  /** Navigates away after saving. */
  onSaved: (activity: WholeActivity) => void;
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

interface NewActivityFormProps {
  authorId: string;
  /** The values of the activity that it copies. */
  copy?: { readonly of: string; readonly draft: DraftValues };
  /** The id of its collective; '' for none. */
  collectiveId?: string | undefined;
  organisers?: OrganisersSlot | undefined;
  /** Navigates away after saving. */
  onSaved: (activity: WholeActivity) => void;
}

const labels = { save: 'Publicar', saving: 'Creando...', saved: null };

/** The form of /add-task. */
export function NewActivityForm({ copy, ...form }: NewActivityFormProps) {
  const create = useCreateActivity();
  return <ActivityForm activity={null} copy={copy} mutation={create} labels={labels} {...form} />;
}

interface Copied {
  readonly activity: WholeActivity;
  /** The picture as a file to upload; null without one, or if it could not be loaded. */
  readonly image: File | null;
}

/** An activity to copy, with its picture if the viewer organises it. Never refetched: the form that starts from it stays as it is. */
const copiedActivity = (id: string) =>
  queryOptions({
    queryKey: ['copied-activity', id],
    queryFn: async ({ client }): Promise<Copied> => {
      const activity = await client.fetchQuery({ ...oneActivity(id), staleTime: 0 });
      const { canManage, image } = activity;
      return { activity, image: canManage && image !== null ? await loadPicture(image) : null };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

async function loadPicture(url: string): Promise<File | null> {
  try {
    const response = await fetch(url);
    if (!response.ok) return null;
    const picture = await response.blob();
    return new File([picture], 'imagen copiada', { type: picture.type });
  } catch {
    return null;
  }
}
