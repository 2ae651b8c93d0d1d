import type { ActivityStatus } from '@minga/contract/activities';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/schema.ts';
import { prefixQuery, searchWords } from './rules.ts';
import { activities } from './schema.ts';

const { searchWords: _words, searchText: _text, ...activityColumns } = getTableColumns(activities);

const columns = {
  activity: activityColumns,
  owner: { id: users.id, username: users.username, email: users.email },
  image: {
    id: images.id,
    width: images.width,
    height: images.height,
    widths: images.widths,
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

export const listByOwner = (db: Executor, ownerId: string, paging: Paging): Promise<Found> =>
  listWhere(db, eq(activities.ownerId, ownerId), [asc(activities.date), asc(activities.id)], paging);

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

/** Deletes all activities of an account, with what hangs on them; the ids of their pictures. */
export async function deleteByOwner(db: Executor, ownerId: string): Promise<string[]> {
  const gone = await db
    .delete(activities)
    .where(eq(activities.ownerId, ownerId))
    .returning({ imageId: activities.imageId });
  return gone.map(({ imageId }) => imageId).filter(imageId => imageId !== null);
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

export interface Search {
  readonly q: string;
  readonly place: string;
  readonly when: 'proximas' | 'pasadas' | undefined;
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
    search.when === 'proximas' ? gte(activities.date, now) : undefined,
    search.when === 'pasadas' ? lt(activities.date, now) : undefined,
    search.promotedOnly ? gte(activities.promotionEnd, now) : undefined,
  );
  const byDate = search.when === 'pasadas' ? desc(activities.date) : asc(activities.date);
  const order =
    search.q === '' ? [byDate, asc(activities.id)] : [desc(rank(search.q)), byDate, asc(activities.id)];
  return listWhere(db, filter, order, paging);
}

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
