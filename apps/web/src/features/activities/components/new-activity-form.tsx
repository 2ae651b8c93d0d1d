import { useCreateActivity } from '../api/create-activity.ts';
import { ActivityForm } from './activity-form.tsx';

interface Props {
  authorId: string;
  /** Navigates away after saving. */
  onSaved: () => void;
}

const labels = { save: 'Crear Actividad', saving: 'Creando...', saved: 'Actividad publicada' };

/** The form of /add-task. */
export function NewActivityForm({ authorId, onSaved }: Props) {
  const create = useCreateActivity();
  return (
    <ActivityForm authorId={authorId} activity={null} mutation={create} labels={labels} onSaved={onSaved} />
  );
}
