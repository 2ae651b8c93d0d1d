import type { Activity } from '@minga/contract/activities';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { oneActivity } from '../api/one-activity.ts';
import { useUpdateActivity } from '../api/update-activity.ts';
import { ActivityForm } from './activity-form.tsx';

interface Props {
  authorId: string;
  activity: Activity;
  /** Leaves the form. */
  onSaved: () => void;
  /** Leaves it without saving; by default to /tasks. */
  onCancel?: () => void;
}

const words = { save: 'Actualizar Actividad', saving: 'Actualizando...', saved: 'Actividad actualizada' };

/** The form of /tasks/{id}. What was saved elsewhere since it was opened is not replaced without asking. */
export function EditActivityForm({ authorId, activity, onSaved, onCancel }: Props) {
  // The query's own may become newer while one writes.
  const [opened] = useState(activity);
  const update = useUpdateActivity(opened._id);
  const isChangedElsewhere = useChangedElsewhere(opened);
  const [decide, setDecide] = useState<((mayReplace: boolean) => void) | null>(null);

  const mayReplace = async () =>
    !(await isChangedElsewhere()) || new Promise<boolean>(resolve => setDecide(() => resolve));

  function answer(isMine: boolean) {
    decide?.(isMine);
    setDecide(null);
  }

  return (
    <>
      <ActivityForm
        authorId={authorId}
        activity={opened}
        mutation={update}
        words={words}
        mayReplace={mayReplace}
        onSaved={onSaved}
        onCancel={onCancel}
      />
      <ConfirmDialog
        isOpen={decide !== null}
        title="Esta actividad cambió mientras la editabas"
        confirmLabel="Guardar lo mío"
        cancelLabel="Seguir editando"
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      >
        Se guardaron otros cambios después de que abriste este formulario, quizá en otra ventana.{' '}
        <a href={`/actividades/${opened._id}`} target="_blank" rel="noreferrer">
          Mira cómo está ahora
        </a>
        . Si guardas lo tuyo, lo reemplaza.
      </ConfirmDialog>
    </>
  );
}

/** Asks the server. Where it gives no answer, saving will be told why. */
function useChangedElsewhere(opened: Activity): () => Promise<boolean> {
  const queryClient = useQueryClient();
  return async () => {
    try {
      const current = await queryClient.fetchQuery({
        ...oneActivity(opened._id),
        staleTime: 0,
        retry: false,
      });
      return current.updatedAt !== opened.updatedAt;
    } catch {
      return false;
    }
  };
}
