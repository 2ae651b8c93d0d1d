import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import { activities } from '../schema.ts';

/** The number of rows of one statement. */
const ROWS = 100;

export async function insertImported(
  tx: Transaction,
  rows: readonly (typeof activities.$inferInsert)[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS)
    await tx.insert(activities).values(rows.slice(from, from + ROWS));
}

/** The columns that a calendar and the review of its edit change. */
type ImportedColumns = Pick<
  typeof activities.$inferSelect,
  | 'id'
  | 'title'
  | 'description'
  | 'place'
  | 'directions'
  | 'date'
  | 'endDate'
  | 'latitude'
  | 'longitude'
  | 'tags'
> &
  Pick<typeof activities.$inferSelect, 'status' | 'holdKind' | 'holdTerm'>;

/** Sets the columns of edited activities, which the caller has locked. */
export async function updateImported(
  tx: Transaction,
  rows: readonly ImportedColumns[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS)
    await tx.execute(sql`
      update ${activities} set title = edited.title, description = edited.description, place = edited.place,
        directions = edited.directions, date = edited.date, end_date = edited."endDate", latitude = edited.latitude,
        longitude = edited.longitude, tags = array(select jsonb_array_elements_text(edited.tags)), status = edited.status,
        hold_kind = edited."holdKind", hold_term = edited."holdTerm", rejection_reason = null,
        updated_at = ${now.toISOString()}::timestamptz, revision = ${activities.revision} + 1
      from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + ROWS).map(columnsOf))}::jsonb) as edited (
        id uuid, title text, description text, place text, directions text, date timestamptz, "endDate" timestamptz,
        latitude float8, longitude float8, tags jsonb, status text, "holdKind" text, "holdTerm" text)
      where ${activities.id} = edited.id`);
}

const columnsOf = ({ id, title, description, place, directions, date, ...others }: ImportedColumns) => {
  const { endDate, latitude, longitude, tags, status, holdKind, holdTerm } = others;
  return {
    id,
    title,
    description,
    place,
    directions,
    date,
    endDate,
    latitude,
    longitude,
    tags,
    status,
    holdKind,
    holdTerm,
  };
};

/** The activities of a collective with one of these titles at its start. */
export const listAlike = (
  tx: Transaction,
  collectiveId: string,
  wanted: readonly { readonly title: string; readonly date: Date }[],
): Promise<{ id: string }[]> =>
  tx
    .select({ id: activities.id })
    .from(activities)
    .where(
      and(
        eq(activities.collectiveId, collectiveId),
        sql`(${activities.title}, ${activities.date}) in (
          select title, date from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (title text, date timestamptz))`,
      ),
    );

/** The calendar of activities, or their state in it. Null ends that they come from one. */
export type Source = { readonly host: string } | { readonly isCancelled: boolean } | null;

/** Sets the calendar of activities, or their state in it. */
export async function setSource(
  tx: Transaction,
  ids: readonly string[],
  source: Source,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const values =
    source === null
      ? { sourceHost: null, isSourceCancelled: false }
      : 'host' in source
        ? { sourceHost: source.host, isSourceCancelled: false }
        : { isSourceCancelled: source.isCancelled };
  await tx
    .update(activities)
    .set({ ...values, updatedAt: now })
    .where(inArray(activities.id, [...ids]));
}

/** Gives activities to another author. The caller has locked them. */
export async function setOwner(tx: Transaction, ids: readonly string[], ownerId: string): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(activities)
    .set({ ownerId })
    .where(inArray(activities.id, [...ids]));
}

/** The highest number of a date in each series. */
export async function findLastIndexes(
  tx: Transaction,
  seriesIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: activities.seriesId, last: sql<number>`max(${activities.seriesIndex})::int` })
    .from(activities)
    .where(inArray(activities.seriesId, [...seriesIds]))
    .groupBy(activities.seriesId);
  return new Map(rows.flatMap(({ id, last }) => (id === null ? [] : [[id, last] as const])));
}
