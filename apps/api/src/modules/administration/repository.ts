import type { AttendanceStats } from '@minga/contract/administration/attendances';
import type { HeldItem } from '@minga/contract/administration/held';
import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/queries.ts';
import { users } from '../accounts/queries.ts';
import { activities, activitiesAs, activityMemories } from '../activities/queries.ts';
import { collectives } from '../collectives/queries.ts';
import { teamMembers } from '../teams/queries.ts';
import {
  type AccountAction,
  type ActionDetails,
  type ActivityAction,
  type AttendanceAction,
  attendanceStatistics,
  auditLog,
  type CollectiveAction,
  type JobAction,
  type LegalAction,
  type ReportAction,
  type SiteAction,
  type TrustAction,
} from './schema.ts';

type Target =
  | { readonly action: AccountAction; readonly targetType: 'account' }
  | { readonly action: ActivityAction; readonly targetType: 'activity' }
  | { readonly action: AttendanceAction; readonly targetType: 'attendance' }
  | { readonly action: CollectiveAction; readonly targetType: 'collective' }
  | { readonly action: JobAction; readonly targetType: 'job' }
  | { readonly action: LegalAction; readonly targetType: 'legal-text' }
  /** The target's id is that of the new version of the settings. */
  | { readonly action: TrustAction; readonly targetType: 'trust' }
  /** The target's id is that of the new version of the identity, or of the other server. */
  | { readonly action: SiteAction; readonly targetType: 'site' }
  | { readonly action: ReportAction; readonly targetType: 'activity' | 'collective' | 'memory' };

export type Action = Target & {
  readonly actorId: string;
  readonly targetId: string;
  readonly at: Date;
  readonly details?: ActionDetails;
};

/** Logs an action in the action's own transaction, so that neither is committed without the other. */
export async function recordAction(tx: Transaction, action: Action): Promise<void> {
  await tx.insert(auditLog).values(action);
}

/** Logs several actions in the actions' own transaction. */
export async function recordAll(tx: Transaction, actions: readonly Action[]): Promise<void> {
  if (actions.length > 0) await tx.insert(auditLog).values([...actions]);
}

/** A logged action with the current name of its actor, or null if the actor's account was deleted. */
export type RecordedAction = Awaited<ReturnType<typeof newestActions>>[number];

