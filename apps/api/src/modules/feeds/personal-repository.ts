import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connection.ts';
import type { PersonalEntry } from '../activities/calendar/service.ts';
import { publicStatuses } from '../activities/policy.ts';
import { activities } from '../activities/queries.ts';
import { attendedOrAwaitedIds, attends } from '../attendance/queries.ts';
import { teamIdsOf } from '../collectives/queries.ts';
import { teamRolesWith } from '../teams/policy.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
}

/** An activity of a personal calendar. */
export interface DatedEntry extends PersonalEntry {
  readonly isOver: boolean;
  readonly date: Date;
}

/** The period of a calendar and its maximum number of entries. */
interface Span {
  readonly now: Date;
  readonly since: Date;
  readonly limit: number;
}

/** The activities that the account manages, as their author or by a role. Each condition is read by its own index. */
export async function listOrganised(db: Database, { id }: Account, span: Span): Promise<DatedEntry[]> {
  const teams = teamIdsOf(id, teamRolesWith('manage'));
  const parts = [
    eq(activities.ownerId, id),
    inArray(activities.id, teams),
    inArray(activities.collectiveId, teams),
  ];
  const isShown = sql`${activities.status} <> 'rejected'`;
  const found = await Promise.all(parts.map(part => list(db, and(part, isShown), sql<boolean>`true`, span)));
  return found.flat();
}

/** The public activities with an attendance of the account, which may wait for a place. */
export const listAttended = (
  db: Database,
  account: Account,
  moderation: Parameters<typeof publicStatuses>[0],
  span: Span,
): Promise<DatedEntry[]> =>
  list(
    db,
    and(
      inArray(activities.id, attendedOrAwaitedIds(account)),
      inArray(activities.status, publicStatuses(moderation)),
    ),
    sql<boolean>`${attends(activities.id, account)}`,
    span,
  );

function list(
  db: Database,
  condition: SQL | undefined,
  isConfirmed: SQL<boolean>,
  { now, since, limit }: Span,
): Promise<DatedEntry[]> {
  const isOver = sql<boolean>`${activities.endsAt} < ${now.toISOString()}`;
  return db
    .select({ activityId: activities.id, date: activities.date, isOver, isConfirmed })
    .from(activities)
    .where(and(condition, gte(activities.endsAt, since)))
    .orderBy(isOver, asc(activities.date), asc(activities.id))
    .limit(limit);
}
