import type { Transaction } from '../../platform/database/connection.ts';
import { processEach } from '../../platform/jobs/due-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockManagedAccount, setActive } from '../accounts/managed-service.ts';
import {
  announceHiding,
  announceShown,
  hideActivitiesOf,
  lockActivitiesOf,
  type Shown,
} from '../activities/hiding-service.ts';
import { deactivateOwnedAlone } from '../collectives/review-service.ts';
import { notifyAuthor, notifyBanned, notifyReporters } from './notice-service.ts';
import { type CaseRow, listDue, listReasons, lockCase, updateCase } from './repository.ts';
import { isHidden, isReview, shownBefore } from './rules.ts';
import { deleteTarget, lockTarget, type Target, type TargetState } from './target-service.ts';

const DECISIONS = 'decisions';
const BATCH_SIZE = 20;

/**
 * Carries out the decisions that can no longer be undone; one query if there are none. One transaction tells all of a case, deletes and
 * marks it, so that any number of processes do so once, even if one is killed.
 */
export async function pollDecisions(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { db, clock } = platform;
  const due = (await listDue(db, DECISIONS, clock(), BATCH_SIZE)).map(one => [one.id, one] as const);
  await processEach(
    platform,
    DECISIONS,
    due,
    async (tx, { type, targetId, authorId, decision }) => {
      const target = { type, id: targetId };
      // In the order in which every transaction locks them: account, activities, target, case.
      const account = decision === 'ban' && authorId !== null ? await lockManagedAccount(tx, authorId) : null;
      if (account !== null) await lockActivitiesOf(tx, account.id);
      const state = await lockTarget(tx, target);
      const one = await lockCase(tx, target);
      // Another process was faster, or the decision was undone or appealed and decided otherwise.
      if (one === null || !isDue(one, clock()) || one.decision !== decision) return;
      await carryOut(platform, tx, { one, target, state, account });
    },
    signal,
  );
}

const isDue = ({ effectsDueAt }: CaseRow, now: Date): boolean => effectsDueAt !== null && effectsDueAt <= now;

interface Decided {
  readonly one: CaseRow;
  readonly target: Target;
  /** Null: deleted since. */
  readonly state: TargetState | null;
  /** The author's, if it is to be banned. */
  readonly account: Awaited<ReturnType<typeof lockManagedAccount>>;
}

async function carryOut(
  platform: Platform,
  tx: Transaction,
  { one, target, state, account }: Decided,
): Promise<void> {
  const { decision, undo } = one;
  if (decision === null || undo === null) throw new Error('a decision that is due cannot be undone');
  const why = { reason: one.note ?? '', reported: await listReasons(tx, one) };
  const before = shownBefore(target.type, undo, one.isAnnounced);
  await notifyReporters(platform, tx, one);
  const isStillHidden = state !== null && isHidden(target.type, state.status);
  const isReviewed = isReview(target.type, undo);
  const isNews = target.type === 'activity' && isStillHidden && !one.isAnnounced;
  if (decision === 'dismiss' && isReviewed) {
    if (target.type === 'activity' && state !== null && !isStillHidden)
      await announceShown(platform, tx, target.id);
    await notifyAuthor(platform, tx, one, { outcome: 'restored', ...why });
  }
  if (decision === 'hide' && !isNews && isStillHidden)
    await notifyAuthor(platform, tx, one, { outcome: isReviewed ? 'upheld' : 'hidden', ...why });
  if (decision === 'delete' && state !== null) {
    await notifyAuthor(platform, tx, one, { outcome: 'deleted', ...why });
    await deleteTarget(platform, tx, target, before);
  }
  if (account !== null) await ban(platform, tx, one, account, why);
  // After the deactivation: the account of a banned author gets one e-mail about all.
  if ((decision === 'hide' || decision === 'ban') && isNews)
    await announceHiding(
      platform,
      tx,
      [{ activityId: target.id, status: before.status as Shown['status'] }],
      why,
    );
  await updateCase(tx, one.id, {
    ...{ effectsDueAt: null, undo: null },
    isAnnounced: one.isAnnounced || isNews,
  });
}

/** Deactivates the author's account and hides what it published. An account that has become one of administration stays as it is. */
async function ban(
  platform: Platform,
  tx: Transaction,
  one: CaseRow,
  account: NonNullable<Decided['account']>,
  why: Parameters<typeof hideActivitiesOf>[3],
): Promise<void> {
  if (account.role !== 'user') return;
  if (account.isActive) {
    await notifyBanned(platform, tx, account, one, why);
    await setActive(platform, tx, account, false);
  }
  await hideActivitiesOf(platform, tx, account.id, why);
  await deactivateOwnedAlone(tx, account.id);
}
