import type { ActivityStatus } from '@minga/contract/activities';
import type { WithdrawalReason } from '@minga/contract/hours';
import { and, eq, exists, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/queries.ts';
import { activities } from '../activities/queries.ts';
import { UNPUBLISHED_TITLE } from '../activities/rules.ts';
import type { Right } from './policy.ts';
import { detachedHours, detachedLinks } from './schema.ts';

/** A period of activity starts, from `start` inclusive to `end` exclusive. An undefined bound does not limit it. */
export interface HoursPeriod {
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

interface Person {
  readonly id: string;
  readonly email: string;
}

export type DetachedRow = typeof detachedHours.$inferSelect;

/** Condition: the detached attendance belonged to the person. */
export const isDetachedOf = ({ id, email }: Person): SQL | undefined =>
  or(eq(detachedHours.userId, id), eq(detachedHours.email, email));

const isCounted = and(isNotNull(detachedHours.hours), isNull(detachedHours.withdrawnAt));

const helpedColumns = {
  id: detachedHours.id,
  name: sql<string | null>`${detachedHours.name}`.as('name'),
  activityId: detachedHours.activityId,
  title: detachedHours.title,
  date: detachedHours.date,
  endDate: detachedHours.endDate,
  place: detachedHours.place,
  collective: sql<string | null>`${detachedHours.collective}`.as('collective'),
  hours: sql<number>`${detachedHours.hours}::float8`.as('hours'),
  isInReview: sql<boolean>`false`.as('is_in_review'),
  checkedInAt: sql<Date>`${detachedHours.checkedInAt}`.mapWith(detachedHours.checkedInAt).as('checked_in_at'),
};

/** The hours of a person in a period that count although their attendance was deleted. */
export const listDetached = (db: Executor, person: Person, { start, end }: HoursPeriod) =>
  db
    .select(helpedColumns)
    .from(detachedHours)
    .where(
      and(
        isDetachedOf(person),
        isCounted,
        start && gte(detachedHours.date, start),
        end && lt(detachedHours.date, end),
      ),
    );

/** The certified facts of one detached attendance, or null if its hours do not count. */
export async function findDetachedHours(db: Executor, id: string) {
  const [row] = await db
    .select(helpedColumns)
    .from(detachedHours)
    .where(and(eq(detachedHours.id, id), isCounted));
  return row ?? null;
}

/** The withdrawn hours of a person, and whether their activity is public and its author's account active. */
export async function listWithdrawn(db: Executor, person: Person, statuses: ActivityStatus[]) {
  const rows = await db
    .select({ row: detachedHours, organiserId: users.id })
    .from(detachedHours)
    .leftJoin(
      activities,
      and(eq(activities.id, detachedHours.activityId), inArray(activities.status, statuses)),
    )
    .leftJoin(users, and(eq(users.id, activities.ownerId), users.isActive))
    .where(and(isDetachedOf(person), isNotNull(detachedHours.hours), isNotNull(detachedHours.withdrawnAt)));
  return rows.map(({ row, organiserId }) => ({
    ...withoutRejectedTexts(row),
    isOrganiserThere: organiserId !== null,
  }));
}

/** Removes the texts of an activity that was rejected, which only its organisers may see (docs/rules.md R3.4). */
const withoutRejectedTexts = (row: DetachedRow): DetachedRow =>
  row.withdrawnBecause === 'rejected' ? { ...row, title: UNPUBLISHED_TITLE, place: '' } : row;

/** Lists detached attendances with all their columns, by date. */
export async function listDetachedOf(db: Executor, condition: SQL | undefined): Promise<DetachedRow[]> {
  const rows = await db
    .select()
    .from(detachedHours)
    .where(condition)
    .orderBy(detachedHours.date, detachedHours.id);
  return rows.map(withoutRejectedTexts);
}

export async function findDetached(db: Executor, id: string): Promise<DetachedRow | null> {
  const [row] = await db.select().from(detachedHours).where(eq(detachedHours.id, id));
  return row ?? null;
}

export async function lockDetached(tx: Transaction, id: string): Promise<DetachedRow | null> {
  const [row] = await tx.select().from(detachedHours).where(eq(detachedHours.id, id)).for('update');
  return row ?? null;
}

/** Condition: a link covers a detached attendance under the rule of `isLinked` in repository.ts. */
const isLinked = and(
  eq(detachedLinks.detachedId, detachedHours.id),
  or(
    eq(detachedLinks.email, detachedHours.email),
    and(isNull(detachedLinks.email), isNull(detachedHours.userId)),
  ),
);

/**
 * The detached attendances of a personal link, each with the address that the link was mailed to and the account that has this
 * address.
 */
export const listDetachedByLink = (db: Executor, tokenHash: Buffer) =>
  db
    .select({ row: detachedHours, mailedTo: detachedLinks.email, accountId: users.id })
    .from(detachedLinks)
    .innerJoin(detachedHours, isLinked)
    .leftJoin(users, eq(users.email, detachedLinks.email))
    .where(eq(detachedLinks.tokenHash, tokenHash))
    .orderBy(detachedHours.date, detachedHours.id);

function isCoveredBy(db: Executor, right: Right): SQL | undefined {
  if (right.by === 'account') return isDetachedOf({ id: right.userId, email: right.email });
  if (right.by === 'proof')
    return and(eq(detachedHours.proofHash, right.proofHash), isNull(detachedHours.userId));
  if (right.by === 'link')
    return exists(
      db
        .select({ id: detachedLinks.detachedId })
        .from(detachedLinks)
        .where(and(eq(detachedLinks.tokenHash, right.tokenHash), isLinked)),
    );
  return sql`false`;
}

export const isDetachedCovered = async (
  db: Executor,
  id: string,
  rights: readonly Right[],
): Promise<boolean> =>
  rights.length > 0 &&
  (await db.$count(
    detachedHours,
    and(eq(detachedHours.id, id), or(...rights.map(right => isCoveredBy(db, right)))),
  )) > 0;

/** Marks detached hours as withdrawn, unless they already are. */
export async function withdrawDetached(
  tx: Transaction,
  condition: { readonly ids: readonly string[] } | { readonly activityId: string },
  at: Date,
  because: WithdrawalReason,
): Promise<void> {
  const of =
    'ids' in condition
      ? inArray(detachedHours.id, [...condition.ids])
      : eq(detachedHours.activityId, condition.activityId);
  await tx
    .update(detachedHours)
    .set({ withdrawnAt: at, withdrawnBecause: because })
    .where(and(of, isNull(detachedHours.withdrawnAt)));
}

/** Sets the time of the reductions that this transaction's changes of hours have recorded to the time of the platform's clock. */
export async function dateReductions(
  tx: Transaction,
  attendanceIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx
    .update(detachedHours)
    .set({ withdrawnAt: at })
    .where(
      and(
        inArray(detachedHours.reducedId, [...attendanceIds]),
        // The trigger has written the start time of the transaction.
        eq(detachedHours.withdrawnAt, sql`now()::timestamptz(3)`),
      ),
    );
}

/** The reductions of hours of these attendances at this time, for people with an address. */
export const listReductions = (tx: Transaction, attendanceIds: readonly string[], at: Date) =>
  tx
    .select({
      activityId: detachedHours.activityId,
      name: detachedHours.name,
      email: sql<string>`${detachedHours.email}`,
    })
    .from(detachedHours)
    .where(
      and(
        inArray(detachedHours.reducedId, [...attendanceIds]),
        eq(detachedHours.withdrawnAt, at),
        isNotNull(detachedHours.email),
      ),
    );

/** The reductions of hours in activities, with the remaining hours, or null if none remain. */
export const listReducedIn = (tx: Transaction, activityIds: readonly string[]) =>
  tx
    .select({
      activityId: detachedHours.activityId,
      email: detachedHours.email,
      remaining: detachedHours.remainingHours,
    })
    .from(detachedHours)
    .where(and(inArray(detachedHours.activityId, [...activityIds]), isNotNull(detachedHours.reducedId)));

export async function deleteDetached(tx: Transaction, condition: SQL | undefined): Promise<void> {
  await tx.delete(detachedHours).where(condition);
}

/** Gives an account's detached hours its new address, so that links that were mailed to the old one are void. */
export async function moveDetached(
  tx: Transaction,
  userId: string,
  oldEmail: SQL,
  email: string,
): Promise<void> {
  const mine = or(
    eq(detachedHours.userId, userId),
    eq(detachedHours.email, sql`${oldEmail}`),
    eq(detachedHours.email, email),
  );
  await tx.update(detachedHours).set({ userId, email, proofHash: null }).where(mine);
}

/** Voids the proofs of an address's detached hours, and the links that were not mailed to it. */
export async function voidDetachedProofs(tx: Transaction, email: string): Promise<void> {
  const ids = tx
    .select({ id: detachedHours.id })
    .from(detachedHours)
    .where(and(eq(detachedHours.email, email), isNull(detachedHours.userId)));
  await tx
    .delete(detachedLinks)
    .where(
      and(inArray(detachedLinks.detachedId, ids), sql`${detachedLinks.email} is distinct from ${email}`),
    );
  await tx
    .update(detachedHours)
    .set({ proofHash: null })
    .where(and(eq(detachedHours.email, email), isNull(detachedHours.userId)));
}

/** Condition: the detached attendance is that of a person without an account. */
const isDetachedVisitors = and(
  isNull(detachedHours.userId),
  sql`not exists (select from ${users} where ${users.email} = ${detachedHours.email})`,
);

/** Condition: a detached attendance, or a reduction of an attendance, with one of these ids. */
export const isDetachedAmong = (ids: readonly string[]): SQL | undefined =>
  or(inArray(detachedHours.id, [...ids]), inArray(detachedHours.reducedId, [...ids]));

/** Condition: a visitor's detached attendance with one of these ids or addresses. */
export const isDetachedOfVisitor = (ids: readonly string[], emails: readonly string[]): SQL | undefined =>
  or(
    isDetachedAmong(ids),
    emails.length > 0 ? and(inArray(detachedHours.email, [...emails]), isDetachedVisitors) : undefined,
  );

/** Locks visitors' detached attendances in activities that ended at `until` or before. */
export const lockDetachedDue = (tx: Transaction, until: Date, limit: number) =>
  tx
    .select({ id: detachedHours.id, activityId: detachedHours.activityId, email: detachedHours.email })
    .from(detachedHours)
    .where(and(lte(detachedHours.endsAt, until), isDetachedVisitors))
    .orderBy(detachedHours.id)
    .limit(limit)
    .for('update');