/** Lists up to `limit` actions, the newest first. */
export const newestActions = (db: Database, limit: number) =>
  db
    .select({
      at: auditLog.at,
      actorId: auditLog.actorId,
      actorName: users.username,
      action: auditLog.action,
      targetType: auditLog.targetType,
      targetId: auditLog.targetId,
      details: auditLog.details,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .orderBy(desc(auditLog.id))
    .limit(limit);

/** The last such action on a target by an existing account, or null if there is none. */
export async function findLast(
  tx: Transaction,
  action: Action['action'],
  targetId: string,
): Promise<{ actorId: string; at: Date } | null> {
  const [row] = await tx
    .select({ actorId: users.id, at: auditLog.at })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.action, action), eq(auditLog.targetId, targetId)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row ?? null;
}

/** Removes the reasons, which are free text, from the entries about these activities. */
export async function removeReasons(tx: Transaction, activityIds: readonly string[]): Promise<void> {
  await tx
    .update(auditLog)
    .set({ details: sql`${auditLog.details} - 'reason'` })
    .where(
      and(inArray(auditLog.targetType, ['activity', 'memory']), inArray(auditLog.targetId, [...activityIds])),
    );
}

export interface LastCounted {
  /** The last count, or null if the attendances must be recounted. */
  readonly counted: AttendanceStats | null;
  /** The number of deletions so far: of attendances by admins, of accounts, and of the data of visitors. */
  readonly deletions: number;
}

export async function lastCounted(db: Executor): Promise<LastCounted> {
  const { counted, deletions } = attendanceStatistics;
  const [row] = await db.select({ counted, deletions }).from(attendanceStatistics);
  return row ?? { counted: null, deletions: 0 };
}

/** Stores a count made after this number of deletions, and returns true, unless a later deletion invalidated it. */
export async function storeCounted(
  db: Executor,
  counted: AttendanceStats,
  deletions: number,
): Promise<boolean> {
  const stored = await db
    .insert(attendanceStatistics)
    .values({ counted, deletions })
    .onConflictDoUpdate({
      target: attendanceStatistics.id,
      set: { counted },
      setWhere: eq(attendanceStatistics.deletions, deletions),
    })
    .returning({ id: attendanceStatistics.id });
  return stored.length > 0;
}

/** Invalidates the count after a deletion by an admin or a visitor. A trigger does the same for deleted accounts. */
export async function invalidateCounted(tx: Transaction): Promise<void> {
  await tx
    .insert(attendanceStatistics)
    .values({ deletions: 1 })
    .onConflictDoUpdate({
      target: attendanceStatistics.id,
      set: { counted: null, deletions: sql`${attendanceStatistics.deletions} + 1` },
    });
}

/** Locks the counting until the transaction ends. Returns false if another process is counting. */
export async function tryLockCounting(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('minga.attendance-statistics')) as got`,
  );
  return rows[0]?.got === true;
}

/** A publication that is pending a review. */
export interface HeldRow {
  readonly type: HeldItem['target']['type'];
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly date: string | null;
  readonly place: string;
  /** The reason for the hold, or null if a collective is held for its name, or an activity because the site reviews all. */
  readonly kind: Exclude<HeldItem['reason']['kind'], 'name' | 'prior'> | null;
  readonly term: string | null;
  readonly authorId: string | null;
  readonly author: string | null;
  readonly heldAt: string;
}

/** The condition that an activity is pending a review before it is public. */
const isWaiting = (isPrior: boolean): SQL | undefined =>
  and(
    isPrior
      ? or(eq(activities.status, 'held'), eq(activities.status, 'pending'))
      : eq(activities.status, 'held'),
    isListed,
  );

/** The condition that an activity stands for itself, or is the first of those that wait of the first reading of a calendar. */
const isListed = sql`(${activities.firstReadingId} is null or ${activities.status} <> 'held' or ${activities.holdKind} <> 'first' or not exists (
  select from ${activitiesAs('earlier')} where earlier.first_reading_id = ${activities.firstReadingId} and earlier.status = 'held'
    and earlier.hold_kind = 'first' and earlier.id < ${activities.id}))`;

/** The condition that the last change of a published activity is its memory, which is then the text to review. */
const isMemory = sql`(${activities.publishedAt} is not null and not ${activityMemories.isHidden}
  and ${activityMemories.updatedAt} = ${activities.updatedAt})`;

const waitingActivities = (db: Executor, filter: SQL | undefined) =>
  db
    .select({
      type: sql<string>`case when ${isMemory} then 'memory' else 'activity' end`.as('type'),
      id: sql`${activities.id}`.as('id'),
      title: sql`${activities.title}`.as('title'),
      text: sql`case when ${isMemory} then ${activityMemories.text} else ${activities.description} end`.as(
        'text',
      ),
      date: sql`${activities.date}`.as('date'),
      place: sql`${activities.place}`.as('place'),
      kind: sql`case when ${activities.status} = 'held' then ${activities.holdKind} end`.as('kind'),
      term: sql`case when ${activities.status} = 'held' then ${activities.holdTerm} end`.as('term'),
      authorId: sql`${users.id}`.as('author_id'),
      author: sql`${users.username}`.as('author'),
      heldAt: sql`${activities.updatedAt}`.as('held_at'),
    })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(activityMemories, eq(activityMemories.activityId, activities.id))
    .where(filter);

const waitingCollectives = (db: Executor, filter: SQL | undefined) => {
  const owner = db
    .select({ id: users.id, username: users.username })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, collectives.id), eq(teamMembers.role, 'owner')))
    .orderBy(teamMembers.joinedAt, users.id)
    .limit(1)
    .as('owner');
  return db
    .select({
      type: sql<string>`'collective'`.as('type'),
      id: sql`${collectives.id}`.as('id'),
      title: sql`${collectives.name}`.as('title'),
      text: sql`${collectives.description}`.as('text'),
      date: sql`null::timestamptz`.as('date'),
      place: sql`''`.as('place'),
      kind: sql`${collectives.holdKind}`.as('kind'),
      term: sql`${collectives.holdTerm}`.as('term'),
      authorId: sql`${owner.id}`.as('author_id'),
      author: sql`${owner.username}`.as('author'),
      heldAt: sql`${collectives.updatedAt}`.as('held_at'),
    })
    .from(collectives)
    .leftJoinLateral(owner, sql`true`)
    .where(filter);
};

/** Lists held publications in the order of their last changes, the oldest first. */
export async function listHeld(
  db: Executor,
  isPrior: boolean,
  { limit, offset }: Paging,
): Promise<{ rows: HeldRow[]; total: number }> {
  const isHeld = eq(collectives.status, 'held');
  const { rows } = await db.execute<HeldColumns>(sql`
    select * from (${waitingActivities(db, isWaiting(isPrior)).getSQL()} union all ${waitingCollectives(db, isHeld).getSQL()}) as held
    order by held_at, id limit ${limit} offset ${offset}`);
  const count = async () =>
    (await db.$count(activities, isWaiting(isPrior))) + (await db.$count(collectives, isHeld));
  return withTotal(rows.map(rowOf), { limit, offset }, count);
}

/** The activity or collective with this id, whether or not it is held, or null if there is none. */
export async function findHeld(db: Executor, type: HeldRow['type'], id: string): Promise<HeldRow | null> {
  const found =
    type === 'collective'
      ? waitingCollectives(db, eq(collectives.id, id))
      : waitingActivities(db, eq(activities.id, id));
  const { rows } = await db.execute<HeldColumns>(found.getSQL());
  const [row] = rows.map(rowOf);
  return row ?? null;
}

type HeldColumns = Omit<HeldRow, 'authorId' | 'date' | 'heldAt'> & {
  readonly date: Date | string | null;
  readonly author_id: string | null;
  readonly held_at: Date | string;
} & Record<string, unknown>;

const rowOf = ({ author_id: authorId, date, held_at, ...row }: HeldColumns): HeldRow => ({
  ...row,
  date: date && new Date(date).toISOString(),
  authorId,
  heldAt: new Date(held_at).toISOString(),
});
