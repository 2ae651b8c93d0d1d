import type { FollowMail } from '@minga/contract/collectives';
import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/queries.ts';
import { collectives } from '../collectives/queries.ts';
import { savedSearches } from './schema.ts';

const { words: _words, ...columns } = getTableColumns(savedSearches);
const rowColumns = {
  search: columns,
  collectiveSlug: collectives.slug,
  collectiveName: collectives.name,
};

const selectRows = (db: Executor) =>
  db
    .select(rowColumns)
    .from(savedSearches)
    .leftJoin(collectives, eq(collectives.id, savedSearches.collectiveId));

export type SavedSearchRow = Awaited<ReturnType<typeof listSavedSearches>>[number];

const isOwn = (userId: string, id: string) => and(eq(savedSearches.userId, userId), eq(savedSearches.id, id));

/** An account's searches, the newest first. */
export const listSavedSearches = (db: Executor, userId: string, { limit, offset }: Paging) =>
  selectRows(db)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(limit)
    .offset(offset);

export const countSavedSearches = (db: Executor, userId: string): Promise<number> =>
  db.$count(savedSearches, eq(savedSearches.userId, userId));

export async function findSavedSearch(
  db: Executor,
  userId: string,
  id: string,
): Promise<SavedSearchRow | null> {
  const [row] = await selectRows(db).where(isOwn(userId, id));
  return row ?? null;
}

/** Stores a search, or updates `mail` of the account's identical one if `mail` is given. Returns the id. */
export async function upsertSavedSearch(
  tx: Transaction,
  row: Omit<typeof savedSearches.$inferInsert, 'words'> & { readonly words: SQL | null },
  mail: FollowMail | undefined,
): Promise<string> {
  const { userId, q, place, category, tag, collectiveId, isRoomRequired } = savedSearches;
  const { latitude, longitude, radiusKm, accessibility } = savedSearches;
  const target = [
    userId,
    q,
    place,
    category,
    tag,
    collectiveId,
    isRoomRequired,
    latitude,
    longitude,
    radiusKm,
    accessibility,
  ];
  const [stored] = await tx
    .insert(savedSearches)
    .values(row)
    .onConflictDoUpdate({ target, set: { mail: mail ?? sql`${savedSearches.mail}` } })
    .returning({ id: savedSearches.id });
  if (stored === undefined) throw new Error('no search was stored');
  return stored.id;
}

/** Changes the frequency of e-mails. Returns false if the account has no such search. */
export async function setMail(db: Executor, userId: string, id: string, mail: FollowMail): Promise<boolean> {
  const { rowCount } = await db.update(savedSearches).set({ mail }).where(isOwn(userId, id));
  return rowCount === 1;
}

/** Deletes a search. Returns false if the account has no such search. */
export async function deleteSavedSearch(db: Executor, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(savedSearches).where(isOwn(userId, id));
  return rowCount === 1;
}
