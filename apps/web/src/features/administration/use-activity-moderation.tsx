import type { Activity } from '@minga/contract/activities';
import { useIntentDialog } from '../../components/use-intent-dialog.ts';
import type { ActivityIntent, ModerationScope } from './activity-actions.ts';
import { useApproveActivity } from './api/approve-activity.ts';
import { useUndoApproval } from './api/undo-approval.ts';
import { ActivityDetailsDialog } from './components/activities/activity-details-dialog.tsx';
import { RejectDialog } from './components/activities/reject-dialog.tsx';
import { useRowActions } from './use-row-actions.ts';

/** Approves and rejects the activities of a list, and shows their details; `dialogs` is part of the list's screen. */
export function useActivityModeration() {
  const actions = useRowActions();
  const { mutateAsync: approve } = useApproveActivity();
  const { mutateAsync: undoApproval } = useUndoApproval();
  const { intent, isOpen, openWith, close } = useIntentDialog<ActivityIntent>();

  const onApprove = ({ _id: id }: Activity, scope: ModerationScope) =>
    void actions.run({
      id,
      call: () => approve({ id, scope }),
      success: scope === 'all' ? 'Serie aprobada' : 'Actividad aprobada',
      fallback: 'Error al aprobar actividad',
      undo: {
        call: () => undoApproval({ id, scope }),
        success:
          scope === 'all' ? 'La serie vuelve a estar pendiente' : 'La actividad vuelve a estar pendiente',
        fallback: 'Error al deshacer la aprobación',
      },
    });

  const dialogs = (
    <>
      {intent?.kind === 'details' && (
        <ActivityDetailsDialog
          activity={intent.activity}
          isOpen={isOpen}
          onClose={close}
          onWithdraw={() => openWith({ kind: 'reject', activity: intent.activity })}
        />
      )}
      {intent?.kind === 'reject' && (
        <RejectDialog activity={intent.activity} isOpen={isOpen} onClose={close} actions={actions} />
      )}
    </>
  );

  return { actions, onApprove, onIntent: openWith, dialogs };
}
