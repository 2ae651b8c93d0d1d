import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountStatusDecided } from '../accounts/events.ts';
import { lockManagedAccount, notifyOfDeactivation, switchAccount } from '../accounts/managed/service.ts';
import { lockActivitiesOf } from '../activities/removal/service.ts';
import type { LockedActivity } from '../activities/repository.ts';
import { recordActions } from '../administration/audit-service.ts';
import { deactivateOwnedAlone } from '../collectives/review-service.ts';
import { notifyBanned } from './notice-service.ts';
import { type CaseRow, lockPendingBans, updateCase } from './repository.ts';
import type { Banned } from './schema.ts';
import type { Target } from './target-service.ts';
import type { Why } from './text-rules.ts';

/** What a ban has deactivated, and the locked activities that it hides. */
interface Seized {
  readonly banned: Banned;
  readonly activities: readonly LockedActivity[];
}

/**
 * Deactivates an author's account and the other collectives that only it owns, and locks its activities and those of a banned
 * collective. Locks the account first, so that no publication of it is stored afterwards; to be called before other rows are locked.
 * Accounts of administration stay as they are.
 */
export async function seize(
  platform: Pick<Platform, 'clock'>,
  tx: Transaction,
  authorId: string,
  target: Target,
): Promise<Seized> {
  const account = await lockManagedAccount(tx, authorId);
  if (account?.role !== 'user') return { banned: { isDeactivated: false, collectives: [] }, activities: [] };
  if (account.isActive) await switchAccount(platform, tx, authorId, false);
  const collectiveId = target.type === 'collective' ? target.id : null;
  const activities = await lockActivitiesOf(tx, { ownerId: authorId, collectiveId });
  const collectives = await deactivateOwnedAlone(tx, authorId, target.id);
  return { banned: { isDeactivated: account.isActive, collectives }, activities };
}

/** Tells the owner of a deactivated account, unless it has been activated again since; whether it is still deactivated. */
export async function announceBan(
  platform: Pick<Platform, 'mailer' | 'settings'>,
  tx: Transaction,
  one: CaseRow,
  account: NonNullable<Awaited<ReturnType<typeof lockManagedAccount>>>,
  why: Why,
): Promise<boolean> {
  if (account.isActive || account.role !== 'user') return false;
  await notifyBanned(platform, tx, account, one, why);
  await notifyOfDeactivation(platform, tx, account);
  return true;
}

/**
 * Subscriber of `accountStatusDecided`: an undo of an earlier ban leaves the account as it was decided. The deactivation of an account
 * that a ban has deactivated changes nothing else, so it is logged here; its owner is told when the ban has its effects, or is undone.
 */
export async function keepDecidedStatus(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  decisions: readonly AccountStatusDecided[],
): Promise<void> {
  for (const { id, actorId, isActive, isChanged } of decisions) {
    let isConfirmed = false;
    for (const { id: caseId, undo } of await lockPendingBans(tx, id)) {
      const { banned } = undo ?? {};
      if (undo == null || banned?.isDeactivated !== true) continue;
      isConfirmed ||= !isChanged && !isActive && banned.decidedSince === undefined;
      const isTold = isChanged || banned.decidedSince?.isTold === true;
      await updateCase(tx, caseId, { undo: { ...undo, banned: { ...banned, decidedSince: { isTold } } } });
    }
    if (isConfirmed)
      await recordActions(tx, [
        { actorId, at: clock(), action: 'user.deactivate', targetType: 'account', targetId: id },
      ]);
  }
}

/** Tells the owner of an account that a later decision keeps deactivated although the ban is undone, unless that decision told it. */
export async function announceKept(
  platform: Pick<Platform, 'mailer' | 'settings'>,
  tx: Transaction,
  accountId: string | null,
  banned: Banned | undefined,
): Promise<void> {
  if (accountId === null || banned?.isDeactivated !== true || banned.decidedSince?.isTold !== false) return;
  const account = await lockManagedAccount(tx, accountId);
  if (account?.isActive === false) await notifyOfDeactivation(platform, tx, account);
}
