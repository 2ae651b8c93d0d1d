import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import type { Location } from '@minga/contract/location';
import type { Category } from '@minga/contract/topics';
import { and, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { collectives } from '../collectives/schema.ts';
import type { When } from './list-repository.ts';
import { EARTH_RADIUS_KM } from './queries.ts';
import { activities, activityPlaces } from './schema.ts';

/** A circle on the globe. */
export interface Vicinity extends Location {
  readonly radiusKm: number;
}

export interface Search {
  readonly q: string;
  readonly place: string;
  readonly when: When | undefined;
  readonly promotedOnly: boolean;
  /** The slug of a collective; an unknown one finds nothing. */
  readonly collective?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly category?: Category | undefined;
  readonly tag?: string | undefined;
  /** Those that take place at some time from `from`, inclusive, until `until`, exclusive. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Those that had not ended before. */
  readonly endsSince?: Date | undefined;
  /** Only those with room for another person. */
  readonly isRoomRequired?: boolean;
  /** Only those with a public location in it, nearest first. */
  readonly near?: Vicinity | undefined;
  /** The newest publication first; without it as the search says. */
  readonly order?: 'published';
}

// The conditions of a search's filters, said of the table or of an alias of it.

const DURATION_MAX_MS = DURATION_DAYS_MAX * 24 * 60 * 60 * 1000;

/** Condition: the activity fits every filter but the words, the place and the time. */
export const fitsFilters = (
  db: Executor,
  { collective, seriesId, category, tag, from, until, endsSince, isRoomRequired = false, near }: Search,
  table: typeof activities,
): SQL | undefined =>
  and(
    collective === undefined ? undefined : inArray(table.collectiveId, idsOfActiveCollective(db, collective)),
    seriesId === undefined ? undefined : eq(table.seriesId, seriesId),
    category === undefined ? undefined : eq(table.category, category),
    tag === undefined ? undefined : sql`${table.tags} @> array[${tag}]::text[]`,
    from === undefined ? undefined : isStillOn(from, table),
    endsSince === undefined ? undefined : isStillOn(endsSince, table),
    until === undefined ? undefined : lt(table.date, until),
    isRoomRequired ? hasRoom(table) : undefined,
    near === undefined ? undefined : isIn(near, table),
  );

/** A collective that not everybody sees has no activities. */
const idsOfActiveCollective = (db: Executor, slug: string) =>
  db
    .select({ id: collectives.id })
    .from(collectives)
    .where(and(eq(collectives.slug, slug), eq(collectives.status, 'active')));

/**
 * Begins from then on, or ends after. The first two conditions follow from the third, and are checked in an index in the order of dates,
 * without reading rows.
 */
const isStillOn = (from: Date, table: typeof activities) =>
  and(
    gte(table.date, new Date(from.getTime() - DURATION_MAX_MS)),
    gte(table.endsAt, from),
    or(gte(table.date, from), gt(table.endsAt, from)),
  );

const hasRoom = (table: typeof activities) =>
  or(
    isNull(table.capacity),
    sql`${table.capacity} > coalesce((select places.taken from ${activityPlaces} places where places.activity_id = ${table.id}), 0)`,
  );

/** On the unit sphere: the chord between two points of this distance. */
const chordOf = (km: number) => 2 * Math.sin(km / EARTH_RADIUS_KM / 2);

const onSphere = ({ latitude, longitude }: typeof activities | Vicinity) =>
  sql`public.on_sphere(${latitude}, ${longitude})`;

/** The index finds the points of the cube around the circle. */
const isIn = (near: Vicinity, table: typeof activities) => {
  const chord = chordOf(near.radiusKm);
  return and(
    sql`${table.latitude} is not null and not ${table.isLocationPrivate}`,
    sql`${onSphere(table)} <@ public.cube_enlarge(${onSphere(near)}, ${chord}, 3)`,
    sql`${chordTo(near, table)} <= ${chord}`,
  );
};

/** Grows with the distance; the index gives this order. */
export const chordTo = (near: Vicinity, table = activities): SQL<number> =>
  sql<number>`${onSphere(table)} operator(public.<->) ${onSphere(near)}`;

/** Kilometres of the great circle of a chord. */
export const kilometresOf = (chord: number): number =>
  2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / 2));
