import type { ActivityStatus } from '@minga/contract/activities';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  lt,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/schema.ts';
import { prefixQuery, searchWords } from './rules.ts';
import { activities, deletedActivities } from './schema.ts';

const { searchWords: _words, searchText: _text, ...activityColumns } = getTableColumns(activities);

const columns = {
  activity: activityColumns,
  owner: { id: users.id, username: users.username, email: users.email },
  image: {
    id: images.id,
    width: images.width,
    height: images.height,
    widths: images.widths,
    hasAvif: images.hasAvif,
    placeholder: images.placeholder,
  },
};

const selectActivities = (db: Executor) =>
  db
    .select(columns)
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(images, eq(images.id, activities.imageId));

/** An activity with its organiser and its picture, as every list and page needs it. */
export type ActivityRow = Awaited<ReturnType<typeof selectActivities>>[number];

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export interface Found {
  readonly rows: ActivityRow[];
  readonly total: number;
}

export async function insertActivity(db: Executor, values: typeof activities.$inferInsert): Promise<string> {
  const [row] = await db.insert(activities).values(values).returning({ id: activities.id });
  if (row === undefined) throw new Error('the inserted activity was not returned');
  return row.id;
}

export async function findActivity(db: Executor, id: string): Promise<ActivityRow | null> {
  const [row] = await selectActivities(db).where(eq(activities.id, id));
  return row ?? null;
}

export type LockedActivity = Omit<typeof activities.$inferSelect, 'searchWords' | 'searchText'>;

/**
 * Keeps an activity as it is until the transaction ends; null when it is gone. 'share' lets others do the same at the
 * same time, 'update' keeps them waiting.
 */
export async function lockActivity(
  tx: Executor,
  id: string,
  strength: 'share' | 'update',
): Promise<LockedActivity | null> {
  const [row] = await tx.select(activityColumns).from(activities).where(eq(activities.id, id)).for(strength);
  return row ?? null;
}

export async function updateActivity(
  db: Executor,
  id: string,
  values: PgUpdateSetSource<typeof activities>,
): Promise<void> {
  await db
    .update(activities)
    .set({ ...values, revision: sql`${activities.revision} + 1` })
    .where(eq(activities.id, id));
}

export async function setPromotion(
  db: Executor,
  id: string,
  window: { start: Date; end: Date } | null,
): Promise<void> {
  await db
    .update(activities)
    .set({ promotionStart: window?.start ?? null, promotionEnd: window?.end ?? null })
    .where(eq(activities.id, id));
}

/** Upcoming or past, as `when` says, or all. */
export function listByOwner(
  db: Executor,
  ownerId: string,
  when: When | undefined,
  now: Date,
  paging: Paging,
): Promise<Found> {
  const filter = and(eq(activities.ownerId, ownerId), atTime(when, now));
  return listWhere(db, filter, [byDate(when), asc(activities.id)], paging);
}

/** Those whose promotion is open, `ownerId`'s or the others' when asked so; the next one first. */
export function listPromoted(
  db: Executor,
  viewerId: string | null,
  own: boolean | undefined,
  statuses: ActivityStatus[],
  now: Date,
  paging: Paging,
): Promise<Found> {
  const mine = viewerId === null ? sql`false` : eq(activities.ownerId, viewerId);
  const filter = and(
    gt(activities.promotionEnd, now),
    or(mine, inArray(activities.status, statuses)),
    own === undefined ? undefined : own ? mine : not(mine),
  );
  return listWhere(db, filter, [asc(activities.date), asc(activities.id)], paging);
}

/** How many an account owns, and how many of those are still to come. */
export async function countByOwner(
  db: Executor,
  ownerId: string,
  now: Date,
): Promise<{ total: number; upcoming: number }> {
  const [row] = await db
    .select({
      total: count(),
      upcoming: sql<number>`count(*) filter (where ${activities.date} >= ${now})`.mapWith(Number),
    })
    .from(activities)
    .where(eq(activities.ownerId, ownerId));
  return row ?? { total: 0, upcoming: 0 };
}

export const deleteActivity = (tx: Executor, id: string, publicly: ActivityStatus[], now: Date) =>
  deleteWhere(tx, eq(activities.id, id), publicly, now);

export const deleteByOwner = (tx: Executor, ownerId: string, publicly: ActivityStatus[], now: Date) =>
  deleteWhere(tx, eq(activities.ownerId, ownerId), publicly, now);

/**
 * Deletes activities with what hangs on them, and notes that those of a public status (`publicly`) once were. The ids
 * of their pictures.
 */
