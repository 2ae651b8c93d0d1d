import { Text } from '@mantine/core';
import type { Activity, WholeActivity } from '@minga/contract/activities';
import type { Scope } from '@minga/contract/series';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { isSameDay } from '../../../lib/dates/dates.ts';
import { oneActivity } from '../api.ts';
import { hasOthers } from '../model.ts';
import type { ActivityDraft } from './activity-draft.ts';
import { ActivityForm } from './activity-form.tsx';
import type { OrganisersSlot } from './more-options.tsx';
import { useUpdateActivity } from './save-api.ts';

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

// Only for occurrences of a series.
const ScopeDialog = lazy(() =>
  import('../scope-dialog.tsx').then(module => ({ default: module.ScopeDialog })),
);

interface Asked {
  readonly draft: ActivityDraft;
  readonly resolve: (scope: Scope | null) => void;
}

/** Asks to which occurrences of a series an edit applies, and says which stay as they are. `ask` resolves to null if it is cancelled. */
function useScopeQuestion(activity: Activity): {
  ask: (draft: ActivityDraft) => Promise<Scope | null>;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isMounted, setIsMounted] = useState(false);

  function answer(scope: Scope | null): undefined {
    asked?.resolve(scope);
    setAsked(null);
  }

  const isMoved = asked !== null && !isSameDay(activity.date, asked.draft.date);
  return {
    ask: draft =>
      new Promise(resolve => {
        setIsMounted(true);
        setAsked({ draft, resolve });
      }),
    dialog: isMounted && (
      <Suspense>
        <ScopeDialog
          activity={activity}
          isOpen={asked !== null}
          title="¿Qué fechas quieres cambiar?"
          label={activity.title}
          confirmLabel="Guardar"
          busyLabel="Guardando..."
          isBusy={false}
          color="forest"
          onConfirm={answer}
          onCancel={() => answer(null)}
        >
          <Text>
            {`${isMoved ? 'El día que elegiste vale solo para esta fecha: en las otras opciones cada una queda en su día. ' : ''}En las demás cambia todo lo que ves en el formulario, también la hora. Quedan como están las que ya pasaron y las que cambiaste aparte. A quienes van y dejaron correo les avisamos una sola vez.`}
          </Text>
        </ScopeDialog>
      </Suspense>
    ),
  };
}

interface Question<About> {
  readonly about: About;
  readonly resolve: (isYes: boolean) => void;
}

/** A question of a dialog that a function waits for. `asked` is what it is about while it is open, else null. */
function useQuestion<About>() {
  const [question, setQuestion] = useState<Question<About> | null>(null);
  return {
    asked: question?.about ?? null,
    ask: (about: About) => new Promise<boolean>(resolve => setQuestion({ about, resolve })),
    answer: (isYes: boolean) => {
      question?.resolve(isYes);
      setQuestion(null);
    },
  };
}
