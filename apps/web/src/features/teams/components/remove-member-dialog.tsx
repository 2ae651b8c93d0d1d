import type { Member } from '@minga/contract/teams';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { toastSuccess } from '../../../lib/toasts.ts';
import { type Team, useRemoveMember } from '../api.ts';
import { actionText, teamError } from '../roles.ts';

interface Props {
  team: Team;
  member: Member;
  /** The user leaves. */
  isOwn: boolean;
  isOpen: boolean;
  onClose: () => void;
  onLeft: () => void;
}

/** Confirms that a member is removed, or that the user leaves. */
export function RemoveMemberDialog({ team, member: { user, role }, isOwn, isOpen, onClose, onLeft }: Props) {
  const removal = useRemoveMember(team);
  const action = actionText(role, team.kind);
  const publishes = role !== 'door';

  async function confirm(): Promise<string | undefined> {
    try {
      await removal.mutateAsync({ userId: user._id, isOwn });
    } catch (error) {
      return teamError(error, isOwn ? 'Error al retirarte' : 'Error al quitar a esta persona', isOwn).join(
        ' ',
      );
    }
    onClose();
    toastSuccess(isOwn ? 'Te retiraste' : `${user.username} ya no hace parte`);
    if (isOwn) onLeft();
    return undefined;
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isOwn ? '¿Retirarte?' : '¿Quitar a esta persona?'}
      confirmLabel={isOwn ? 'Retirarme' : 'Quitar'}
      busyLabel={isOwn ? 'Retirándote…' : 'Quitando…'}
      isBusy={removal.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p style={{ margin: 0 }}>
        {isOwn ? (
          `Ya no podrás ${action}. Para volver necesitas otra invitación.${publishes ? ' Las actividades que publicaste siguen siendo tuyas.' : ''}`
        ) : (
          <>
            <strong>{user.username}</strong>
            <span>{` ya no podrá ${action}.${publishes ? ' Las actividades que publicó siguen siendo suyas.' : ''}`}</span>
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