async function deleteWhere(
  tx: Executor,
  filter: SQL,
  publicly: ActivityStatus[],
  now: Date,
): Promise<string[]> {
  const noted = tx
    .select({
      id: activities.id,
      date: activities.date,
      revision: sql`${activities.revision} + 1`.as('revision'),
      deletedAt: sql`${now}::timestamptz`.as('deleted_at'),
    })
    .from(activities)
    .where(and(filter, inArray(activities.status, publicly)));
  await tx.insert(deletedActivities).select(noted).onConflictDoNothing();
  const gone = await tx.delete(activities).where(filter).returning({ imageId: activities.imageId });
  return gone.map(({ imageId }) => imageId).filter(imageId => imageId !== null);
}

/** An activity that was public and is deleted; null: none such. */
export async function findDeleted(db: Executor, id: string) {
  const [row] = await db.select().from(deletedActivities).where(eq(deletedActivities.id, id));
  return row ?? null;
}

/** Others' activities that are not past, the next one first. */
export function listUpcomingOfOthers(
  db: Executor,
  viewerId: string | null,
  statuses: ActivityStatus[],
  now: Date,
  paging: Paging,
): Promise<Found> {
  const notMine = viewerId === null ? undefined : ne(activities.ownerId, viewerId);
  const filter = and(notMine, inArray(activities.status, statuses), gte(activities.date, now));
  return listWhere(db, filter, [asc(activities.date), asc(activities.id)], paging);
}

/** Before now, or from now on. */
export type When = 'proximas' | 'pasadas';

export interface Search {
  readonly q: string;
  readonly place: string;
  readonly when: When | undefined;
  readonly promotedOnly: boolean;
}

/** What `viewerId` may see and `search` asks for: the best match first, else by date. */
export function searchActivities(
  db: Executor,
  viewerId: string | null,
  statuses: ActivityStatus[],
  search: Search,
  now: Date,
  paging: Paging,
): Promise<Found> {
  const visible = or(
    inArray(activities.status, statuses),
    viewerId === null ? undefined : eq(activities.ownerId, viewerId),
  );
  const filter = and(
    visible,
    search.q === '' ? undefined : matchesWords(search.q),
    search.place === '' ? undefined : matchesPlace(search.place),
    atTime(search.when, now),
    search.promotedOnly ? gt(activities.promotionEnd, now) : undefined,
  );
  const order = [byDate(search.when), asc(activities.id)];
  return listWhere(db, filter, search.q === '' ? order : [desc(rank(search.q)), ...order], paging);
}

function atTime(when: When | undefined, now: Date): SQL | undefined {
  if (when === undefined) return undefined;
  return when === 'proximas' ? gte(activities.date, now) : lt(activities.date, now);
}

const byDate = (when: When | undefined): SQL =>
  when === 'pasadas' ? desc(activities.date) : asc(activities.date);

/**
 * Every word of the search occurs: as the beginning of a word, or as one that is spelt much like it
 * (strict_word_similarity of 0.5 or more, PostgreSQL's default). Words like 'de' weigh nothing and match all.
 */
function matchesWords(q: string): SQL | undefined {
  const words = searchWords(q);
  if (words.length === 0) return sql`position(public.plain(${q}) in ${activities.searchText}) > 0`;
  return and(
    ...words.map(word => {
      const query = sql`to_tsquery('public.minga_spanish', ${`${word}:*`})`;
      return sql`(numnode(${query}) = 0 or ${activities.searchWords} @@ ${query} or public.plain(${word}) <<% ${activities.searchText})`;
    }),
  );
}

const matchesPlace = (place: string): SQL =>
  sql`(position(public.plain(${place}) in public.plain(${activities.place})) > 0 or public.plain(${place}) <<% public.plain(${activities.place}))`;

const rank = (q: string): SQL =>
  sql`ts_rank(${activities.searchWords}, to_tsquery('public.minga_spanish', ${prefixQuery(q)})) + strict_word_similarity(public.plain(${q}), ${activities.searchText})`;

async function listWhere(
  db: Executor,
  filter: SQL | undefined,
  order: SQL[],
  paging: Paging,
): Promise<Found> {
  const rows = await selectActivities(db)
    .where(filter)
    .orderBy(...order)
    .limit(paging.limit)
    .offset(paging.offset);
  const isWhole = paging.offset === 0 && rows.length < paging.limit;
  if (isWhole) return { rows, total: rows.length };
  const [counted] = await db.select({ total: count() }).from(activities).where(filter);
  return { rows, total: counted?.total ?? 0 };
}
