import { accessibilities } from '@minga/contract/accessibility';
import { contacts } from '@minga/contract/contact';
import type { Goal } from '@minga/contract/goals';
import { holdKinds } from '@minga/contract/holds';
import { needKinds } from '@minga/contract/needs';
import type { Question } from '@minga/contract/questions';
import { frequencies, weekdays } from '@minga/contract/series';
import { categories } from '@minga/contract/topics';
import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, searchVector, timestamptz } from '../../platform/database/columns.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { storedStatuses } from './policy.ts';

/** Series of activities that were published together (docs/rules.md R15.1). A trigger deletes a series with its last activity. */
export const activitySeries = pgTable(
  'activity_series',
  {
    id: id(),
    frequency: text('frequency', { enum: frequencies }).notNull(),
    interval: smallint('interval').notNull(),
    weekdays: text('weekdays', { enum: weekdays }).array().notNull(),
    /** The number of occurrences with which the series was published. */
    count: smallint('count').notNull(),
  },
  table => [
    check(
      'activity_series_rule',
      sql`${table.interval} between 1 and 12 and ${table.count} between 2 and 60 and ${table.frequency} in ('daily', 'weekly', 'monthly')
        and (${table.frequency} = 'weekly') = (cardinality(${table.weekdays}) > 0) and ${table.weekdays} <@ '{mo,tu,we,th,fr,sa,su}'`,
    ),
  ],
);

