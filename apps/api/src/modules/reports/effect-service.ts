import type { Transaction } from '../../platform/database/connection.ts';
import type { LockingHandler } from '../../platform/due-work/due-work.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountStatusDecided } from '../accounts/events.ts';
import { notifyOfDeactivation } from '../accounts/managed/notice-service.ts';
import { lockManagedAccount, switchAccount } from '../accounts/managed/service.ts';
import {
  announceHiding,
  announceShownActivity,
  hideUnlessRejected,
  isAsHidden,
  lockActivitiesOf,
  lockReportedAmong,
  type ModerationState,
} from '../activities/removal/service.ts';
import type { LockedActivity } from '../activities/repository.ts';
import { recordActions } from '../administration/audit-service.ts';
import { deactivateSolelyOwned } from '../collectives/review-service.ts';
import { notify } from '../notifications/delivery/service.ts';
import { listOwners } from '../teams/queries.ts';
import { findRecipient, listUnanswered, type Recipient, setAnswered } from './case-repository.ts';
import { bannedEmail, outcomeItem, reporterItem } from './mails.ts';
import {
  type CaseRow,
  DECISIONS,
  findCaseById,
  listReasons,
  lockCase,
  lockPendingBans,
  setAnnounced,
  updateCase,
} from './repository.ts';
import {
  bannedText,
  type DecisionReason,
  headlineOf,
  isHidden,
  isReview,
  type Outcome,
  outcomeText,
  reporterText,
  shownBefore,
} from './rules.ts';
import type { Banned, UndoState } from './schema.ts';
import { deleteTarget, isDecidedAgain, type LockedState, lockTarget, type Target } from './target-service.ts';

/** Thanks each account whose report a decision answers, and states the outcome. */
async function notifyReporters(
  platform: Platform,
  tx: Transaction,
  one: CaseRow,
  { isVisible }: { readonly isVisible: boolean },
): Promise<void> {
  const text = reporterText(one, isVisible);
  // Runs before `setAnswered`: locks a reporter's account before its reports, in the same order as an account deletion.
  await notify(
    platform,
    tx,
    (await listUnanswered(tx, one)).map(({ id: userId, email }) => ({
      type: 'report' as const,
      userId,
      email,
      title: 'Gracias por tu reporte',
      text,
      taskId: pageOf(one, isVisible),
      composeEmail: null,
      item: reporterItem(text),
    })),
  );
  await setAnswered(tx, one, platform.clock());
}

/** The activity that a notification opens, or null if there is none to show. */
const pageOf = ({ targetType, targetId }: CaseRow, isVisible: boolean): string | null =>
  targetType === 'collective' || (targetType === 'activity' && !isVisible) ? null : targetId;

/** Notifies the author, or a collective's owners, of the outcome. Names the reasons of the reports, never the reporters. */
async function notifyAuthor(
  platform: Platform,
  tx: Transaction,
  one: CaseRow,
  { outcome, ...why }: DecisionReason & { readonly outcome: Outcome },
): Promise<void> {
  const [title, text] = [headlineOf(one, outcome), outcomeText(one, outcome, why)];
  await notify(
    platform,
    tx,
    (await authorsOf(tx, one)).map(({ id: userId, email }) => ({
      type: 'report' as const,
      userId,
      email,
      title,
      text,
      taskId: one.targetType === 'collective' || outcome === 'deleted' ? null : one.targetId,
      composeEmail: null,
      item: outcomeItem(title, text),
    })),
  );
}

const authorsOf = (tx: Transaction, { targetType, targetId, authorId }: CaseRow): Promise<Recipient[]> => {
  if (targetType === 'collective') return listOwners(tx, targetId);
  return authorId === null ? Promise.resolve([]) : findRecipient(tx, authorId);
};

