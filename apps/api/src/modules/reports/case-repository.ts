import type { ReportReason } from '@minga/contract/report-reasons';
import { and, asc, count, desc, eq, exists, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/queries.ts';
import { images, pictureColumns } from '../../platform/images/schema.ts';
import { users } from '../accounts/queries.ts';
import { activities, activityMemories, activityMemoryImages } from '../activities/queries.ts';
import { collectives } from '../collectives/queries.ts';
import { listOwners } from '../teams/queries.ts';
import { reportCases, reports } from './schema.ts';

/** An active account that is notified of a decision. */
export interface Recipient {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

const columns = { id: users.id, username: users.username, email: users.email };

export async function findFirstOwner(db: Executor, collectiveId: string): Promise<string | null> {
  const [owner] = await listOwners(db, collectiveId);
  return owner?.id ?? null;
}

export const findRecipient = (db: Executor, userId: string): Promise<Recipient[]> =>
  db
    .select(columns)
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)));

type Case = Pick<typeof reportCases.$inferSelect, 'id' | 'round'>;

const unanswered = ({ id, round }: Case) =>
  and(eq(reports.caseId, id), eq(reports.round, round), isNull(reports.answeredAt));

/** The accounts whose reports of this round have not been answered. */
export const listUnanswered = (db: Executor, one: Case): Promise<Recipient[]> =>
  db
    .select(columns)
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(and(unanswered(one), eq(users.isActive, true)))
    .orderBy(asc(users.id));

export async function setAnswered(db: Executor, one: Case, now: Date): Promise<void> {
  await db.update(reports).set({ answeredAt: now }).where(unanswered(one));
}

/** The role of an account, or null if it was deleted. */
export async function findRole(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db.select({ role: users.role }).from(users).where(eq(users.id, userId));
  return row?.role ?? null;
}

/** A case with the name of the account that decided last, or null if that account was deleted. */
export type ListedCase = Awaited<ReturnType<typeof selectCases>>[number];

const selectCases = (db: Executor) =>
  db
    .select({ one: reportCases, decider: users.username })
    .from(reportCases)
    .leftJoin(users, eq(users.id, reportCases.decidedBy));

/** Matches the order of `report_cases_open_index` and `report_cases_closed_index`. */
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

/** The first open cases: cases about activities that start soon or are in progress, then the others in the order of the queue. */
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

/** Counts the reports of each case's current round by reason, the most frequent first. */
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

/** The newest reports of each case's current round, for each case at most `limit`. */
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

/** The authors of cases, with the number of their activities and of the decisions for and against them. */
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

/** The current state of reported activities. */
export const findActivities = (db: Executor, ids: readonly string[]) =>
  db
    .select({
      id: activities.id,
      title: activities.title,
      text: activities.description,
      place: activities.place,
      date: activities.date,
      status: activities.status,
      image: pictureColumns,
    })
    .from(activities)
    .leftJoin(images, eq(images.id, activities.imageId))
    .where(inArray(activities.id, [...ids]));

/** Memories with their first picture, by the ids of their activities. */
export const findMemories = (db: Executor, ids: readonly string[]) =>
  db
    .select({
      id: activities.id,
      title: activities.title,
      text: activityMemories.text,
      place: activities.place,
      date: activities.date,
      isHidden: activityMemories.isHidden,
      image: pictureColumns,
    })
    .from(activityMemories)
    .innerJoin(activities, eq(activities.id, activityMemories.activityId))
    .leftJoin(
      activityMemoryImages,
      and(
        eq(activityMemoryImages.activityId, activityMemories.activityId),
        sql`${activityMemoryImages.position} = 0`,
      ),
    )
    .leftJoin(images, eq(images.id, activityMemoryImages.imageId))
    .where(inArray(activityMemories.activityId, [...ids]));

export const findCollectives = (db: Executor, ids: readonly string[]) =>
  db
    .select({
      id: collectives.id,
      slug: collectives.slug,
      title: collectives.name,
      text: collectives.description,
      place: collectives.place,
      status: collectives.status,
      image: pictureColumns,
    })
    .from(collectives)
    .leftJoin(images, eq(images.id, collectives.imageId))
    .where(inArray(collectives.id, [...ids]));
