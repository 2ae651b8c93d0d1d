import type { WholeActivity } from '@minga/contract/activities';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useQuestion } from '../../../components/use-question.ts';
import { oneActivity } from '../api/one-activity.ts';
import { useUpdateActivity } from '../api/update-activity.ts';
import { hasOthers } from '../series-text.ts';
import { useScopeQuestion } from '../use-scope-question.tsx';
import { ActivityForm } from './activity-form.tsx';
import type { OrganisersSlot } from './more-options.tsx';

interface Props {
  authorId: string;
  activity: WholeActivity;
  organisers?: OrganisersSlot;
  /** Navigates away after saving. */
  onSaved: () => void;
  /** Navigates away without saving; by default to /tasks. */
  onCancel?: () => void;
}

const labels = { save: 'Actualizar actividad', saving: 'Actualizando...', saved: 'Actividad actualizada' };

/** The form of /tasks/{id}. Asks before it overwrites changes that were saved elsewhere since it was opened. */
export function EditActivityForm({ authorId, activity, organisers, onSaved, onCancel }: Props) {
  // The query may refetch a newer version while the user edits.
  const [opened] = useState(activity);
  const update = useUpdateActivity(opened._id);
  const hasChangedElsewhere = useChangedElsewhere(opened);
  const replacing = useQuestion<true>();
  const releasing = useQuestion<string>();
  const scope = useScopeQuestion(opened);

  return (
    <>
      <ActivityForm
        authorId={authorId}
        activity={opened}
        mutation={update}
        labels={labels}
        confirmReplace={async () => !(await hasChangedElsewhere()) || replacing.ask(true)}
        chooseScope={hasOthers(opened) ? scope.ask : undefined}
        confirmRelease={releasing.ask}
        organisers={organisers}
        onSaved={onSaved}
        onCancel={onCancel}
      />
      <ConfirmDialog
        isOpen={replacing.asked !== null}
        title="Esta actividad cambió mientras la editabas"
        confirmLabel="Guardar lo mío"
        cancelLabel="Seguir editando"
        onConfirm={() => replacing.answer(true)}
        onCancel={() => replacing.answer(false)}
      >
        Se guardaron otros cambios después de que abriste este formulario, quizá en otra ventana.{' '}
        <a href={`/actividades/${opened._id}`} target="_blank" rel="noreferrer">
          Mira cómo está ahora
        </a>
        . Si guardas lo tuyo, lo reemplaza.
      </ConfirmDialog>
      {scope.dialog}
      <ConfirmDialog
        isOpen={releasing.asked !== null}
        title="Hay personas que ya eligieron"
        confirmLabel="Guardar y avisarles"
        cancelLabel="Seguir editando"
        onConfirm={() => releasing.answer(true)}
        onCancel={() => releasing.answer(false)}
      >
        {`${releasing.asked}. Les avisamos a quienes dejaron correo y pueden elegir otra cosa.`}
      </ConfirmDialog>
    </>
  );
}

/** Compares with the server's version. If the request fails, saving is tried anyway and reports the error. */
function useChangedElsewhere(opened: WholeActivity): () => Promise<boolean> {
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
