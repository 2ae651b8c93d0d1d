import type { ReportReason } from '@minga/contract/report-reasons';
import { and, asc, count, desc, eq, exists, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { reportCases, reports } from './schema.ts';

/** A case with the name of the account that decided last; null: deleted. */
export type ListedCase = Awaited<ReturnType<typeof selectCases>>[number];

const selectCases = (db: Executor) =>
  db
    .select({ one: reportCases, decider: users.username })
    .from(reportCases)
    .leftJoin(users, eq(users.id, reportCases.decidedBy));

/** The order of `report_cases_open_index` and `report_cases_closed_index`. */
const orders = {
  open: [
    desc(reportCases.hasAppeal),
    desc(reportCases.reports),
    asc(reportCases.openedAt),
    asc(reportCases.id),
  ],
  closed: [desc(reportCases.closedAt), desc(reportCases.id)],
};

export async function listCases(
  db: Executor,
  status: 'open' | 'closed',
  { limit, offset }: Paging,
): Promise<{ rows: ListedCase[]; total: number }> {
  const hasStatus = eq(reportCases.status, sql.raw(`'${status}'`));
  const rows = await selectCases(db)
    .where(hasStatus)
    .orderBy(...orders[status])
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(reportCases, hasStatus));
}

/** The first open cases: those about activities that begin soon or are under way, then the order of the queue. */
export const listUrgent = (
  db: Executor,
  soon: { readonly from: Date; readonly until: Date },
  limit: number,
): Promise<ListedCase[]> => {
  const isSoon = exists(
    db
      .select({ id: activities.id })
      .from(activities)
      .where(
        and(
          eq(activities.id, reportCases.targetId),
          eq(reportCases.targetType, 'activity'),
          gte(activities.endsAt, soon.from),
          lte(activities.date, soon.until),
        ),
      ),
  );
  return selectCases(db)
    .where(sql`${reportCases.status} = 'open'`)
    .orderBy(desc(isSoon), ...orders.open)
    .limit(limit);
};

export const listOne = (
  db: Executor,
  { type, id }: { readonly type: (typeof reportCases.$inferSelect)['targetType']; readonly id: string },
): Promise<ListedCase[]> =>
  selectCases(db).where(and(eq(reportCases.targetType, type), eq(reportCases.targetId, id)));

export async function countOpen(db: Executor): Promise<{ openCases: number; openAppeals: number }> {
  const [row] = await db
    .select({
      openCases: count(),
      openAppeals: sql<number>`count(*) filter (where ${reportCases.hasAppeal})`.mapWith(Number),
    })
    .from(reportCases)
    .where(sql`${reportCases.status} = 'open'`);
  return row ?? { openCases: 0, openAppeals: 0 };
}

export interface ReasonCount {
  readonly reason: ReportReason;
  readonly count: number;
}

/** The reports of the cases' rounds by reason, the most frequent first. */
export async function countReasons(
  db: Executor,
  caseIds: readonly string[],
): Promise<ReadonlyMap<string, ReasonCount[]>> {
  const rows = await db
    .select({ caseId: reports.caseId, reason: reports.reason, count: count() })
    .from(reports)
    .innerJoin(reportCases, and(eq(reportCases.id, reports.caseId), eq(reportCases.round, reports.round)))
    .where(inArray(reports.caseId, [...caseIds]))
    .groupBy(reports.caseId, reports.reason)
    .orderBy(desc(count()), asc(reports.reason));
  return Map.groupBy(rows, ({ caseId }) => caseId);
}

/** The newest reports of each case's round. */
export async function listLatest(db: Executor, caseIds: readonly string[], limit: number) {
  const latest = db
    .select()
    .from(reports)
    .where(and(eq(reports.caseId, reportCases.id), eq(reports.round, reportCases.round)))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit)
    .as('latest');
  const rows = await db
    .select({
      caseId: reportCases.id,
      reason: latest.reason,
      text: latest.text,
      createdAt: latest.createdAt,
      hasAccount: sql<boolean>`${isNotNull(latest.reporterId)}`,
    })
    .from(reportCases)
    .innerJoinLateral(latest, sql`true`)
    .where(inArray(reportCases.id, [...caseIds]))
    .orderBy(desc(latest.createdAt), desc(latest.id));
  return Map.groupBy(rows, ({ caseId }) => caseId);
}

/** The authors of cases, with what they have published and what became of the cases about it. */
export async function findAuthors(db: Executor, ids: readonly string[]) {
  const published = db.select({ count: count() }).from(activities).where(eq(activities.ownerId, users.id));
  const decided = (isAgainst: boolean) =>
    db
      .select({ count: count() })
      .from(reportCases)
      .where(
        and(
          eq(reportCases.authorId, users.id),
          isAgainst
            ? inArray(reportCases.decision, ['hide', 'delete', 'ban'])
            : eq(reportCases.decision, 'dismiss'),
        ),
      );
  const rows = await db
    .select({
      id: users.id,
      username: users.username,
      createdAt: users.createdAt,
      isActive: users.isActive,
      role: users.role,
      activities: sql<number>`(${published})`.mapWith(Number),
      casesAgainst: sql<number>`(${decided(true)})`.mapWith(Number),
      casesDismissed: sql<number>`(${decided(false)})`.mapWith(Number),
    })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(row => [row.id, row]));
}
