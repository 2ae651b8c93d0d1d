import { CloseButton } from '@mantine/core';
import {
  MISSING_REASON_MESSAGE,
  REJECTION_REASON_MAX,
  undoApproval,
  undoRejection,
} from '@minga/contract/administration/activities';
import {
  BULK_MAX,
  type BulkAction,
  type BulkDecision,
  type BulkOutcome,
  decideManyActivities,
} from '@minga/contract/administration/bulk-decisions';
import { IconCheck, IconTrash, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog, Consequences } from '../../../components/dialog/confirm-dialog.tsx';
import { useIntentDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { counted } from '../../../lib/digits.ts';
import { call } from '../../../lib/server/api.ts';
import { isRetryable } from '../../../lib/server/query-client.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { refreshPanel } from '../api.ts';
import { useDashboardErrors } from '../errors.tsx';
import { activityCount, bulkDecisions, bulkOutcomeText, totalOutcome, undoneText } from '../model.ts';
import classes from '../moderation.module.css';
import { templatesOf } from '../reason-templates.ts';
import { ReasonDialog } from '../reasons.tsx';
import { type ChosenRow, hasAll, type RowSelection } from './row-selection.ts';

interface Props {
  readonly selection: RowSelection;
  /** The rows in sight. */
  readonly page: readonly ChosenRow[];
  /** Has the focus again when the bar disappears. */
  readonly onEnd: () => void;
}

const buttons = [
  { action: 'approve', label: 'Aprobar', icon: IconCheck },
  { action: 'reject', label: 'Rechazar', icon: IconX },
  { action: 'delete', label: 'Eliminar', icon: IconTrash },
] as const;

/** The number of chosen activities and what can be done with all of them. */
export function SelectionBar({ selection, page, onEnd }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const { intent, isOpen, openWith, close } = useIntentDialog<'reject' | 'delete'>();
  const bulk = useBulkDecision(onEnd);
  const { rows } = selection;

  useEffect(() => first.current?.focus(), []);

  return (
    <section aria-label="Elegir varias actividades" className={`card cluster ${classes.bar}`}>
      <label className={`target ${classes.all}`}>
        <input
          ref={first}
          type="checkbox"
          className={classes.box}
          checked={hasAll(rows, page)}
          onChange={() => selection.togglePage(page)}
        />
        Seleccionar todas las de esta página
      </label>
      <p role="status" className={`strong ${classes.count}`}>
        {countText(rows.length)}
      </p>
      <div className={`cluster ${classes.barActions}`}>
        {buttons.map(({ action, label, icon: Icon }) => (
          <BusyButton
            key={action}
            size="sm"
            variant={action === 'approve' ? 'filled' : 'default'}
            // A disabled button would lose the focus when the last box is cleared.
            isBusy={bulk.isBusy || rows.length === 0}
            busyLabel={label}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => (action === 'approve' ? void bulk.run(rows, action) : openWith(action))}
          >
            {label}
          </BusyButton>
        ))}
      </div>
      <CloseButton aria-label="Dejar de seleccionar" className={classes.close} size={44} onClick={onEnd} />
      {intent === 'reject' && (
        <ReasonDialog
          isOpen={isOpen}
          onClose={close}
          title={`Rechazar ${activityCount(rows.length)}`}
          templates={templatesOf.hide}
          max={REJECTION_REASON_MAX}
          missing={MISSING_REASON_MESSAGE}
          label="Motivo del rechazo"
          hint="Se lo diremos a quienes las publicaron."
          isBusy={bulk.isBusy}
          button="Rechazar"
          busyLabel="Rechazando..."
          // Success ends the selection, and with it this dialog.
          onReason={reason => void bulk.run(rows, 'reject', reason)}
        />
      )}
      {intent === 'delete' && (
        <ConfirmDialog
          isOpen={isOpen}
          title={
            rows.length === 1 ? '¿Eliminar esta actividad?' : `¿Eliminar estas ${activityCount(rows.length)}?`
          }
          confirmLabel="Eliminar"
          onConfirm={() => {
            close();
            void bulk.run(rows, 'delete');
          }}
          onCancel={close}
        >
          <Consequences subject={activityCount(rows.length)}>
            Se eliminan para siempre, con sus imágenes, asistencias y recordatorios, y les avisamos a quienes
            iban y dejaron correo. Esta acción no se puede deshacer.
          </Consequences>
        </ConfirmDialog>
      )}
    </section>
  );
}

