import type { NewDecision } from '@minga/contract/administration/reports';
import type { CollectiveStatus } from '@minga/contract/collectives';
import type { Transaction } from '../../platform/database/connection.ts';
import { cancel, schedule } from '../../platform/due-work/due-work.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findManagedAccount, lockManagedAccount, switchAccount } from '../accounts/managed/service.ts';
import {
  type HiddenActivity,
  hideUnlessRejected,
  lockReportedAmong,
  restoreHidden,
} from '../activities/removal/service.ts';
import { recordActions } from '../administration/audit-service.ts';
import { type DeactivatedCollective, reactivateCollectives } from '../collectives/review-service.ts';
import { findRole } from './case-repository.ts';
import { announceKept, deactivateBanned } from './effect-service.ts';
import { type CaseRow, DECISIONS, findCase, lockCase, lockPendingHidings, updateCase } from './repository.ts';
import { effectsDueAt, statusAfter } from './rules.ts';
import type { Banned, UndoState } from './schema.ts';
import {
  isAsDecided,
  type LockedState,
  lockTarget,
  setTargetState,
  type Target,
  type TargetState,
} from './target-service.ts';

interface Hidden {
  readonly activities: readonly HiddenActivity[];
  readonly collectives: readonly DeactivatedCollective[];
  /** The account to reactivate, or null if the decision deactivated none. */
  readonly accountId: string | null;
}

/**
 * Restores the targets that an undone decision hid. A target that another undoable decision hides too stays hidden, and the undo
 * of that decision restores it. A target that was edited, shown or decided again since stays as it is.
 */
