import type { NewDecision } from '@minga/contract/administration/reports';
import type { Transaction } from '../../platform/database/connection.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordActions } from '../administration/audit-service.ts';
import { findRole } from './recipient-repository.ts';
import { type CaseRow, findCase, lockCase, updateCase } from './repository.ts';
import { effectsDueAt, statusAfter } from './rules.ts';
import { lockTarget, setTargetState, type Target, type TargetState } from './target-service.ts';

const UNKNOWN = 'Ese caso no existe';
const DECIDED = 'Otra persona ya decidió este caso';
const GONE = 'Lo reportado ya no existe';
const NOT_BANNED = 'Las cuentas de administración no se desactivan desde aquí';
const TOO_LATE = 'Ya no se puede deshacer: pasaron los diez minutos y les avisamos a las personas';

/**
 * Decides an open case. What is hidden disappears at once; what cannot be undone follows after ten minutes (`pollDecisions`).
 * Rejects with 404 if there is no case, with 409 if it is decided, with 403 if an account of administration would be banned.
 */
export async function decideCase(
  platform: Platform,
  actorId: string,
  target: Target,
  { decision, note }: NewDecision,
): Promise<void> {
  const now = platform.clock();
  await platform.db.transaction(async tx => {
    const state = await lockTarget(tx, target);
    const one = await lockCase(tx, target);
    if (one === null) throw notFound(UNKNOWN);
    if (one.status === 'closed') throw conflict(one.decision === null ? GONE : DECIDED);
    if (state === null) throw conflict(GONE);
    if (decision === 'ban') await rejectBan(tx, one.authorId);
    const { hasAppeal } = one;
    const status = statusAfter(target.type, decision, { ...state, hasAppeal });
    if (status !== null) await setTargetState(platform, tx, target, { status, rejectionReason: note });
    await updateCase(tx, one.id, {
      ...{ status: 'closed', closedAt: now, hasAppeal: false },
      ...{ decision, note, decidedAt: now, decidedBy: actorId },
      ...{
        effectsDueAt: effectsDueAt(now),
        undo: { ...undoable(state), hasAppeal, decision: decisionOf(one) },
      },
    });
    await record(tx, { actorId, at: now, action: `report.${decision}`, target, note });
  });
}

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
 * Undoes a decision that has had no effects yet: the case is open again, its target as before, unless the target was changed since.
 * Rejects with 404 if there is no case, with 409 if there is nothing to undo any more.
 */
export async function undoDecision(platform: Platform, actorId: string, target: Target): Promise<void> {
  const now = platform.clock();
  await platform.db.transaction(async tx => {
    const state = await lockTarget(tx, target);
    const one = await lockCase(tx, target);
    if (one === null) throw notFound(UNKNOWN);
    const { undo, effectsDueAt: dueAt, decision } = one;
    if (undo === null || dueAt === null || decision === null || dueAt <= now) throw conflict(TOO_LATE);
    if (state === null) throw conflict(GONE);
    const given = statusAfter(target.type, decision, undo);
    if (given !== null && state.status === given) await setTargetState(platform, tx, target, undoable(undo));
    const decidedBy = undo.decision?.decidedBy ?? null;
    const isKnown = decidedBy !== null && (await findRole(tx, decidedBy)) !== null;
    await updateCase(tx, one.id, {
      ...{ status: 'open', closedAt: null, effectsDueAt: null, undo: null, hasAppeal: undo.hasAppeal },
      ...{ decision: undo.decision?.decision ?? null, note: undo.decision?.note ?? null },
      decidedAt: undo.decision && new Date(undo.decision.decidedAt),
      decidedBy: isKnown ? decidedBy : null,
    });
    await record(tx, { actorId, at: now, action: 'report.undo', target });
  });
}

/** The note of the decision that hid the memory of an activity; undefined: none. */
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
      ...{ actorId, at, action, targetType: target.type, targetId: target.id },
      ...(note && { details: { reason: note } }),
    },
  ]);
