import type { Missing, Need } from '@minga/contract/needs';
import {
  and,
  eq,
  exists,
  getTableColumns,
  inArray,
  lte,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import { preparedQuery } from '../../platform/database/prepared-query.ts';
import { pictureColumns } from '../../platform/images/picture-columns.ts';
import { images } from '../../platform/images/schema.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { users } from '../accounts/schema.ts';
import { isInviterActive, teamIdsOf, teamIdsOfInviter } from '../collectives/queries.ts';
import { collectives } from '../collectives/schema.ts';
import { type Ability, teamRolesWith } from '../teams/policy.ts';
import { teamInvitations, teamMembers } from '../teams/schema.ts';
import { activityNeeds } from './needs-schema.ts';
import { rejectionNotices } from './rejection-schema.ts';
import { activities, activityPlaces, activitySeries } from './schema.ts';
import { findTerms, tsquery } from './search-terms-repository.ts';

const { searchWords: _words, searchText: _text, ...activityColumns } = getTableColumns(activities);
// No list shows these, and each column of a row takes its time.
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
  endsAt: _10,
  imageId: _11,
  ...listedActivityColumns
} = activityColumns;

/** The mean radius, for distances on a sphere. */
export const EARTH_RADIUS_KM = 6371.0088;

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

/** The summary of needs that a card shows, for a statement's row. */
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

/** The same of a whole row, with its needs and questions. */
export const activityRowColumns = { ...rowColumns, activity: activityColumns, needs: needsOfActivity };

/** Conditions of the left joins that these columns need. */
export const placesOfActivity = eq(activityPlaces.activityId, activities.id);

/**
 * The SEQUENCE of an activity's calendar entry: its edits and the changes of its attendances, so that what one person gets of it
 * (confirmed, cancelled, confirmed again) always rises. Neither number falls while the activity exists.
 */
export const calendarSequence = sql<number>`(${activities.revision} + coalesce(${activityPlaces.changes}, 0))`;
export const seriesOfActivity = eq(activitySeries.id, activities.seriesId);

/** The same for the collective. */
export const collectiveOfActivity = eq(collectives.id, activities.collectiveId);

/** Every activity with its organiser, collective, image, places and needs, and what else a query selects. */
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

/** The same for a list: needs and questions would be most of it, and no card shows them. */
export const selectListed = (db: Executor) =>
  db
    .select(listedRowColumns)
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(images, eq(images.id, activities.imageId))
    .leftJoin(collectives, collectiveOfActivity)
    .leftJoin(activitySeries, seriesOfActivity)
    .leftJoin(activityPlaces, placesOfActivity);

/** Condition: an account manages the activity by a role, its own or that in the activity's collective; not as its author. */
export const isManagedBy = (userId: string | SQLWrapper, table = activities): SQL | undefined =>
  hasTeamRole(userId, 'manage', table);

/** Condition: an account sees the activity by such a role also while it is hidden. */
export const isShownToTeam = (userId: string, table = activities): SQL | undefined =>
  hasTeamRole(userId, 'checkIn', table);

function hasTeamRole(userId: string | SQLWrapper, ability: Ability, table: typeof activities) {
  const teams = teamIdsOf(userId, teamRolesWith(ability));
  return or(inArray(table.id, teams), inArray(table.collectiveId, teams));
}

/**
 * Condition on an invitation: its inviter may still invite, to the collective, or to the activity as its author or by a role in its
 * collective.
 */
export const isInvitationInForce = and(
  isInviterActive,
  or(
    inArray(teamInvitations.teamId, teamIdsOfInviter),
    exists(
      new QueryBuilder()
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

/** The polling task that announces rejections. */
export const REJECTIONS = 'rejections';

/** Activities whose rejection can no longer be undone and is to be announced. */
export const rejectionNoticesDue = (db: Executor, now: Date) =>
  db
    .select({ activityId: rejectionNotices.activityId })
    .from(rejectionNotices)
    .where(
      and(lte(rejectionNotices.dueAt, now), isNotPostponed(REJECTIONS, rejectionNotices.activityId, now)),
    )
    .$dynamic();
