import type { AppealState } from '@minga/contract/appeal-states';
import { type NewReport, REPORTS_AN_HOUR, type ReportTargetType } from '@minga/contract/reports';
import type { Transaction } from '../../platform/database/connection.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { lockWithAbility } from '../activities/edit/service.ts';
import type {
  ActivityDecided,
  ActivityDeleting,
  HiddenMemoryEdited,
  MemoryRemoved,
} from '../activities/events.ts';
import { lastRejection, recordActions } from '../administration/audit-service.ts';
import type { CollectiveDeleting } from '../collectives/events.ts';
import type { Viewer } from '../teams/policy.ts';
import {
  closeCases,
  deleteCasesOf,
  findCase,
  listReportsBy,
  lockCase,
  recordRejections,
  reopenCases,
  reopenedColumns,
  updateCase,
  upsertCase,
  upsertReport,
} from './repository.ts';
import { reportableTarget } from './target-service.ts';

const reportsByOrigin: Limit = {
  name: 'report-origin',
  times: REPORTS_AN_HOUR,
  seconds: 3600,
  reason: 'Ya enviaste varios reportes, gracias.',
};

const UNKNOWN: Record<ReportTargetType, string> = {
  activity: 'Actividad no encontrada',
  collective: 'Colectivo no encontrado',
  memory: 'Esta actividad no tiene memoria',
};

const OWN = 'Esto lo organizas tú: puedes corregirlo o eliminarlo directamente';

/**
 * Stores a report. The first report of a target opens its case, and the first report after a decision starts the next round. A
 * report that is sent while the decision can still be undone belongs to the decided round. Rejects with 404 if the viewer cannot
 * see the target, with 409 if the viewer organises it, and with 429 above `REPORTS_AN_HOUR` reports of one origin.
 */
export async function createReport(
  platform: Platform,
  viewer: Viewer | null,
  origin: string,
  { target, reason, text }: NewReport,
): Promise<void> {
  const { db, clock, limits } = platform;
  await limits.count(reportsByOrigin, origin);
  const now = clock();
  await db.transaction(async tx => {
    const found = await reportableTarget(platform, tx, target, viewer);
    if (found === null) throw notFound(UNKNOWN[target.type]);
    if (found.isOwn) throw conflict(OWN);
    const { title, authorId } = found;
    const about = { targetType: target.type, targetId: target.id };
    const one = await upsertCase(tx, { ...about, title, authorId, status: 'open', openedAt: now });
    const isNext = one.status === 'closed' && one.undo === null;
    const round = isNext ? one.round + 1 : one.round;
    if (isNext)
      await updateCase(tx, one.id, {
        status: 'open',
        round,
        reports: 0,
        openedAt: now,
        closedAt: null,
        appealText: null,
        appealedAt: null,
        isAnnounced: false,
      });
    await upsertReport(tx, {
      caseId: one.id,
      round,
      reporterId: viewer?.id ?? null,
      reason,
      text,
      createdAt: now,
    });
  });
}

/** The reports that an account has sent, with their targets. */
export const reportsBy = ({ db }: Pick<Platform, 'db'>, userId: string) => listReportsBy(db, userId);

const NOT_HIDDEN = 'Solo se puede pedir otra revisión mientras la actividad está oculta';
const APPEALED = 'Ya pediste que la revisen de nuevo, y se puede pedir una sola vez';

/**
 * Appeals the decision to hide an activity. The case is open again and precedes all others, and the pending effects of a decision
 * that could still be undone are cancelled. Rejects with 404 and 403 as edits do, with 409 if the activity is not hidden or an
 * appeal has already been sent.
 */
export async function appealDecision(
  platform: Platform,
  actorId: string,
  givenId: string,
  text: string,
): Promise<{ text: string; at: Date }> {
  const id = givenId.toLowerCase();
  const at = platform.clock();
  const target = { type: 'activity', id } as const;
  await platform.db.transaction(async tx => {
    const activity = await lockWithAbility(platform, tx, id, actorId, 'manage');
    if (activity.status !== 'rejected') throw conflict(NOT_HIDDEN);
    const one = await lockCase(tx, target);
    if (one?.appealText != null) throw conflict(APPEALED);
    const appeal = { hasAppeal: true, appealText: text, appealedAt: at };
    if (one !== null)
      await updateCase(tx, one.id, { ...appeal, ...(one.status === 'closed' && reopenedColumns(at)) });
    else {
      const rejection = await lastRejection(tx, id);
      await upsertCase(tx, {
        targetType: 'activity',
        targetId: id,
        title: activity.title,
        authorId: activity.ownerId,
        ...appeal,
        ...reopenedColumns(at),
        decision: 'hide',
        note: activity.rejectionReason ?? '',
        isAnnounced: true,
        decidedAt: rejection?.at ?? at,
        decidedBy: rejection?.actorId ?? null,
      });
    }
    await recordActions(tx, [
      {
        actorId,
        at,
        action: 'report.appeal',
        targetType: 'activity',
        targetId: id,
        details: { reason: text },
      },
    ]);
  });
  return { text, at };
}

/** Whether the decision to hide an activity can still be appealed. */
export async function appealOf({ db }: Pick<Platform, 'db'>, id: string): Promise<AppealState> {
  const one = await findCase(db, { type: 'activity', id });
  return one?.appealText == null ? 'possible' : 'sent';
}

type Parts = Pick<Platform, 'clock'>;

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Subscriber of `activityDeleting`: closes the cases about the activities and their memories. */
export const closeCasesOfActivities = (
  { clock }: Parts,
  tx: Transaction,
  deleting: readonly ActivityDeleting[],
): Promise<void> => closeCases(tx, ['activity', 'memory'], idsOf(deleting), clock());

/** Subscriber of `memoryRemoved`: closes the cases about the memories. */
export const closeCasesOfMemories = (
  { clock }: Parts,
  tx: Transaction,
  removed: readonly MemoryRemoved[],
): Promise<void> => closeCases(tx, ['memory'], idsOf(removed), clock());

/** Subscriber of `hiddenMemoryEdited`: reopens the cases, so that a moderator decides again. */
export const reopenCasesOfMemories = (
  { clock }: Parts,
  tx: Transaction,
  edited: readonly HiddenMemoryEdited[],
): Promise<void> => reopenCases(tx, { type: 'memory', ids: idsOf(edited) }, clock());

/** Subscriber of `collectiveDeleting`: closes the cases about the collectives. */
export const closeCasesOfCollectives = (
  { clock }: Parts,
  tx: Transaction,
  deleting: readonly CollectiveDeleting[],
): Promise<void> => closeCases(tx, ['collective'], idsOf(deleting), clock());

/** Subscriber of `accountDeleting`: deletes the cases about targets of the account. Its own reports remain without it (foreign key). */
export const deleteCasesOfAccounts = (tx: Transaction, accounts: readonly AccountDeleting[]): Promise<void> =>
  deleteCasesOf(tx, idsOf(accounts));

/** Subscriber of `activityDecided`: records rejections that did not result from a case. */
export async function recordPlainRejections(
  { clock }: Parts,
  tx: Transaction,
  decisions: readonly ActivityDecided[],
): Promise<void> {
  const rejected = decisions.flatMap(decision =>
    decision.status === 'rejected' && decision.reported === undefined ? [decision] : [],
  );
  if (rejected.length > 0) await recordRejections(tx, rejected, clock());
}
