import type { ReportReason } from '@minga/contract/report-reasons';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { reportCases, reports } from './schema.ts';
import type { Target } from './target-service.ts';

export type CaseRow = typeof reportCases.$inferSelect;

const isAbout = ({ type, id }: Target) => and(eq(reportCases.targetType, type), eq(reportCases.targetId, id));

/** Locks a case until the transaction ends. The caller has locked the target. Returns null if the target has no reports. */
export async function lockCase(tx: Transaction, target: Target): Promise<CaseRow | null> {
  const [row] = await tx.select().from(reportCases).where(isAbout(target)).for('update');
  return row ?? null;
}

export async function findCase(db: Executor, target: Target): Promise<CaseRow | null> {
  const [row] = await db.select().from(reportCases).where(isAbout(target));
  return row ?? null;
}

/** Inserts or updates the target's case and locks it. An existing case receives the title and author of `values`. */
export async function upsertCase(tx: Transaction, values: typeof reportCases.$inferInsert): Promise<CaseRow> {
  const { title, authorId = null } = values;
  const [row] = await tx
    .insert(reportCases)
    .values(values)
    .onConflictDoUpdate({
      target: [reportCases.targetType, reportCases.targetId],
      set: { title, authorId },
    })
    .returning();
  if (row === undefined) throw new Error('the case was not returned');
  return row;
}

export async function updateCase(
  tx: Transaction,
  id: string,
  values: PgUpdateSetSource<typeof reportCases>,
): Promise<void> {
  await tx.update(reportCases).set(values).where(eq(reportCases.id, id));
}

type NewReport = typeof reports.$inferInsert;

/** Stores a report of a locked case. It replaces an earlier report of the same account. */
export async function upsertReport(tx: Transaction, report: NewReport): Promise<void> {
  const { round, reason, text, createdAt } = report;
  const [earlier] =
    report.reporterId == null
      ? []
      : await tx
          .select({ id: reports.id, round: reports.round })
          .from(reports)
          .where(and(eq(reports.caseId, report.caseId), eq(reports.reporterId, report.reporterId)));
  if (earlier?.round === round) {
    await tx.update(reports).set({ reason, text }).where(eq(reports.id, earlier.id));
    return;
  }
  if (earlier === undefined) await tx.insert(reports).values(report);
  else
    await tx
      .update(reports)
      .set({ round, reason, text, createdAt, answeredAt: null })
      .where(eq(reports.id, earlier.id));
  await updateCase(tx, report.caseId, { reports: sql`${reportCases.reports} + 1` });
}

/** The reasons of the reports of the current round, the most frequent first. */
export async function listReasons(
  db: Executor,
  { id, round }: Pick<CaseRow, 'id' | 'round'>,
): Promise<ReportReason[]> {
  const rows = await db
    .select({ reason: reports.reason })
    .from(reports)
    .where(and(eq(reports.caseId, id), eq(reports.round, round)))
    .groupBy(reports.reason)
    .orderBy(desc(count()), asc(reports.reason));
  return rows.map(({ reason }) => reason);
}

/** The due work that carries a decision out. Its key is the case's id. */
export const DECISIONS = 'decisions';

export async function findCaseById(db: Executor, id: string): Promise<CaseRow | null> {
  const [row] = await db.select().from(reportCases).where(eq(reportCases.id, id));
  return row ?? null;
}

/** Locks the other decisions that hide something and can still be undone. */
export const lockPendingHidings = (tx: Transaction, exceptId: string): Promise<CaseRow[]> =>
  tx
    .select()
    .from(reportCases)
    .where(
      and(isNotNull(reportCases.undo), ne(reportCases.decision, 'dismiss'), ne(reportCases.id, exceptId)),
    )
    .orderBy(asc(reportCases.id))
    .for('update');

