import type { Turnout } from '@minga/contract/participants';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { isConfirmed } from './queries.ts';
import { attendances } from './schema.ts';

/** It left nothing by which it can be reached. */
const isUnreachable = and(isNotNull(attendances.name), isNull(attendances.email), isNull(attendances.phone));

/**
 * The door let it in although it had not signed up: it has a name alone. Attendees who sign up by name alone have the proof of their
 * browser, and those whose account was deleted have no name. A party that an organiser adds by name alone beyond the limit looks alike.
 */
const isWalkIn = and(attendances.isOverLimit, isUnreachable, isNull(attendances.proofHash));

const parties = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`;
const people = (condition: SQL | undefined) =>
  sql<number>`coalesce(sum(1 + ${attendances.companions}) filter (where ${condition}), 0)::int`;

const count = (condition: SQL | undefined) => ({ parties: parties(condition), people: people(condition) });

/** How many had a place, how many of them were checked in, how many came without having signed up, and how many of all left no contact. */
export async function countTurnout(db: Executor, activityId: string): Promise<Turnout> {
  const isHere = isNotNull(attendances.checkedInAt);
  const signedUp = sql`${isConfirmed} and not (${isWalkIn})`;
  const [row] = await db
    .select({
      confirmed: count(signedUp),
      checkedIn: count(and(signedUp, isHere)),
      walkIns: count(and(isConfirmed, isWalkIn, isHere)),
      unreachable: count(isUnreachable),
    })
    .from(attendances)
    .where(eq(attendances.activityId, activityId));
  if (row === undefined) throw new Error('an aggregate returned no row');
  return row;
}
