import type { ActivityStatus } from '@minga/contract/activities';
import type { Missing, Need } from '@minga/contract/needs';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  not,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { preparedQuery } from '../../platform/database/queries.ts';
import { images, pictureColumns } from '../../platform/images/schema.ts';
import { users } from '../accounts/queries.ts';
import { collectives, isInviterActive, teamIdsOf, teamIdsOfInviter } from '../collectives/queries.ts';
import { teamRolesWith } from '../teams/policy.ts';
import { teamInvitations, teamMembers } from '../teams/queries.ts';
import { activityShortIds } from './paper-schema.ts';
import {
  activities,
  activityMemories,
  activityMemoryImages,
  activityNeeds,
  activityPlaces,
  activitySeries,
} from './schema.ts';

const query = new QueryBuilder();
const { searchText: _text, ...readColumns } = getTableColumns(activities);

/** The activities as other modules read them, under a name by which a statement can join them twice. */
export const activitiesAs = <Name extends string>(name: Name) =>
  query.select(readColumns).from(activities).as(name);

// Other modules compose these sub-selects, and lock rows by functions of this module (docs/decisions/0080-owners-of-tables.md).
const readActivities = activitiesAs('activities');
const readNeeds = query.select().from(activityNeeds).as('need');
const readPlaces = query.select().from(activityPlaces).as('activity_places');
const readSeries = query.select().from(activitySeries).as('activity_series');
const readMemories = query.select().from(activityMemories).as('activity_memories');
const readMemoryImages = query.select().from(activityMemoryImages).as('activity_memory_images');

export {
  readActivities as activities,
  readMemories as activityMemories,
  readMemoryImages as activityMemoryImages,
  readNeeds as activityNeeds,
  readPlaces as activityPlaces,
  readSeries as activitySeries,
};

/**
 * Locks the activities that meet a condition, in the order in which every transaction locks activities. With `skipsLocked` the result
 * omits those that another transaction has locked.
 */
export function lockActivities(
  tx: Transaction,
  condition: SQL | undefined,
  strength: 'no key update' | 'update' = 'no key update',
  skipsLocked = false,
) {
  const { id, ownerId, collectiveId, title, date, endDate } = activities;
  const { status, questions, needsRequired, contact, chatUrl } = activities;
  const { capacity, companionsMax, hasWaitingList, asksAgain } = activities;
  return tx
    .select({
      id,
      ownerId,
      collectiveId,
      ownerEmail: users.email,
      title,
      date,
      endDate,
      ...locationColumns,
      status,
      questions,
      needsRequired,
      contact,
      chatUrl,
      capacity,
      companionsMax,
      hasWaitingList,
      asksAgain,
    })
    .from(activities)
    .innerJoin(users, eq(users.id, ownerId))
    .where(condition)
    .orderBy(asc(id))
    .for(strength, { of: activities, ...(skipsLocked && { skipLocked: true }) });
}

/** Stores when all attendees of these activities were asked to reconfirm, or null if they are to be asked again. */
export async function setAskedAgain(tx: Transaction, ids: readonly string[], at: Date | null): Promise<void> {
  const isOther = at === null ? isNotNull(activities.askedAgainAt) : undefined;
  await tx
    .update(activities)
    .set({ askedAgainAt: at })
    .where(and(inArray(activities.id, [...ids]), isOther));
}

const { searchWords: _words, organiser: _organiser, ...activityColumns } = readColumns;
// Lists leave these columns out, since each column of a row takes time.
const {
  questions: _1,
  formerCollective: _2,
  askedAgainAt: _3,
  reviewedAt: _4,
  publishedAt: _5,
  movedFrom: _6,
  movedAt: _7,
  movedFromEarlier: _8,
  isDetached: _9,
  chatUrl: _12,
  isFederated: _14,
  firstReadingId: _13,
  endsAt: _10,
  imageId: _11,
  ...listedActivityColumns
} = activityColumns;

/** The mean radius of the Earth, for distances on a sphere. */
export const EARTH_RADIUS_KM = 6371.0088;

