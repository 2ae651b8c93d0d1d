import { Text } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import type { Scope } from '@minga/contract/series';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isSameDay } from '../../lib/dates.ts';
import type { ActivityDraft } from './activity-draft.ts';

// Only for occurrences of a series.
const ScopeDialog = lazy(() =>
  import('./components/scope-dialog.tsx').then(module => ({ default: module.ScopeDialog })),
);

interface Asked {
  readonly draft: ActivityDraft;
  readonly resolve: (scope: Scope | null) => void;
}

/** Asks to which occurrences of a series an edit applies, and says which stay as they are. `ask` resolves to null if it is cancelled. */
export function useScopeQuestion(activity: Activity): {
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
