import type { Need } from '@minga/contract/needs';
import { eq, getTableColumns, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/schema.ts';
import { teamIdsOf } from '../collectives/queries.ts';
import { collectives } from '../collectives/schema.ts';
import { teamRolesWith } from '../teams/policy.ts';
import { activities, activityNeeds, activityPlaces, activitySeries } from './schema.ts';
import { findTerms, tsquery } from './search-terms-repository.ts';

const { searchWords: _words, searchText: _text, ...activityColumns } = getTableColumns(activities);

/** The needs of the activity of a statement's row, as the contract shows them, in order. */
export const needsOfActivity = sql<readonly Need[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    '_id', need.id, 'kind', need.kind, 'name', need.name, 'quantity', need.quantity,
    'startsAt', to_char(need.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(need.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'note', need.note, 'taken', need.taken
  ) order by need.position), '[]')
  from ${activityNeeds} as need where need.activity_id = ${activities}.${sql.identifier('id')}
)`;

/** The columns of an activity's row with its organiser, collective, image, series, places and needs, for joins. */
export const activityRowColumns = {
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
  collective: {
    id: collectives.id,
    slug: collectives.slug,
    name: collectives.name,
    isVerified: collectives.isVerified,
    status: collectives.status,
  },
  series: {
    frequency: activitySeries.frequency,
    interval: activitySeries.interval,
    weekdays: activitySeries.weekdays,
    count: activitySeries.count,
  },
  taken: sql<number>`coalesce(${activityPlaces.taken}, 0)`,
  needs: needsOfActivity,
  waiting: sql<number>`coalesce(${activityPlaces.waiting}, 0)`,
};

/** Conditions of the left joins that `activityRowColumns` needs. */
export const placesOfActivity = eq(activityPlaces.activityId, activities.id);
export const seriesOfActivity = eq(activitySeries.id, activities.seriesId);

/** The same for the collective. */
export const collectiveOfActivity = eq(collectives.id, activities.collectiveId);

/** Every activity with its organiser, collective, image, places and needs. */
export const selectActivities = (db: Executor) =>
  db
    .select(activityRowColumns)
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(images, eq(images.id, activities.imageId))
    .leftJoin(collectives, collectiveOfActivity)
    .leftJoin(activitySeries, seriesOfActivity)
    .leftJoin(activityPlaces, placesOfActivity);

/** Condition: an account manages the activity by a role, its own or that in the activity's collective; not as its author. */
export function isManagedBy(userId: string | SQLWrapper, table = activities): SQL | undefined {
  const managed = teamIdsOf(userId, teamRolesWith('manage'));
  return or(inArray(table.id, managed), inArray(table.collectiveId, managed));
}

/**
 * The words of a search as one `tsquery` for `search_words`: those of `q` in any field, those of `place` in the place. As in the search
 * each is a prefix, but none is corrected. `query` is null if there are none, or only stop words.
 */
export async function wordsQuery(
  db: Executor,
  { q, place }: { readonly q: string; readonly place: string },
): Promise<{ query: SQL | null; isOnlySymbols: boolean }> {
  const parts: SQL[] = [];
  let isOnlySymbols = false;
  for (const [typed, weights] of [
    [q, ''],
    [place, 'B'],
  ] as const) {
    // Without a status no word is known, so that none is corrected.
    const terms = typed === '' ? [] : (await findTerms(db, typed, [])).terms;
    if (terms === null) isOnlySymbols = true;
    else if (terms.length > 0) parts.push(tsquery(terms, weights));
  }
  return { query: parts.length === 0 ? null : sql.join(parts, sql` && `), isOnlySymbols };
}