export const activities = pgTable(
  'activities',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The collective, whose owners and organisers also manage the activity, or null. */
    collectiveId: uuid('collective_id').references(() => collectives.id, { onDelete: 'set null' }),
    /** The name of a collective that was deleted while the activity belonged to it. Certificates print it. */
    formerCollective: text('former_collective'),
    title: text('title').notNull(),
    description: text('description').notNull(),
    place: text('place').notNull(),
    date: timestamptz('date').notNull(),
    endDate: timestamptz('end_date'),
    /** The end, or the start if there is no end. Until then the activity is upcoming. */
    endsAt: timestamptz('ends_at')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`coalesce(${activities.endDate}, ${activities.date})`),
    /** Latitude and longitude in WGS 84 degrees. Either both are null or neither is. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    directions: text('directions').notNull().default(''),
    isLocationPrivate: boolean('is_location_private').notNull().default(false),
    /** The questions, and below them the goals, are in the order of the organiser. */
    questions: jsonb('questions').$type<readonly Question[]>().notNull().default([]),
    goals: jsonb('goals').$type<readonly Goal[]>().notNull().default([]),
    /** Each attendee must claim at least one of the activity's needs. */
    needsRequired: boolean('needs_required').notNull().default(false),
    /** The contact data that an attendee must give: `email` requires an e-mail, `any` only the name. */
    contact: text('contact', { enum: contacts }).notNull().default('email'),
    /** The number of people for whom there is room, or null if there is no limit. */
    capacity: integer('capacity'),
    /** The maximum number of companions per attendee. */
    companionsMax: smallint('companions_max').notNull().default(0),
    hasWaitingList: boolean('has_waiting_list').notNull().default(true),
    /** Parties are asked to reconfirm on the day before; `askedAgainAt` is when all were. A new date clears it. */
    asksAgain: boolean('asks_again').notNull().default(false),
    askedAgainAt: timestamptz('asked_again_at'),
    category: text('category', { enum: categories }),
    /** The tags in lower case, without '#'. */
    tags: text('tags').array().notNull().default([]),
    accessibility: text('accessibility', { enum: accessibilities }).array().notNull().default([]),
    /** The https address of the attendees' chat, or null. Only organisers and the confirmed see it. */
    chatUrl: text('chat_url'),
    /** Attendees may check themselves in with the code of the place. */
    selfCheckIn: boolean('self_check_in').notNull().default(false),
    /** Other servers may get the activity while it is public (docs/rules.md R27.1). */
    isFederated: boolean('is_federated').notNull().default(true),
    responsible: text('responsible').array().notNull(),
    imageId: uuid('image_id').references(() => images.id),
    promotionStart: timestamptz('promotion_start'),
    promotionEnd: timestamptz('promotion_end'),
    /** A held activity is pending in responses, and public only after its approval, whatever the site's moderation. */
    status: text('status', { enum: storedStatuses }).notNull().default('pending'),
    /** The reason why the activity is held or was last held. It remains, since an undone approval holds the activity again. */
    holdKind: text('hold_kind', { enum: holdKinds }),
    holdTerm: text('hold_term'),
    rejectionReason: text('rejection_reason'),
    /**
     * When an administrator last approved or rejected the activity; null if a report case has hidden it since, or the decision was
     * undone.
     */
    reviewedAt: timestamptz('reviewed_at'),
    /** When the activity first became public, of which followers are notified, or null if it has not. */
    publishedAt: timestamptz('published_at'),
    /**
     * Written by a trigger for a published activity: its date before the first of several edits, the time of that edit, and its
     * date before earlier edits.
     */
    movedFrom: timestamptz('moved_from'),
    movedAt: timestamptz('moved_at'),
    movedFromEarlier: timestamptz('moved_from_earlier'),
    /** The series, or null if the activity does not repeat. */
    seriesId: uuid('series_id').references(() => activitySeries.id),
    /** The number of the occurrence in the series, from 1. */
    seriesIndex: smallint('series_index'),
    /** The occurrence was edited alone, so that edits of other occurrences leave it unchanged. */
    isDetached: boolean('is_detached').notNull().default(false),
    /** The host of the calendar from which the activity comes, or null. */
    sourceHost: text('source_host'),
    /** The calendar has cancelled the activity or no longer has it, and it stays since people have confirmed. */
    isSourceCancelled: boolean('is_source_cancelled').notNull().default(false),
    /** The calendar whose first reading brought the activity: of it followers get no news, and it is reviewed as one publication. */
    firstReadingId: uuid('first_reading_id'),
    /** A counter of changes, by which calendars find the newer version. */
    revision: integer('revision').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    /**
     * The name under which the activity is shown: that of its active collective, else that of its author. Triggers write it, also when the
     * name or the status of a collective or the name of an account changes, so that searches find it without a join.
     */
    organiser: text('organiser').notNull().default(''),
    /**
     * The words for full-text search, as stems and as written. The weights A to D are title, place, responsible with organiser and tags, and
     * description with the directions to a public location. A trigger writes them, since a change of a generated column would rewrite all rows at once.
     */
    searchWords: searchVector('search_words').notNull().default(''),
    /** The same texts in lower case without accents, for searches without words, such as '%'. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`public.plain(${activities.title} || ' ' || ${activities.place} || ' ' || public.joined(${activities.responsible}) || ' ' || public.joined(${activities.tags}) || ' ' || ${activities.description})`,
      ),
  },
  table => [
    index('activities_owner_id_date_index').on(table.ownerId, table.date, table.endsAt),
    index('activities_collective_id_date_index')
      .on(table.collectiveId, table.date, table.endsAt)
      .where(sql`${table.collectiveId} is not null`),
    // The end in the index excludes past activities without reading their rows.
    index('activities_date_index').on(table.date, table.endsAt, table.id),
    // Counts public upcoming activities, each series once, without reading the rows.
    index('activities_status_date_index').on(table.status, table.date, table.endsAt, table.seriesId),
    // Aggregates past activities without reading the rows, and finds those with goals.
    index('activities_ends_at_index').on(table.endsAt, table.status, table.date, table.id),
    index('activities_goals_index').on(table.endsAt).where(sql`${table.goals} <> '[]'`),
    // Gives the order of the administrators' list, with its filter columns.
    index('activities_created_at_index').on(
      table.createdAt,
      table.id,
      table.status,
      table.date,
      table.promotionEnd,
    ),
    // Gives the order of feeds.
    index('activities_publication_index').on(
      sql`coalesce(${table.publishedAt}, ${table.createdAt})`,
      table.id,
    ),
    index('activities_to_ask_index')
      .on(table.date)
      .where(sql`${table.asksAgain} and ${table.askedAgainAt} is null`),
    index('activities_promotion_end_index')
      .on(table.promotionEnd)
      .where(sql`${table.promotionEnd} is not null`),
    // The index is not unique, since the occurrences of a series share their image.
    index('activities_image_id_index').on(table.imageId),
    index('activities_first_reading_id_index')
      .on(table.firstReadingId)
      .where(sql`${table.firstReadingId} is not null`),
    uniqueIndex('activities_series_id_index_key').on(table.seriesId, table.seriesIndex),
    // Finds the next occurrence of a series.
    index('activities_series_id_date_index')
      .on(table.seriesId, table.date)
      .where(sql`${table.seriesId} is not null`),
    index('activities_search_words_index').using('gin', table.searchWords),
    // Gives the activities of a category by date.
    index('activities_category_date_index')
      .on(table.category, table.date)
      .where(sql`${table.category} is not null`),
    // Finds words of places by prefix, for the place proposals of the form.
    index('activities_place_index').using(
      'gin',
      sql`(' ' || public.searchable(${table.place})) gin_trgm_ops`,
    ),
    index('activities_accessibility_index').using('gin', table.accessibility),
    index('activities_tags_index').using('gin', table.tags),
    // Gives the nearest activities first, filtered by dates and category. Searches by distance exclude private locations.
    index('activities_location_index')
      .using('gist', sql`public.on_sphere(${table.latitude}, ${table.longitude})`, table.date, table.category)
      .where(sql`${table.latitude} is not null and not ${table.isLocationPrivate}`),
    check('activities_title_length', sql`char_length(${table.title}) between 1 and 90`),
    check('activities_description_length', sql`char_length(${table.description}) <= 2000`),
    check('activities_place_length', sql`char_length(${table.place}) <= 40`),
    check(
      'activities_end_date',
      sql`extract(epoch from ${table.endDate} - ${table.date}) > 0 and extract(epoch from ${table.endDate} - ${table.date}) <= 1209600`,
    ),
    check(
      'activities_location',
      sql`(${table.latitude} is null) = (${table.longitude} is null) and ${table.latitude} between -90 and 90 and ${table.longitude} between -180 and 180`,
    ),
    check('activities_directions_length', sql`char_length(${table.directions}) <= 300`),
    check(
      'activities_goals',
      sql`jsonb_typeof(${table.goals}) = 'array' and jsonb_array_length(${table.goals}) <= 5`,
    ),
    check(
      'activities_questions',
      sql`jsonb_typeof(${table.questions}) = 'array' and jsonb_array_length(${table.questions}) <= 5`,
    ),
    check(
      'activities_category',
      sql`${table.category} in (${sql.raw(categories.map(name => `'${name}'`).join(', '))})`,
    ),
    check(
      'activities_tags',
      sql`cardinality(${table.tags}) <= 5 and char_length(public.joined(${table.tags})) <= 160`,
    ),
    check(
      'activities_accessibility',
      sql`${table.accessibility} <@ array[${sql.raw(accessibilities.map(name => `'${name}'`).join(', '))}] and cardinality(${table.accessibility}) <= ${sql.raw(String(accessibilities.length))}`,
    ),
    check('activities_source', sql`${table.sourceHost} is not null or not ${table.isSourceCancelled}`),
    check(
      'activities_chat_url',
      sql`${table.chatUrl} like 'https://%' and char_length(${table.chatUrl}) <= 300`,
    ),
    check('activities_contact', sql`${table.contact} in ('email', 'any')`),
    check('activities_capacity', sql`${table.capacity} between 1 and 100000`),
    check('activities_companions_max', sql`${table.companionsMax} between 0 and 9`),
    check(
      'activities_series',
      sql`(${table.seriesId} is null) = (${table.seriesIndex} is null) and ${table.seriesIndex} > 0 and (${table.seriesId} is not null or not ${table.isDetached})`,
    ),
    check('activities_status_known', sql`${table.status} in ('pending', 'approved', 'rejected', 'held')`),
    check(
      'activities_hold',
      sql`${table.holdKind} in ('word', 'domain', 'first', 'report', 'rejection') and (${table.holdKind} is null) = (${table.holdTerm} is null) and (${table.status} <> 'held' or ${table.holdKind} is not null)`,
    ),
    check(
      'activities_rejection_reason',
      sql`(${table.status} = 'rejected') = (${table.rejectionReason} is not null)`,
    ),
    check(
      'activities_promotion_window',
      sql`(${table.promotionStart} is null) = (${table.promotionEnd} is null) and coalesce(${table.promotionStart} < ${table.promotionEnd}, true)`,
    ),
  ],
);

/**
 * The numbers of people with a place and on the waiting list. Triggers on `attendances` count them, and reject people beyond the
 * capacity unless an organiser let them in. An activity without a row has no places taken. The table is separate from the
 * activities, whose rows are wide and change seldom.
 */
