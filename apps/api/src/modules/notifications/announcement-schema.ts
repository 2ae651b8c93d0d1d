import { audiences } from '@minga/contract/messages';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import type { EndedEntry } from '../activities/calendar/service.ts';
import { activities } from '../activities/schema.ts';

/** Messages of organisers to the people who signed up. */
export const activityMessages = pgTable(
  'activity_messages',
  {
    id: id(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    senderId: uuid('sender_id').references(() => users.id, { onDelete: 'set null' }),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    audience: text('audience', { enum: audiences }).notNull(),
    /** Replies go to the address of the sender's account. */
    replyToMe: boolean('reply_to_me').notNull().default(false),
    /** How many people it reached, and how many of its audience not, by why. */
    recipients: integer('recipients').notNull(),
    unsubscribed: integer('unsubscribed').notNull().default(0),
    withoutEmail: integer('without_email').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    index('activity_messages_activity_id_index').on(table.activityId, table.createdAt),
    index('activity_messages_sender_id_index').on(table.senderId),
    check('activity_messages_subject', sql`char_length(${table.subject}) between 1 and 80`),
    check('activity_messages_text', sql`char_length(${table.text}) between 1 and 2000`),
    check('activity_messages_audience', sql`${table.audience} in ('confirmed', 'waiting', 'all')`),
    check('activity_messages_recipients', sql`${table.recipients} > 0`),
  ],
);

/** Announcements to attendees. Of a deleted activity they are the only trace. */
export const announcements = pgTable('news', {
  id: id(),
  /** A withdrawal is a rejection by a moderator; a removal is that of one attendee, by the organiser or an administrator; a correction took confirmed hours, a loss all of them. */
  type: text('type', {
    enum: ['change', 'deletion', 'withdrawal', 'removal', 'admin-removal', 'correction', 'loss', 'message'],
  }).notNull(),
  activityId: uuid('activity_id').notNull(),
  /** The organiser, whose e-mails to one unproved address are limited; null: an administrator causes it. */
  senderId: uuid('sender_id'),
  title: text('title').notNull(),
  oldDate: timestamptz('old_date').notNull(),
  oldPlace: text('old_place').notNull(),
  date: timestamptz('date').notNull(),
  place: text('place').notNull(),
  /** The message that it announces; null: it announces something else. */
  messageId: uuid('message_id').references(() => activityMessages.id, { onDelete: 'cascade' }),
  createdAt: timestamptz('created_at').notNull(),
});

/** Recipients that are not notified yet. */
export const announcementRecipients = pgTable(
  'news_recipients',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    announcementId: uuid('news_id')
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The account with that e-mail, if any. */
    userId: uuid('user_id'),
    /** For the personal link in the e-mail: a visitor's attendance of an existing activity. */
    attendanceId: uuid('attendance_id'),
    /** False: on the waiting list, or with an offered place. */
    isConfirmed: boolean('is_confirmed').notNull().default(true),
    /** A visitor is notified of changes of an activity once a day, unless it is near. */
    dueAt: timestamptz('due_at').notNull().default(sql`now()`),
    /** The occurrences of the series that the recipient attends and of which the announcement tells, the announced one included. */
    dates: smallint('dates').notNull().default(1),
    /** The calendar entries that end for the recipient, stored because their attendances are deleted. */
    ended: jsonb('ended').$type<readonly EndedEntry[]>().notNull().default([]),
  },
  table => [
    index('news_recipients_due_at_index').on(table.dueAt),
    index('news_recipients_attendance_id_index').on(table.attendanceId),
    // The due recipients of each announcement, in turns.
    index('news_recipients_due_by_news_index').on(table.announcementId, table.dueAt),
    index('news_recipients_email_index').on(table.email),
  ],
);
