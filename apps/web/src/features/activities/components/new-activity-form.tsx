import type { Activity } from '@minga/contract/activities';
import type { DraftValues } from '../activity-draft.ts';
import { useCreateActivity } from '../api/create-activity.ts';
import { ActivityForm } from './activity-form.tsx';
import type { OrganisersSlot } from './more-options.tsx';

interface Props {
  authorId: string;
  /** The values of the activity that it copies. */
  copy?: { readonly of: string; readonly draft: DraftValues };
  /** The id of its collective; '' for none. */
  collectiveId?: string | undefined;
  organisers?: OrganisersSlot | undefined;
  /** Navigates away after saving. */
  onSaved: (activity: Activity) => void;
}

const labels = { save: 'Crear Actividad', saving: 'Creando...', saved: 'Actividad publicada' };

/** The form of /add-task. */
export function NewActivityForm({ copy, ...form }: Props) {
  const create = useCreateActivity();
  return <ActivityForm activity={null} copy={copy} mutation={create} labels={labels} {...form} />;
}
