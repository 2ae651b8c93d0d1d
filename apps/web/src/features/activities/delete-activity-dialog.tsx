import { Text } from '@mantine/core';
import { type Activity, deleteActivity } from '@minga/contract/activities';
import { phaseOf } from '@minga/contract/activity-phase';
import { type Scope, SERIES_HEADER, type SeriesOutcome } from '@minga/contract/series';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { ConfirmDialog, Consequences } from '../../components/dialog/confirm-dialog.tsx';
import { now } from '../../lib/dates/now.ts';
import { digits } from '../../lib/digits.ts';
import { ownErrorText } from '../../lib/errors/error-sentences.ts';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { activitiesKey } from '../../lib/server/activities-key.ts';
import { callWithHeader } from '../../lib/server/api.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { invalidateLists, removeActivity } from './api.ts';
import { hasOthers, outcomeText } from './model.ts';
import { ScopeDialog } from './scope-dialog.tsx';

interface Props {
  activity: Deleted;
  isOpen: boolean;
  onClose: () => void;
  /** The controls on a card that is removed with its activity: the focus moves to another one. */
  controls?: RefObject<Element | null>;
  /** Replaces the default question. */
  title?: string;
  children?: ReactNode;
  onDeleted?: () => void;
}

/** Confirms the deletion of the user's own activity (docs/rules.md R3.10, activity card), of a series one or more of its dates. */
export const DeleteActivityDialog = (props: Props) =>
  hasOthers(props.activity) ? <DeleteSeriesDialog {...props} /> : <DeleteOneDialog {...props} />;

function DeleteOneDialog({ activity, isOpen, onClose, controls, ...options }: Props) {
  const remove = useDeleteActivity(activity._id);

  async function confirm(): Promise<string | undefined> {
    const moveFocus = controls && captureFocusTarget(controls.current);
    try {
      await remove.mutateAsync(undefined);
      toastSuccess('Actividad eliminada');
      moveFocus?.();
      options.onDeleted?.();
    } catch (error) {
      return ownErrorText(error, 'Error al eliminar la actividad');
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={options.title ?? 'Estás seguro que deseas eliminar esta actividad?'}
      confirmLabel="Eliminar"
      busyLabel="Eliminando..."
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {options.children ?? (
        <Consequences subject={activity.title}>
          Los archivos asociados se eliminan para siempre, como la imagen. También las asistencias y los
          recordatorios.
        </Consequences>
      )}
      <Cancellation of={activity} />
    </ConfirmDialog>
  );
}

type Deleted = Pick<Activity, '_id' | 'title' | 'date' | 'endDate' | 'series' | 'status' | 'places'>;

/** The people who learn of the deletion: after the end, and of what was rejected, the server tells none (docs/rules.md R5.5). */
function cancelledFor({ date, endDate, status, places }: Deleted): number {
  return status === 'rejected' || phaseOf({ date, endDate }, now()) === 'past' ? 0 : places.taken;
}

/** 'Van 7 personas': an organiser who deletes an activity to tidy up cancels it for them. */
function Cancellation({ of: activity }: { readonly of: Deleted }) {
  const people = cancelledFor(activity);
  if (people === 0) return null;
  return (
    <p className="strong">
      {people === 1
        ? 'Va una persona: si dejó correo, le avisamos que se canceló.'
        : `Van ${digits(people)} personas: a quienes dejaron correo les avisamos que se canceló.`}
    </p>
  );
}

interface DeleteSeriesDialogProps {
  readonly activity: Pick<Activity, '_id' | 'title' | 'date' | 'series'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly controls?: RefObject<Element | null>;
  readonly onDeleted?: () => void;
}

/** Confirms the deletion of one or more occurrences of a series. */
function DeleteSeriesDialog({ activity, isOpen, onClose, controls, onDeleted }: DeleteSeriesDialogProps) {
  const remove = useDeleteActivity(activity._id);

  async function confirm(scope: Scope): Promise<string | undefined> {
    const moveFocus = controls && captureFocusTarget(controls.current);
    try {
      const outcome = await remove.mutateAsync(scope);
      toastSuccess(outcome === null ? 'Actividad eliminada' : outcomeText(outcome));
      moveFocus?.();
      onClose();
      onDeleted?.();
    } catch (error) {
      return ownErrorText(error, 'Error al eliminar la actividad');
    }
  }

  return (
    <ScopeDialog
      activity={activity}
      isOpen={isOpen}
      title="¿Qué fechas quieres eliminar?"
      label={activity.title}
      confirmLabel="Eliminar"
      busyLabel="Eliminando..."
      isBusy={remove.isPending}
      color="clay"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Text>
        Se eliminan para siempre con su imagen, sus asistencias y sus recordatorios, también las que cambiaste
        aparte. A quienes iban y dejaron correo les avisamos una sola vez. Las que ya pasaron quedan.
      </Text>
    </ScopeDialog>
  );
}

/**
 * Deletes an activity and removes it from every cached list. Of a series the scope is given, and the counts of several occurrences are
 * returned. A 404 counts as success: it is already deleted.
 */
function useDeleteActivity(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (scope: Scope | undefined): Promise<SeriesOutcome | null> => {
      const query = scope === undefined || scope === 'one' ? {} : { scope };
      const call = callWithHeader(deleteActivity, SERIES_HEADER, { params: { id }, query });
      return ((await ignoreNotFound(call))?.value ?? null) as SeriesOutcome | null;
    },
    onSuccess: (_outcome, scope) => {
      removeActivity(queryClient, id);
      // Lists show the next occurrence in the place of the deleted one.
      if (scope !== undefined) return invalidateLists(queryClient);
      // The visible lists are already up to date, so they need no refetch.
      return queryClient.invalidateQueries({ queryKey: activitiesKey, refetchType: 'none' });
    },
  });
}

/**
 * Finds where the focus belongs after the list entry around `element` is removed: the next card, else the previous one,
 * else the page's heading. Must be called before the removal; the returned function moves the focus afterwards.
 */
function captureFocusTarget(element: Element | null): () => void {
  const entry = element?.closest('li');
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling ?? lastOfPreviousBlock(entry);
  const target = neighbour?.querySelector<HTMLElement>('a, button') ?? document.querySelector('h1');
  return () => target?.focus();
}

/** A long list is split into several `ul` blocks. */
function lastOfPreviousBlock(entry: Element | null | undefined): Element | null | undefined {
  const block = entry?.parentElement?.previousElementSibling;
  return block?.matches('ul') ? block.lastElementChild : null;
}
