import type { Accessibility } from '@minga/contract/accessibility';
import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import type { Location } from '@minga/contract/location';
import type { Category } from '@minga/contract/topics';
import { and, arrayContains, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { collectives } from '../../collectives/queries.ts';
import { EARTH_RADIUS_KM } from '../queries.ts';
import type { When } from '../repository.ts';
import { activities, activityPlaces } from '../schema.ts';

/** A circle on the globe. */
interface Vicinity extends Location {
  readonly radiusKm: number;
}

export interface Search {
  readonly q: string;
  readonly place: string;
  readonly when: When | undefined;
  readonly promotedOnly: boolean;
  /** The slug of a collective. An unknown slug finds nothing. */
  readonly collective?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly category?: Category | undefined;
  readonly tag?: string | undefined;
  /** The period of the search, from `from` inclusive to `until` exclusive. An activity matches if a part of it is in the period. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Excludes activities that ended before this time. */
  readonly endsSince?: Date | undefined;
  /** Finds only activities with room for another person. */
  readonly isRoomRequired?: boolean;
  /** Finds only activities that have all of these. */
  readonly accessibility?: readonly Accessibility[];
  /** Finds only activities with a public location in the circle, the nearest first. */
  readonly near?: Vicinity | undefined;
  /** Sorts by publication, the newest first, or by date; by default the order depends on the search. */
  readonly order?: 'published' | 'date' | undefined;
}

// The conditions of a search's filters, each for the table or an alias of it.

const DURATION_MAX_MS = DURATION_DAYS_MAX * 24 * 60 * 60 * 1000;

/** Condition: the activity matches every filter except the words, the place and the relative time (`when`). */
export const fitsFilters = (
  db: Executor,
  {
    q,
    collective,
    seriesId,
    category,
    tag,
    from,
    until,
    endsSince,
    isRoomRequired = false,
    accessibility = [],
    near,
  }: Search,
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
    accessibility.length === 0 ? undefined : arrayContains(table.accessibility, [...accessibility]),
    near === undefined ? undefined : isIn(near, q, table),
  );

/** The id of a collective, if it is active: the activities of a hidden one are not found by its slug. */
const idsOfActiveCollective = (db: Executor, slug: string) =>
  db
    .select({ id: collectives.id })
    .from(collectives)
    .where(and(eq(collectives.slug, slug), eq(collectives.status, 'active')));

/**
 * Condition: the activity starts at `from` or later, or ends after it. The first two conditions let an index on the dates be used.
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

/** The length of the chord between two points of this distance, on the unit sphere. */
const chordOf = (km: number) => 2 * Math.sin(km / EARTH_RADIUS_KM / 2);

const onSphere = ({ latitude, longitude }: typeof activities | Vicinity) =>
  sql`public.on_sphere(${latitude}, ${longitude})`;

/**
 * Condition: a public location in the circle. An index finds the cube around it; the last condition excludes the corners. With words
 * their index finds the rows: PostgreSQL expects a hundredth of the rows in a cube, and would read that index too.
 */
const isIn = (near: Vicinity, q: string, table: typeof activities) => {
  const chord = chordOf(near.radiusKm);
  return and(
    sql`${table.latitude} is not null and not ${table.isLocationPrivate}`,
    q === '' ? sql`${onSphere(table)} <@ public.cube_enlarge(${onSphere(near)}, ${chord}, 3)` : undefined,
    sql`${chordTo(near, table)} <= ${chord}`,
  );
};

/** The chord to the centre, which increases with the distance. The index gives this order. */
export const chordTo = (near: Vicinity, table = activities): SQL<number> =>
  sql<number>`${onSphere(table)} operator(public.<->) ${onSphere(near)}`;

/** The great-circle distance of a chord, in kilometres. */
export const kilometresOf = (chord: number): number =>
  2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / 2));
