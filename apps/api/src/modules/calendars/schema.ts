import type { CalendarSummary } from '@minga/contract/calendars';
import { calendarStates } from '@minga/contract/calendars';
import { categories } from '@minga/contract/topics';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import type { Applied } from './following/rules.ts';

/** Calendars of other programs from which collectives take activities (docs/rules.md R24.3). */
export const calendars = pgTable(
  'calendars',
  {
    id: id(),
    collectiveId: uuid('collective_id')
      .notNull()
      .references(() => collectives.id, { onDelete: 'cascade' }),
    /** The account that publishes the activities: the one that added the calendar, or an owner who took over. Null until one does. */
    addedBy: uuid('added_by').references(() => users.id, { onDelete: 'set null' }),
    /** In no response, error or log. */
    url: text('url').notNull(),
    host: text('host').notNull(),
    category: text('category', { enum: categories }),
    state: text('state', { enum: calendarStates }).notNull().default('reading'),
    /** One sentence about the last reading, if it failed. */
    error: text('error'),
    /** Of what was last read well, for conditional requests. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    createdAt: timestamptz('created_at').notNull(),
    lastReadAt: timestamptz('last_read_at'),
    /** When a reading last changed the activities. Once a day the whole file is read, since the dates of rules come closer. */
    appliedAt: timestamptz('applied_at'),
    /** The earliest time of the next reading. During a reading, the time when another process takes it up. */
    dueAt: timestamptz('due_at').notNull(),
    /** Identifies the reading in progress, or null. Only this one may store its outcome. */
    readingId: uuid('reading_id'),
    /** The number of failed readings since the last good one. */
    failures: smallint('failures').notNull().default(0),
    summary: jsonb('summary').$type<CalendarSummary>(),
    /** Activities that a reading did not remove, since they were more than half; organisers decide. */
    vanished: integer('vanished').notNull().default(0),
    /** Organisers have agreed that the next reading removes more than half. */
    canRemoveMost: boolean('can_remove_most').notNull().default(false),
    /** Activities with a field that was edited here, at the last reading. */
    edited: integer('edited').notNull().default(0),
  },
  table => [
    unique('calendars_collective_id_url_key').on(table.collectiveId, table.url),
    index('calendars_due_at_index').on(table.dueAt),
    index('calendars_added_by_index').on(table.addedBy),
    check('calendars_url_length', sql`char_length(${table.url}) <= 500`),
    check(
      'calendars_state',
      sql`${table.state} in ('reading', 'ok', 'failed') and (${table.state} = 'failed') = (${table.error} is not null)`,
    ),
    check(
      'calendars_category',
      sql`${table.category} in (${sql.raw(categories.map(name => `'${name}'`).join(', '))})`,
    ),
    check(
      'calendars_counts',
      sql`${table.failures} >= 0 and ${table.edited} >= 0 and ${table.vanished} >= 0`,
    ),
  ],
);

/** The dates that a calendar has brought. One whose activity was deleted here remains without it, so that it does not come back. */
export const calendarEvents = pgTable(
  'calendar_events',
  {
    calendarId: uuid('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** The hash of UID and RECURRENCE-ID, or of title and start without a UID. */
    key: text('key').notNull(),
    /** The hash of the UID, or empty without one. */
    uid: text('uid').notNull(),
    /** The start in the calendar. */
    date: timestamptz('date').notNull(),
    /** The hashes of the fields as the calendar last set them: a field with another value was edited here and stays. */
    applied: jsonb('applied').$type<Applied>().notNull(),
    activityId: uuid('activity_id').references(() => activities.id, { onDelete: 'set null' }),
  },
  table => [
    primaryKey({ columns: [table.calendarId, table.key] }),
    uniqueIndex('calendar_events_activity_id_key').on(table.activityId),
  ],
);
