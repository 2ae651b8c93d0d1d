import type { Missing, Need } from '@minga/contract/needs';
import {
  and,
  eq,
  exists,
  getTableColumns,
  inArray,
  lte,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { preparedQuery } from '../../platform/database/queries.ts';
import { pictureColumns } from '../../platform/images/picture-columns.ts';
import { images } from '../../platform/images/schema.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { users } from '../accounts/schema.ts';
import { isInviterActive, teamIdsOf, teamIdsOfInviter } from '../collectives/queries.ts';
import { collectives } from '../collectives/schema.ts';
import { type Ability, teamRolesWith } from '../teams/policy.ts';
import { teamInvitations, teamMembers } from '../teams/schema.ts';
import type { StoredStatus } from './policy.ts';
import {
  activities,
  activityNeeds,
  activityPlaces,
  activitySeries,
  rejectionNotices,
  searchRebuilds,
  searchVocabulary,
} from './schema.ts';

/** Alternative words, of which one must occur as a word prefix. There are several if the word was misspelt. */
export type Term = readonly string[];

export interface SearchText {
  readonly typed: string;
  /** The terms without stop words such as 'de', or null if the typed text contains only symbols. */
  readonly terms: readonly Term[] | null;
}

const SIMILAR_MAX = 6;
// With two errors a short word would match almost any other, so it may have one. A word of three letters would match too many words
// even with one error, so it may only have swapped letters.
const ERRORS_MAX = 2;
const SHORT = 5;
const LAST_CHARACTER = '\u{10FFFF}';

/**
 * Splits a search into terms. A word that is not a prefix of any known word is extended by similar known words. Only words of
 * activities with these `statuses` are known, so that a correction reveals no word of a hidden or deleted activity.
 */
export async function findTerms(
  db: Executor,
  typed: string,
  statuses: readonly StoredStatus[],
): Promise<SearchText> {
  const found = await termsOf(db).execute({ typed, statuses });
  if (found.length === 0) return { typed, terms: null };
  const terms = found.filter(({ isStop }) => !isStop).map(({ word, similar }) => [word, ...(similar ?? [])]);
  return { typed, terms };
}

/** Condition: the word belongs to an activity with one of the statuses. */
const isOfStatus = sql`${searchVocabulary.status} = any(${sql.placeholder('statuses')}::text[])`;
/**
 * Known words similar to `typed.word`, with their number of errors. Two swapped neighbours count as one error
 * (Levenshtein counts two), so each possible swap is searched as an exact word.
 */
const candidates = sql`
  select ${searchVocabulary.word} as word, 1 as errors from ${searchVocabulary}
  where ${isOfStatus} and ${searchVocabulary.word} = any(array(
    select overlay(typed.word placing reverse(substr(typed.word, i, 2)) from i for 2)
    from generate_series(1, length(typed.word) - 1) i))
  union
  select word, errors from (
    select ${searchVocabulary.word} as word,
      levenshtein_less_equal(${searchVocabulary.word}, typed.word, ${ERRORS_MAX}) as errors
    from ${searchVocabulary}
    where ${isOfStatus} and length(typed.word) > 3 and ${searchVocabulary.word} % typed.word
  ) alike
  where errors <= case when length(typed.word) <= ${SHORT} then 1 else ${ERRORS_MAX} end`;

// The query is prepared, since planning takes longer than executing it.
const termsOf = preparedQuery(db => {
  const word = sql<string>`typed.word`;
  const known = searchVocabulary.word;
  const isStop = sql<boolean>`numnode(to_tsquery('public.minga_spanish', typed.word)) = 0`;
  const similar = sql<string[] | null>`
    case when length(typed.word) between 3 and 40
        and not exists (
          select from ${searchVocabulary} where ${isOfStatus} and ${known} >= typed.word and ${known} < typed.word || ${LAST_CHARACTER}::text)
      then array(
        select word from (
          select word, rank() over (order by errors) as place from (${candidates}) candidates
        ) ranked
        where place = 1
        order by similarity(word, typed.word) desc, word limit ${SIMILAR_MAX})
    end`;
  // The offset prevents the planner from inlining the subquery, which would compute a word at each reference.
  const typed = sql`(
    select given.word, min(given.place) as place
    from string_to_table(public.query_words(${sql.placeholder('typed')}), ' ') with ordinality as given (word, place)
    where given.word <> '' group by given.word offset 0) typed`;
  return db.select({ word, isStop, similar }).from(typed).orderBy(sql`typed.place`).prepare('search_terms');
});

/** A `tsquery` that matches all terms, each by its stem or as written, in the fields of these weights (all by default). */
export const tsquery = (terms: readonly Term[], weights = ''): SQL =>
  tsqueryOf(terms.map(term => textOf(term, weights)));

/** A term in the syntax of `to_tsquery`. */
export const textOf = (term: Term, weights = ''): string =>
  term.map(word => `${word}:*${weights}`).join(' | ');

/** A `tsquery` of terms in that syntax, or of placeholders for them. */
export function tsqueryOf(texts: readonly (string | Placeholder)[]): SQL {
  const perTerm = texts.map(text => {
    const stem = sql`to_tsquery('public.minga_spanish', ${text})`;
    const asIs = sql`to_tsquery('public.minga_simple', ${text})`;
    // Two equal alternatives would make the index search both.
    return sql`coalesce(${stem} || nullif(${asIs}, ${stem}), ${stem})`;
  });
  return sql`(${sql.join(perTerm, sql` && `)})`;
}

/** Rewrites the words of the next `limit` activities of a rebuild. Returns false if there is no rebuild. */
export async function rewriteWords(tx: Transaction, limit: number): Promise<boolean> {
  const [rebuild] = await tx.select().from(searchRebuilds).for('update');
  if (rebuild === undefined) return false;
  // The update fires a trigger, which writes the words of the activity and of the vocabulary.
  const { rows } = await tx.execute<{ id: string }>(
    sql`update ${activities} set title = title where id in (
      select id from ${activities} where id > ${rebuild.after} order by id limit ${limit}) returning id`,
  );
  const last = rows
    .map(({ id }) => id)
    .sort()
    .at(-1);
  if (last === undefined) await tx.delete(searchRebuilds);
  else await tx.update(searchRebuilds).set({ after: last });
  return true;
}

const { searchWords: _words, searchText: _text, ...activityColumns } = getTableColumns(activities);
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
export const isManagedBy = (userId: string | SQLWrapper, table = activities): SQL | undefined =>
  hasTeamRole(userId, 'manage', table);

/**
 * Condition: an account has a role in the activity's team or in its collective that lets it see the activity even while it is
 * hidden.
 */
export const isShownToTeam = (userId: string, table = activities): SQL | undefined =>
  hasTeamRole(userId, 'checkIn', table);

function hasTeamRole(userId: string | SQLWrapper, ability: Ability, table: typeof activities) {
  const teams = teamIdsOf(userId, teamRolesWith(ability));
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
 * The words of a search as one `tsquery` for `search_words`: those of `q` in any field, those of `place` in the place. Each word is
 * a prefix, as in the search, but none is corrected. `query` is null if there are no words, or only stop words.
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
    // Without statuses no word is known, so that none is corrected.
    const terms = typed === '' ? [] : (await findTerms(db, typed, [])).terms;
    if (terms === null) isOnlySymbols = true;
    else if (terms.length > 0) parts.push(tsquery(terms, weights));
  }
  return { query: parts.length === 0 ? null : sql.join(parts, sql` && `), isOnlySymbols };
}

/** The polling task that announces rejections. */
export const REJECTIONS = 'rejections';

/** Activities with a rejection that can no longer be undone and is to be announced. */
export const rejectionNoticesDue = (db: Executor, now: Date) =>
  db
    .select({ activityId: rejectionNotices.activityId })
    .from(rejectionNotices)
    .where(
      and(lte(rejectionNotices.dueAt, now), isNotPostponed(REJECTIONS, rejectionNotices.activityId, now)),
    )
    .$dynamic();