/** SQL expression: the needs of the statement's activity row in order, in the contract's format. */
export const needsOfActivity = sql<readonly Need[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    '_id', need.id, 'kind', need.kind, 'name', need.name, 'quantity', need.quantity,
    'startsAt', to_char(need.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(need.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'note', need.note, 'taken', need.taken
  ) order by need.position), '[]')
  from ${activityNeeds} as need where need.activity_id = ${activities}.${sql.identifier('id')}
)`;

/** SQL expressions: the summary of needs on a card, for the statement's activity row. */
const listedNeeds = {
  hasNeeds: sql<boolean>`exists (
    select from ${activityNeeds} as need where need.activity_id = ${activities}.${sql.identifier('id')}
  )`,
  missing: sql<Missing | null>`(
    select jsonb_build_object('kind', (array_agg(need.kind order by need.position))[1],
      'name', (array_agg(need.name order by need.position))[1],
      'quantity', (array_agg(need.quantity - need.taken order by need.position))[1],
      'others', count(*) - 1, 'areTasks', bool_and(need.kind = 'task'))
    from ${activityNeeds} as need
    where need.activity_id = ${activities}.${sql.identifier('id')} and need.taken < need.quantity having count(*) > 0
  )`,
};

/** The columns of an activity's row in a list, with its organiser, collective, image, series and places, for joins. */
const listedRowColumns = {
  activity: listedActivityColumns,
  shortId: sql<string>`(
    select short.short_id from ${activityShortIds} as short where short.activity_id = ${activities}.${sql.identifier('id')}
  )`,
  hasQuestions: sql<boolean>`${activities.questions} <> '[]'`,
  ...listedNeeds,
  owner: { id: users.id, username: users.username, email: users.email },
  image: pictureColumns,
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
  waiting: sql<number>`coalesce(${activityPlaces.waiting}, 0)`,
};

const { hasNeeds: _hasNeeds, missing: _missing, ...rowColumns } = listedRowColumns;

/** The columns of a whole activity, with its needs and questions. */
export const activityRowColumns = { ...rowColumns, activity: activityColumns, needs: needsOfActivity };

/** The columns that say where an activity is. `presentLocation` decides which of them a viewer sees. */
export const locationColumns = {
  place: activities.place,
  latitude: activities.latitude,
  longitude: activities.longitude,
  directions: activities.directions,
  isLocationPrivate: activities.isLocationPrivate,
};

/** The public locations of the newest `count` activities with one, in these statuses. */
export const findPublicPositions = (db: Executor, statuses: ActivityStatus[], count: number) =>
  db
    .select({
      latitude: sql<number>`${activities.latitude}`,
      longitude: sql<number>`${activities.longitude}`,
    })
    .from(activities)
    .where(
      and(
        isNotNull(activities.latitude),
        not(activities.isLocationPrivate),
        inArray(activities.status, statuses),
      ),
    )
    .orderBy(desc(activities.id))
    .limit(count);

/** The condition of the join with the places. */
export const placesOfActivity = eq(activityPlaces.activityId, activities.id);

/**
 * SQL expression: the SEQUENCE of an activity's calendar entry, the sum of its edits and of the changes of its attendances. It
 * increases between the files that one person gets (confirmed, cancelled, confirmed again). Neither number decreases while the
 * activity exists.
 */
export const calendarSequence = sql<number>`(${activities.revision} + coalesce(${activityPlaces.changes}, 0))`;
export const seriesOfActivity = eq(activitySeries.id, activities.seriesId);

/** The condition of the join with the collective. */
export const collectiveOfActivity = eq(collectives.id, activities.collectiveId);

/** Selects activities with organiser, collective, image, series, places and needs, and with further columns. */
export const selectActivities = <Columns extends Record<string, SQL> = Record<never, never>>(
  db: Executor,
  columns: Columns = {} as Columns,
) =>
  db
    .select({ ...activityRowColumns, ...columns })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(images, eq(images.id, activities.imageId))
    .leftJoin(collectives, collectiveOfActivity)
    .leftJoin(activitySeries, seriesOfActivity)
    .leftJoin(activityPlaces, placesOfActivity);

/** Selects activities for a list, without needs and questions, which would be most of the data and which no card shows. */
export const selectListed = (db: Executor) =>
  db
    .select(listedRowColumns)
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(images, eq(images.id, activities.imageId))
    .leftJoin(collectives, collectiveOfActivity)
    .leftJoin(activitySeries, seriesOfActivity)
    .leftJoin(activityPlaces, placesOfActivity);

/** Condition: an account manages the activity by a role in the activity's team or in its collective, not as its author. */
export function isManagedBy(userId: string | SQLWrapper, table = activities): SQL | undefined {
  const teams = teamIdsOf(userId, teamRolesWith('manage'));
  return or(inArray(table.id, teams), inArray(table.collectiveId, teams));
}

/**
 * Condition on an invitation: its inviter may still invite to the collective, or to the activity as its author or by a role in its
 * collective.
 */
export const isInvitationInForce = and(
  isInviterActive,
  or(
    inArray(teamInvitations.teamId, teamIdsOfInviter),
    exists(
      query
        .select({ id: activities.id })
        .from(activities)
        .where(
          and(
            eq(activities.id, teamInvitations.teamId),
            or(
              eq(activities.ownerId, teamInvitations.inviterId),
              inArray(activities.collectiveId, teamIdsOfInviter),
            ),
          ),
        ),
    ),
  ),
);

/** The accounts among `userIds` that have an activity or a role in a team. */
export const organisersAmong = preparedQuery(db =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        sql`${users.id} = any(${sql.placeholder('userIds')}::uuid[])`,
        or(
          exists(db.select({ id: activities.id }).from(activities).where(eq(activities.ownerId, users.id))),
          exists(
            db.select({ id: teamMembers.teamId }).from(teamMembers).where(eq(teamMembers.userId, users.id)),
          ),
        ),
      ),
    )
    .prepare('organisers_among'),
);

/** An account and the activity that it views. */
export interface PlainView {
  readonly viewerId: string;
  readonly activityId: string;
}

/** The numbers, from 1, of the views of `createPlainViewLookup` that are plain. */
export const plainViews = preparedQuery(db => {
  const [userIds, activityIds] = [sql.placeholder('userIds'), sql.placeholder('activityIds')];
  const asked = sql`unnest(${userIds}::uuid[], ${activityIds}::uuid[]) with ordinality as asked (viewer_id, activity_id, n)`;
  const isTeam = or(eq(teamMembers.teamId, activities.id), eq(teamMembers.teamId, activities.collectiveId));
  const isMember = and(isTeam, sql`${teamMembers.userId} = asked.viewer_id`);
  return db
    .select({ n: sql<number>`asked.n::int` })
    .from(asked)
    .innerJoin(activities, sql`${activities.id} = asked.activity_id`)
    .where(
      and(
        sql`${activities.status} = any(${sql.placeholder('statuses')}::text[])`,
        not(activities.isLocationPrivate),
        isNull(activities.chatUrl),
        sql`${activities.ownerId} <> asked.viewer_id`,
        notExists(db.select({ id: teamMembers.teamId }).from(teamMembers).where(isMember)),
      ),
    )
    .prepare('plain_views');
});

/** The due work that announces a rejection. Its key is the activity's id. */
export const REJECTIONS = 'rejections';
