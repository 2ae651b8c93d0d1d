import { sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import { EARTH_RADIUS_KM } from '../activities/queries.ts';
import { collectivesAs } from '../collectives/queries.ts';
import type { Sought } from './rules.ts';
import * as tables from './schema.ts';

const query = new QueryBuilder();

/** The saved searches, which other modules compose under the name `search`. */
export const savedSearches = query.select().from(tables.savedSearches).as('search');

const collective = collectivesAs('collective');

/** The criteria of a saved search. */
export interface SoughtRow extends Sought {
  readonly id: string;
}

/** SQL expression: the criteria of the statement's `search`, with the name of its collective. */
export const soughtOf = sql`
  json_build_object('id', search.id, 'q', search.q, 'place', search.place, 'category', search.category, 'tag', search.tag,
    'isRoomRequired', search.is_room_required, 'accessibility', search.accessibility, 'radiusKm', search.radius_km, 'collectiveName', (select collective.name from ${collective} where collective.id = search.collective_id))`;

/** Condition: the new activity `piece` of the statement matches the saved `search`. The criteria equal those of the activity search. */
export const fits = sql`
  (search.words is null or piece.search_words @@ search.words)
  and (search.category is null or search.category = piece.category)
  and (search.tag is null or search.tag = any(piece.tags))
  and (search.collective_id is null or search.collective_id = piece.active_collective_id)
  and (not search.is_room_required or piece.has_room)
  and search.accessibility <@ piece.accessibility
  and (search.radius_km is null or not piece.is_location_private and
    public.on_sphere(search.latitude, search.longitude) operator(public.<->) public.on_sphere(piece.latitude, piece.longitude)
      <= 2 * sin(search.radius_km / ${EARTH_RADIUS_KM} / 2))`;

/** Loads the saved searches that matched the activities of a digest. */
export async function findSought(db: Executor, ids: readonly string[]): Promise<SoughtRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ sought: SoughtRow }>(sql`
    select ${soughtOf} as sought from ${savedSearches}
    where search.id = any(${sql.param(ids)}::uuid[])`);
  return rows.map(({ sought }) => sought);
}
