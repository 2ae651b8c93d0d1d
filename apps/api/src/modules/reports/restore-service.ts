import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { findManagedAccount, switchAccount } from '../accounts/managed/service.ts';
import { type HiddenActivity, lockReportedAmong, restoreHidden } from '../activities/removal/service.ts';
import { type DeactivatedCollective, reactivateCollectives } from '../collectives/review-service.ts';
import { type CaseRow, lockPendingHidings, updateCase } from './repository.ts';
import type { Banned, UndoState } from './schema.ts';

interface Hidden {
  readonly activities: readonly HiddenActivity[];
  readonly collectives: readonly DeactivatedCollective[];
  /** Of a deactivated account. */
  readonly accountId: string | null;
}

/**
 * Gives back what an undone decision hid. What another decision hides too, which can still be undone, stays hidden, and the undo of that
 * one restores it. What was edited, shown or decided again since stays as it is.
 */
export async function restore(
  platform: Pick<Platform, 'clock'>,
  tx: Transaction,
  one: CaseRow,
  hidden: Hidden,
): Promise<void> {
  const others = await lockPendingHidings(tx, one.id);
  const locked = await lockReportedAmong(
    tx,
    hidden.activities.map(({ id }) => id),
  );
  const publishers = new Map(locked.map(activity => [activity.id, activity]));
  const taken = new Map<CaseRow, UndoState>();
  /** Whether another decision takes it over. */
  const isTaken = (
    isKeeper: (other: CaseRow) => boolean,
    add: (undo: UndoState, keeper: CaseRow) => UndoState,
  ): boolean => {
    const keeper = others.find(isKeeper);
    const undo = keeper && (taken.get(keeper) ?? keeper.undo);
    if (keeper === undefined || undo == null) return false;
    taken.set(keeper, add(undo, keeper));
    return true;
  };
  const activities = hidden.activities.filter(activity => {
    const { ownerId, collectiveId = null } = publishers.get(activity.id) ?? {};
    const isOfOwn = isAbout('activity', activity.id);
    return !(
      isTaken(isOfOwn, (undo, keeper) => withActivity(undo, keeper, activity)) ||
      isTaken(
        other =>
          other.decision === 'ban' &&
          (other.authorId === ownerId || isAbout('collective', collectiveId)(other)),
        (undo, keeper) => withActivity(undo, keeper, activity),
      )
    );
  });
  const collectives = hidden.collectives.filter(
    ({ id, status }) =>
      !(
        isTaken(isAbout('collective', id), undo => ({ ...undo, status })) ||
        isTaken(isBanOf(one.authorId), undo =>
          withBanned(undo, ({ collectives, ...banned }) => ({
            ...banned,
            collectives: [...collectives, { id, status }],
          })),
        )
      ),
  );
  const isLeft =
    hidden.accountId !== null &&
    !isTaken(isBanOf(hidden.accountId), undo =>
      withBanned(undo, banned => ({ ...banned, isDeactivated: true })),
    );
  await restoreHidden(tx, activities);
  await reactivateCollectives(tx, collectives);
  if (isLeft) await reactivate(platform, tx, hidden.accountId);
  for (const [{ id }, undo] of taken) await updateCase(tx, id, { undo });
}

const isAbout =
  (type: CaseRow['targetType'], id: string | null) =>
  ({ targetType, targetId }: CaseRow): boolean =>
    targetType === type && targetId === id;

const isBanOf =
  (accountId: string | null) =>
  ({ decision, authorId }: CaseRow): boolean =>
    decision === 'ban' && authorId === accountId;

/** What an activity was before both decisions, unless the other one was the first and has it already. */
function withActivity(
  undo: UndoState,
  { note, targetType, targetId }: CaseRow,
  activity: HiddenActivity,
): UndoState {
  const { id, status, rejectionReason } = activity;
  const known = undo.hidden ?? [];
  const isAsLeft = status === 'rejected' && rejectionReason === note;
  if (isAsLeft && known.some(one => one.id === id)) return undo;
  return {
    ...undo,
    ...(targetType === 'activity' && targetId === id && { status, rejectionReason }),
    hidden: [...known.filter(one => one.id !== id), activity],
  };
}

const withBanned = (undo: UndoState, change: (banned: Banned) => Banned): UndoState => ({
  ...undo,
  banned: change(undo.banned ?? { isDeactivated: false, collectives: [] }),
});

async function reactivate(
  platform: Pick<Platform, 'clock'>,
  tx: Transaction,
  id: string | null,
): Promise<void> {
  const account = id === null ? null : await findManagedAccount({ db: tx }, id);
  if (account?.isActive === false) await switchAccount(platform, tx, account.id, true);
}