/** E-mails the author. Runs before the e-mail about the deactivated account. */
async function notifyBanned(
  { mailer }: Pick<Platform, 'mailer'>,
  tx: Transaction,
  { id, username, email }: Recipient,
  one: CaseRow,
  why: DecisionReason,
): Promise<void> {
  await mailer.send(tx, await bannedEmail({ username, email }, { text: bannedText(one), ...why }), {
    kind: 'bannedEmail',
    cause: 'site',
    accountId: id,
  });
}

/** The accounts and collectives that a ban has deactivated, and the locked activities that it hides. */
interface Seized {
  readonly banned: Banned;
  readonly activities: readonly LockedActivity[];
}

/**
 * Deactivates an author's account and the other collectives that only it owns, and locks its activities and those of a banned
 * collective. It locks the account first, so that the account publishes nothing afterwards; callers must not have locked other
 * rows. It leaves accounts of administrators unchanged.
 */
export async function deactivateBanned(
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
  const collectives = await deactivateSolelyOwned(tx, authorId, target.id);
  return { banned: { isDeactivated: account.isActive, collectives }, activities };
}

/** E-mails the owner of a banned account unless it has been reactivated. Returns true if it is still deactivated. */
async function announceBan(
  platform: Pick<Platform, 'mailer' | 'settings'>,
  tx: Transaction,
  one: CaseRow,
  account: NonNullable<Awaited<ReturnType<typeof lockManagedAccount>>>,
  why: DecisionReason,
): Promise<boolean> {
  if (account.isActive || account.role !== 'user') return false;
  await notifyBanned(platform, tx, account, one, why);
  await notifyOfDeactivation(platform, tx, account);
  return true;
}

/**
 * Subscriber of `accountStatusDecided`: marks that undoing an earlier ban must leave the account as an administrator decided. If
 * the ban had already deactivated the account, the decision changes nothing, so this function logs it. The owner is notified
 * when the ban takes effect or is undone.
 */