function countText(count: number): string {
  if (count === 0) return 'Ninguna seleccionada';
  const text = counted(count, 'seleccionada', 'seleccionadas');
  return count === BULK_MAX ? `${text}, el máximo` : text;
}

/** A decision about activities that can be undone for some seconds. */
type UndoableAction = 'approve' | 'reject';

const FALLBACKS: Readonly<Record<BulkAction, string>> = {
  approve: 'Error al aprobar las actividades',
  reject: 'Error al rechazar las actividades',
  delete: 'Error al eliminar las actividades',
};

const UNDO_FALLBACKS: Readonly<Record<UndoableAction, string>> = {
  approve: 'Error al deshacer la aprobación',
  reject: 'Error al deshacer el rechazo',
};

/** One action on all chosen activities, the result in a toast and a refetch. `onDone` is called after success, and `run` resolves to false after a failure. */
function useBulkDecision(onDone: () => void) {
  const queryClient = useQueryClient();
  const { report, dismiss } = useDashboardErrors();
  const decide = useMutation({ mutationFn: decideAll });
  const { mutateAsync: undoDecisions } = useMutation({ mutationFn: undoAll });

  async function run(rows: readonly ChosenRow[], action: BulkAction, reason?: string): Promise<boolean> {
    if (decide.isPending) return false;
    const fallback = FALLBACKS[action];
    dismiss(fallback);
    const outcome = await decide.mutateAsync(bulkDecisions(rows, action, reason)).catch((error: unknown) => {
      report(error, fallback);
      return null;
    });
    if (outcome !== null) {
      const text = bulkOutcomeText(action, outcome);
      if (action !== 'delete' && canUndo(outcome)) offerUndo(rows, action, text);
      else toastSuccess(text);
      onDone();
    }
    // Also after a failure: the response may have been lost.
    await refreshPanel(queryClient);
    return outcome !== null;
  }

  /** Shows the outcome with 'Deshacer', again for those of which that does not reach the server. */
  function offerUndo(rows: readonly ChosenRow[], action: UndoableAction, text: string) {
    toastSuccess(text, async () => {
      const fallback = UNDO_FALLBACKS[action];
      dismiss(fallback);
      const ids = rows.map(({ _id }) => _id);
      const { undone, failure, remaining } = await undoDecisions({ ids, action });
      if (undone > 0) toastSuccess(undoneText(undone, rows));
      if (failure !== null) report(failure, fallback);
      if (remaining.length > 0) {
        const left = rows.filter(({ _id }) => remaining.includes(_id));
        offerUndo(left, action, bulkOutcomeText(action, { done: left.length, skipped: 0 }));
      }
      await refreshPanel(queryClient);
    });
  }

  return { run, isBusy: decide.isPending };
}

/** The response does not say which were skipped, so that a decision can be undone only if none was. */
const canUndo = ({ done, skipped }: BulkOutcome): boolean => done > 0 && skipped === 0;

/** Approves, rejects or deletes some activities, one request after the other. Skips those that have changed. */
async function decideAll(decisions: readonly BulkDecision[]): Promise<BulkOutcome> {
  const outcomes: BulkOutcome[] = [];
  for (const body of decisions) outcomes.push(await call(decideManyActivities, { body }));
  return totalOutcome(outcomes);
}

interface Undoing {
  readonly ids: readonly string[];
  readonly action: UndoableAction;
}

interface UndoneDecisions {
  readonly undone: number;
  /** The first error; null: all were undone. Those that the server refused have been announced by now. */
  readonly failure: Error | null;
  /** Not tried, or without an answer: the server is away. */
  readonly remaining: readonly string[];
}

/** Gives approved or rejected activities the status back that they had before, one request after the other. */
async function undoAll({ ids, action }: Undoing): Promise<UndoneDecisions> {
  const endpoint = { approve: undoApproval, reject: undoRejection }[action];
  let undone = 0;
  let failure: Error | null = null;
  for (const [index, id] of ids.entries()) {
    try {
      await call(endpoint, { params: { id }, query: {} });
      undone += 1;
    } catch (error) {
      failure ??= error as Error;
      if (isRetryable(error as Error)) return { undone, failure, remaining: ids.slice(index) };
    }
  }
  return { undone, failure, remaining: [] };
}