/** Locks the bans of an account that can still be undone. */
export const lockPendingBans = (tx: Transaction, authorId: string): Promise<CaseRow[]> =>
  tx
    .select()
    .from(reportCases)
    .where(
      and(isNotNull(reportCases.undo), eq(reportCases.decision, 'ban'), eq(reportCases.authorId, authorId)),
    )
    .orderBy(asc(reportCases.id))
    .for('update');

/** Marks the cases about these activities as announced: authors and attendees have been notified of the hiding. */
export async function setAnnounced(tx: Transaction, activityIds: readonly string[]): Promise<void> {
  if (activityIds.length === 0) return;
  await tx
    .update(reportCases)
    .set({ isAnnounced: true })
    .where(and(eq(reportCases.targetType, 'activity'), inArray(reportCases.targetId, [...activityIds])));
}

/** Closes the open cases about deleted targets. */
export async function closeCases(
  tx: Transaction,
  types: readonly Target['type'][],
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const isAboutThem = and(
    inArray(reportCases.targetType, [...types]),
    inArray(reportCases.targetId, [...ids]),
  );
  await tx
    .update(reportCases)
    .set({ status: 'closed', closedAt: now, hasAppeal: false })
    .where(and(isAboutThem, eq(reportCases.status, 'open')));
}

/** The column values of a reopened case. The due work of a decision that could still be undone finds no `undo` and has no effect. */
export const reopenedColumns = (at: Date) =>
  ({ status: 'open', closedAt: null, openedAt: at, undo: null }) as const;

/** Reopens the closed cases about targets, except those with pending effects of a decision other than `hide`. */
export async function reopenCases(
  tx: Transaction,
  { type, ids }: { readonly type: Target['type']; readonly ids: readonly string[] },
  now: Date,
): Promise<void> {
  await tx
    .update(reportCases)
    .set(reopenedColumns(now))
    .where(
      and(
        ...[eq(reportCases.targetType, type), inArray(reportCases.targetId, [...ids])],
        eq(reportCases.status, 'closed'),
        or(isNull(reportCases.undo), eq(reportCases.decision, 'hide')),
      ),
    );
}

/** Deletes the cases about activities, collectives and memories of deleted accounts. */
export async function deleteCasesOf(tx: Transaction, authorIds: readonly string[]): Promise<void> {
  await tx.delete(reportCases).where(inArray(reportCases.authorId, [...authorIds]));
}

/**
 * Records activities that an administrator has rejected in the list of all activities. In a closed case the rejection becomes the
 * last decision, which may be appealed again. Open cases stay open.
 */
export async function recordRejections(
  tx: Transaction,
  rejected: readonly { readonly activityId: string; readonly reason: string }[],
  now: Date,
): Promise<void> {
  const ids = sql`${sql.param(rejected.map(({ activityId }) => activityId))}::uuid[]`;
  const reasons = sql`${sql.param(rejected.map(({ reason }) => reason))}::text[]`;
  const isOne = and(
    eq(reportCases.targetType, 'activity'),
    sql`${reportCases.targetId} = any(${ids})`,
    isNull(reportCases.undo),
  );
  await tx
    .update(reportCases)
    .set({
      decision: 'hide',
      note: sql`(${reasons})[array_position(${ids}, ${reportCases.targetId})]`,
      decidedAt: now,
      decidedBy: null,
      closedAt: now,
      appealText: null,
      appealedAt: null,
      isSuperseded: false,
    })
    .where(and(isOne, eq(reportCases.status, 'closed')));
  await tx.update(reportCases).set({ isAnnounced: true }).where(isOne);
}

/** The reports that an account has sent, the newest first. */
export const listReportsBy = (db: Executor, userId: string) =>
  db
    .select({
      report: reports,
      target: { type: reportCases.targetType, id: reportCases.targetId, title: reportCases.title },
    })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(and(eq(reports.reporterId, userId), isNotNull(reports.reporterId)))
    .orderBy(desc(reports.createdAt), desc(reports.id));
