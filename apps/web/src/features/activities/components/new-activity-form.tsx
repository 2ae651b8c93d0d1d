import type { DraftValues } from '../activity-draft.ts';
import { useCreateActivity } from '../api/create-activity.ts';
import { ActivityForm } from './activity-form.tsx';

interface Props {
  authorId: string;
  /** The values of the activity that it copies. */
  copy?: { readonly of: string; readonly draft: DraftValues };
  /** Navigates away after saving. */
  onSaved: () => void;
}

const labels = { save: 'Crear Actividad', saving: 'Creando...', saved: 'Actividad publicada' };

/** The form of /add-task. */
export function NewActivityForm({ authorId, copy, onSaved }: Props) {
  const create = useCreateActivity();
  return (
    <ActivityForm
      authorId={authorId}
      activity={null}
      copy={copy}
      mutation={create}
      labels={labels}
      onSaved={onSaved}
    />
  );
}