async function restore(
  platform: Pick<Platform, 'clock' | 'events'>,
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
  /** Returns true if another undoable decision also hides the target. Adds the target to the undo state of that decision. */
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
  await restoreHidden(platform, tx, activities);
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

/** Adds the activity's state before both decisions to `undo`, unless the other decision was the first and already stores it. */
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

const UNKNOWN = 'Ese caso no existe';
const DECIDED = 'Otra persona ya decidió este caso';
const GONE = 'Lo reportado ya no existe';
const CHANGED = 'El colectivo cambió de manos mientras decidías: revisa el caso de nuevo';
const NOT_BANNED = 'Las cuentas de administración no se desactivan desde aquí';
const TOO_LATE = 'Ya no se puede deshacer: pasaron los diez minutos y les avisamos a las personas';

/**
 * Decides an open case. The protective effects are immediate: hidden targets disappear, and a banned account is signed out and
 * everything that it published is hidden. The irreversible effects follow after ten minutes (`reportEffects`;
 * docs/decisions/0043-reports-and-cases.md). Rejects with 404 if there is no case, with 409 if it is decided, and with 403 if
 * the ban concerns an account of an administrator.
 */
export async function decideCase(
  platform: Platform,
  actorId: string,
  target: Target,
  { decision, note }: NewDecision,
): Promise<void> {
  const now = platform.clock();
  await platform.db.transaction(async tx => {
    const authorId = decision === 'ban' ? ((await findCase(tx, target))?.authorId ?? null) : null;
    // Runs before the conditions are checked, because the checks take locks that come later in the order. An error rolls it back.
    const seized = authorId === null ? null : await deactivateBanned(platform, tx, authorId, target);
    const state = await lockTarget(tx, target);
    const one = await lockCase(tx, target);
    if (one === null) throw notFound(UNKNOWN);
    if (one.status === 'closed') throw conflict(one.decision === null ? GONE : DECIDED);
    if (state === null) throw conflict(GONE);
    if (decision === 'ban') await rejectBan(tx, one.authorId);
    if (decision === 'ban' && one.authorId !== authorId) throw conflict(CHANGED);
    const { hasAppeal } = one;
    const status = statusAfter(target.type, decision, { ...state, hasAppeal });
    const hidden =
      status === null ? [] : await setTargetState(platform, tx, target, { status, rejectionReason: note });
    const others = seized === null ? [] : seized.activities.filter(({ id }) => !isTarget(target, id));
    hidden.push(...(await hideUnlessRejected(platform, tx, others, note)));
    await updateCase(tx, one.id, {
      status: 'closed',
      closedAt: now,
      hasAppeal: false,
      isSuperseded: false,
      decision,
      note,
      decidedAt: now,
      decidedBy: actorId,
      undo: {
        ...undoable(state),
        hasAppeal,
        decision: decisionOf(one),
        hidden,
        ...(seized !== null && { banned: seized.banned }),
      },
    });
    await schedule(tx, DECISIONS, { key: one.id, at: effectsDueAt(now) });
    await record(tx, { actorId, at: now, action: `report.${decision}`, target, note });
  });
}

const isTarget = ({ type, id }: Target, activityId: string): boolean =>
  type === 'activity' && id === activityId;

async function rejectBan(tx: Transaction, authorId: string | null): Promise<void> {
  const role = authorId === null ? null : await findRole(tx, authorId);
  if (role === null) throw conflict('La cuenta de quien lo publicó ya no existe');
  if (role !== 'user') throw forbidden(NOT_BANNED);
}

const undoable = ({ status, rejectionReason }: TargetState): TargetState => ({ status, rejectionReason });

const decisionOf = ({ decision, note, decidedAt, decidedBy }: CaseRow) =>
  decision === null || note === null || decidedAt === null
    ? null
    : { decision, note, decidedAt: decidedAt.toISOString(), decidedBy };

/**
 * Undoes a decision whose effects are not due yet. The case is open again, and its target is restored unless it has been changed
 * since. Rejects with 404 if there is no case, with 409 if the decision can no longer be undone.
 */
export async function undoDecision(platform: Platform, actorId: string, target: Target): Promise<void> {
  const now = platform.clock();
  await platform.db.transaction(async tx => {
    const seen = await findCase(tx, target);
    // The account's lock serialises the decisions about an author. Activities are locked next, in the same order as elsewhere.
    if (seen?.authorId != null) await lockManagedAccount(tx, seen.authorId);
    await lockReportedAmong(
      tx,
      (seen?.undo?.hidden ?? []).map(({ id }) => id),
    );
    const state = await lockTarget(tx, target);
    const one = await lockCase(tx, target);
    if (one === null) throw notFound(UNKNOWN);
    const { undo, decision } = one;
    const isCancelled = (await cancel(tx, DECISIONS, [one.id], now)).length > 0;
    if (undo === null || decision === null || !isCancelled) throw conflict(TOO_LATE);
    if (state === null) throw conflict(GONE);
    await giveBack(platform, tx, { one, undo, decision, target, state });
    const decidedBy = undo.decision?.decidedBy ?? null;
    const isKnown = decidedBy !== null && (await findRole(tx, decidedBy)) !== null;
    await updateCase(tx, one.id, {
      status: 'open',
      closedAt: null,
      undo: null,
      hasAppeal: undo.hasAppeal,
      decision: undo.decision?.decision ?? null,
      note: undo.decision?.note ?? null,
      decidedAt: undo.decision && new Date(undo.decision.decidedAt),
      decidedBy: isKnown ? decidedBy : null,
    });
    await record(tx, { actorId, at: now, action: 'report.undo', target });
  });
}

interface Undone {
  readonly one: CaseRow;
  readonly undo: UndoState;
  readonly decision: NewDecision['decision'];
  readonly target: Target;
  readonly state: LockedState;
}

async function giveBack(
  platform: Platform,
  tx: Transaction,
  { one, undo, decision, target, state }: Undone,
): Promise<void> {
  const given = statusAfter(target.type, decision, undo);
  const isAsGiven = decision === 'dismiss' ? state.status === given : isAsDecided(target, state);
  const isCollective = target.type === 'collective' && decision !== 'dismiss';
  // An earlier release stored no list of hidden activities, so the target is restored here.
  const isListed = isCollective || undo.hidden?.some(({ id }) => isTarget(target, id)) === true;
  if (given !== null && isAsGiven && !isListed) await setTargetState(platform, tx, target, undoable(undo));
  await restore(platform, tx, one, {
    activities: undo.hidden ?? [],
    collectives: [
      ...(isCollective ? [{ id: target.id, status: undo.status as CollectiveStatus }] : []),
      ...(undo.banned?.collectives ?? []),
    ],
    accountId:
      undo.banned?.isDeactivated === true && undo.banned.decidedSince === undefined ? one.authorId : null,
  });
  await announceKept(platform, tx, one.authorId, undo.banned);
}

/** The note of the decision that hid the memory of an activity, or undefined if there is none. */
export async function memoryReasonOf(
  { db }: Pick<Platform, 'db'>,
  activityId: string,
): Promise<string | undefined> {
  return (await findCase(db, { type: 'memory', id: activityId }))?.note ?? undefined;
}

interface Recorded {
  readonly actorId: string;
  readonly at: Date;
  readonly action: `report.${NewDecision['decision'] | 'undo'}`;
  readonly target: Target;
  readonly note?: string;
}

const record = (tx: Transaction, { actorId, at, action, target, note }: Recorded): Promise<void> =>
  recordActions(tx, [
    {
      actorId,
      at,
      action,
      targetType: target.type,
      targetId: target.id,
      ...(note && { details: { reason: note } }),
    },
  ]);
