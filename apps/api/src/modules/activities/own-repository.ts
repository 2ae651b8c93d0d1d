import { DOOR_CLOSES_DAYS } from '@minga/contract/door-hours';
import { and, asc, eq, gte, inArray, ne, or, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { collectives } from '../collectives/queries.ts';
import { teamMembers } from '../teams/queries.ts';
import { isManagedBy } from './queries.ts';
import {
  type ActivityCondition,
  byDate,
  type Found,
  isAtTime,
  isInList,
  type ListPage,
  listWhere,
  type When,
} from './repository.ts';
import { activities } from './schema.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface OwnFilter {
  readonly when?: When | undefined;
  /**
   * The part of the account in the activities. `manager` includes those that it manages by a role. `doorKeeper` selects those that
   * it does not manage, but where it may check people in, until their door closes.
   */
  readonly as?: 'author' | 'manager' | 'doorKeeper';
  /** The slug of a collective. */
  readonly collective?: string | undefined;
}

/** A page of the activities of an account, selected by its part in them. */
export async function listOwn(
  db: Executor,
  viewerId: string,
  { when, as = 'author', collective }: OwnFilter,
  now: Date,
  paging: ListPage,
): Promise<Found> {
  // Most accounts are door keepers of no team, so that no activity is searched.
  const doors = as === 'doorKeeper' ? await doorTeamsOf(db, viewerId) : [];
  if (as === 'doorKeeper' && doors.length === 0) return { rows: [], total: 0 };
  const hasPart = {
    author: (table: typeof activities) => eq(table.ownerId, viewerId),
    manager: (table: typeof activities) => or(eq(table.ownerId, viewerId), isManagedBy(viewerId, table)),
    doorKeeper: (table: typeof activities) =>
      and(
        or(inArray(table.id, doors), inArray(table.collectiveId, doors)),
        ne(table.ownerId, viewerId),
        sql`${isManagedBy(viewerId, table)} is not true`,
        gte(table.endsAt, new Date(now.getTime() - DOOR_CLOSES_DAYS * DAY_MS)),
      ),
  }[as];
  const fits: ActivityCondition = table =>
    and(
      hasPart(table),
      collective === undefined ? undefined : inArray(table.collectiveId, idsOfCollective(db, collective)),
      isAtTime(when, now, table),
    );
  return listWhere(db, isInList(db, fits, now, paging), [byDate(when), asc(activities.id)], paging);
}

/** The ids of the activities of an author, by date. */
export async function listOwnIds(db: Executor, ownerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: activities.id })
    .from(activities)
    .where(eq(activities.ownerId, ownerId))
    .orderBy(asc(activities.date), asc(activities.id));
  return rows.map(({ id }) => id);
}

/** The activities and collectives in which the account is a door keeper. */
async function doorTeamsOf(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .where(and(eq(teamMembers.userId, userId), eq(teamMembers.role, 'door')));
  return rows.map(({ id }) => id);
}

const idsOfCollective = (db: Executor, slug: string) =>
  db.select({ id: collectives.id }).from(collectives).where(eq(collectives.slug, slug));