export async function protectDecidedStatus(
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

/** Notifies the owner of an account that a later decision keeps deactivated after the ban is undone, unless that decision did. */
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

/**
 * Carries out decisions that can no longer be undone. One transaction per case notifies, deletes and marks the case. It leaves targets
 * that were decided again or restored as they are.
 */
export const reportEffects: LockingHandler = {
  kind: DECISIONS,
  async run(platform, tx, id, claim) {
    const seen = await findCaseById(tx, id);
    if (seen === null || seen.undo === null) {
      // The case was deleted or reopened, so the decision has no effects.
      await claim();
      return;
    }
    const { targetType: type, targetId, authorId, decision, undo } = seen;
    const target = { type, id: targetId };
    // Locks in the order of every other transaction: account, activities, target, case.
    const isBan = decision === 'ban' && authorId !== null;
    // An earlier release stored no `banned`: such a ban is carried out here.
    const seized =
      isBan && undo.banned === undefined ? await deactivateBanned(platform, tx, authorId, target) : null;
    const account = isBan ? await lockManagedAccount(tx, authorId) : null;
    await lockReportedAmong(
      tx,
      (undo.hidden ?? []).map(hidden => hidden.id),
    );
    const state = await lockTarget(tx, target);
    const one = await lockCase(tx, target);
    // Another process was faster, or the decision was undone, or an appeal led to a different decision.
    const isClaimed = (await claim()) !== null;
    if (!isClaimed || one === null || one.decision !== decision || one.undo === null) {
      if (seized !== null) throw new Error('a decision changed while it was carried out');
      return;
    }
    const others = seized?.activities.filter(activity => activity.id !== targetId) ?? [];
    const late = await hideUnlessRejected(platform, tx, others, one.note ?? '');
    const current = { ...one.undo, hidden: [...(one.undo.hidden ?? []), ...late] };
    const found = { ...current, ...(seized !== null && { banned: seized.banned }) };
    await carryOut(platform, tx, { one, undo: found, target, state, account });
  },
};

interface Decided {
  readonly one: CaseRow;
  readonly undo: UndoState;
  readonly target: Target;
  /** Null if the target has been deleted. */
  readonly state: LockedState | null;
  /** The author's account if the decision is a ban, otherwise null. */
  readonly account: Awaited<ReturnType<typeof lockManagedAccount>>;
}

async function carryOut(platform: Platform, tx: Transaction, decided: Decided): Promise<void> {
  const { one, undo, target, state, account } = decided;
  const { decision } = one;
  if (decision === null) throw new Error('a decision without its kind is due');
  const why = { reason: one.note ?? '', reported: await listReasons(tx, one) };
  const before = shownBefore(target.type, undo, one.isAnnounced);
  const isStillHidden = state !== null && isHidden(target.type, state.status);
  const isReviewed = isReview(target.type, undo);
  const isOvertaken = decision !== 'dismiss' && state !== null && isDecidedAgain(target, state);
  const isNews = target.type === 'activity' && isStillHidden && !one.isAnnounced && !isOvertaken;
  await notifyReporters(platform, tx, one, { isVisible: state !== null && isVisible(target, state) });
  if (decision === 'dismiss' && isReviewed && state !== null && isVisible(target, state)) {
    if (target.type === 'activity') await announceShownActivity(platform, tx, target.id);
    await notifyAuthor(platform, tx, one, { outcome: 'restored', ...why });
  }
  if (decision === 'hide' && !isNews && isStillHidden && !isOvertaken)
    await notifyAuthor(platform, tx, one, { outcome: isReviewed ? 'upheld' : 'hidden', ...why });
  if (decision === 'delete' && state !== null && !isOvertaken) {
    await notifyAuthor(platform, tx, one, { outcome: 'deleted', ...why });
    await deleteTarget(platform, tx, target, before);
  }
  const isBanned = await finishBan(platform, tx, decided, why);
  // Runs after the deactivation, so that a banned author receives a single e-mail about everything.
  if ((decision === 'hide' || decision === 'ban') && isNews)
    await announceHiding(
      platform,
      tx,
      [{ activityId: target.id, status: before.status as ModerationState['status'] }],
      why,
    );
  const isSuperseded = isOvertaken || (account !== null && !isBanned);
  if (isSuperseded) await recordSuperseded(platform, tx, one, target);
  await updateCase(tx, one.id, {
    undo: null,
    isSuperseded,
    isAnnounced: one.isAnnounced || isNews,
  });
}

/** Whether the target is neither hidden nor, for an activity, held for review. */
const isVisible = ({ type }: Target, { status }: LockedState): boolean =>
  !isHidden(type, status) && status !== 'held';

/**
 * Notifies a banned author, and the attendees of the other activities that the ban hid. Returns false if the account has been
 * reactivated or the decision is no ban.
 */
async function finishBan(
  platform: Platform,
  tx: Transaction,
  { one, undo, target, account }: Decided,
  why: DecisionReason,
): Promise<boolean> {
  if (account === null) return false;
  const isBanned =
    undo.banned?.isDeactivated === true ? await announceBan(platform, tx, one, account, why) : true;
  const hidden = new Map((undo.hidden ?? []).map(activity => [activity.id, activity]));
  hidden.delete(target.type === 'activity' ? target.id : '');
  const locked = await lockReportedAmong(tx, [...hidden.keys()]);
  const news = locked.filter(isAsHidden).flatMap(({ id }) => {
    const { status, notice } = hidden.get(id) ?? {};
    const shown = status === 'rejected' ? notice?.status : status;
    return shown === undefined ? [] : [{ activityId: id, status: shown }];
  });
  await announceHiding(platform, tx, news, why);
  await setAnnounced(
    tx,
    news.map(({ activityId }) => activityId),
  );
  return isBanned;
}

/** Logs that a later decision replaced this one. */
async function recordSuperseded(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  { decidedBy }: CaseRow,
  target: Target,
): Promise<void> {
  // Logs nothing if the account of the deciding administrator was deleted.
  if (decidedBy === null) return;
  const about = { targetType: target.type, targetId: target.id } as const;
  await recordActions(tx, [{ actorId: decidedBy, at: clock(), action: 'report.superseded', ...about }]);
}