export const activityPlaces = pgTable(
  'activity_places',
  {
    activityId: uuid('activity_id')
      .primaryKey()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /** The number of people with a place or an offer. */
    taken: integer('taken').notNull(),
    waiting: integer('waiting').notNull(),
    /** A counter of the changes of the other columns, by a trigger. It is a part of the SEQUENCE of calendar entries. */
    changes: integer('changes').notNull().default(0),
  },
  table => [
    index('activity_places_waiting_index').on(table.activityId).where(sql`${table.waiting} > 0`),
    check('activity_places_not_negative', sql`${table.taken} >= 0 and ${table.waiting} >= 0`),
  ],
);

/** Tombstones of deleted public activities: their pages return 410, their calendar files cancel the entry. */
export const deletedActivities = pgTable('deleted_activities', {
  id: uuid('id').primaryKey(),
  date: timestamptz('date').notNull(),
  revision: integer('revision').notNull(),
  deletedAt: timestamptz('deleted_at').notNull(),
});

/** The tasks and things that activities need (docs/rules.md R11.1). */
export const activityNeeds = pgTable(
  'activity_needs',
  {
    id: id(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /** The position in the organiser's list, from 0. */
    position: smallint('position').notNull(),
    kind: text('kind', { enum: needKinds }).notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    startsAt: timestamptz('starts_at'),
    endsAt: timestamptz('ends_at'),
    note: text('note').notNull(),
    /** The claimed quantity. Triggers on `attendance_claims` count it. */
    taken: integer('taken').notNull().default(0),
  },
  table => [
    index('activity_needs_activity_id_position_index').on(table.activityId, table.position),
    check('activity_needs_kind', sql`${table.kind} in ('task', 'thing')`),
    check('activity_needs_name_length', sql`char_length(${table.name}) between 1 and 60`),
    check('activity_needs_note_length', sql`char_length(${table.note}) <= 200`),
    check('activity_needs_quantity', sql`${table.quantity} between 1 and 1000`),
    check('activity_needs_taken', sql`${table.taken} between 0 and ${table.quantity}`),
    check(
      'activity_needs_times',
      sql`(${table.startsAt} is null) = (${table.endsAt} is null) and coalesce(${table.startsAt} < ${table.endsAt}, true) and (${table.kind} = 'task' or ${table.startsAt} is null)`,
    ),
  ],
);

/** Memories: the organisers' reports of their activities (docs/rules.md R18.6). */
export const activityMemories = pgTable(
  'activity_memories',
  {
    activityId: uuid('activity_id')
      .primaryKey()
      .references(() => activities.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    /** Hidden after reports: only organisers who may edit the memory see it, until a moderator shows it again. */
    isHidden: boolean('is_hidden').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  table => [check('activity_memories_text', sql`char_length(${table.text}) <= 2000`)],
);

/** The pictures of memories, in the order of the organisers. */
export const activityMemoryImages = pgTable(
  'activity_memory_images',
  {
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activityMemories.activityId, { onDelete: 'cascade' }),
    /** The position from 0 to 11; a memory has at most twelve pictures. */
    position: smallint('position').notNull(),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
  },
  table => [
    primaryKey({ columns: [table.activityId, table.position] }),
    index('activity_memory_images_image_id_index').on(table.imageId),
    check('activity_memory_images_position', sql`${table.position} between 0 and 11`),
  ],
);

/**
 * The publications of an account (activities or series) that were ever approved, even if deleted since. A new account needs some
 * before its next ones are public at once.
 */
export const approvedPublications = pgTable(
  'approved_publications',
  {
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id of the activity, or that of its series. */
    publicationId: uuid('publication_id').notNull(),
    /** The time of the first approval. */
    approvedAt: timestamptz('approved_at').notNull(),
  },
  table => [primaryKey({ columns: [table.ownerId, table.publicationId] })],
);
