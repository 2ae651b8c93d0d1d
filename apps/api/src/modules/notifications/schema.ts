import { audiences } from '@minga/contract/messages';
import { notificationKinds } from '@minga/contract/notification-settings';
import { notificationTypes } from '@minga/contract/notifications';
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
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import type { CancelledEntry } from '../activities/calendar/service.ts';
import { activities } from '../activities/schema.ts';
import type { DigestItem } from './rules.ts';

const kind = () => text('kind', { enum: notificationKinds }).notNull();

/** The notifications in an account's bell. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: notificationTypes }).notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** Has no foreign key, because the activity may be deleted and inserts must not wait for its lock. */
    taskId: uuid('task_id'),
    /** SHA-256 of the address of the attendee whom the text names. Deleting that account deletes the notification. */
    aboutHash: bytes('about_hash'),
    createdAt: timestamptz('created_at').notNull(),
    /** Time when an open screen first received the notification; null until then. */
    deliveredAt: timestamptz('delivered_at'),
    readAt: timestamptz('read_at'),
  },
  table => [
    index('notifications_user_id_created_at_index').on(table.userId, table.createdAt, table.id),
    index('notifications_undelivered_index').on(table.userId).where(sql`${table.deliveredAt} is null`),
    index('notifications_created_at_index').on(table.createdAt),
    index('notifications_about_hash_index').on(table.aboutHash).where(sql`${table.aboutHash} is not null`),
  ],
);

/** The preferences of an account. Both channels are enabled if there is no row. */
export const notificationPreferences = pgTable(
  'notification_preferences',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: kind(),
    byEmail: boolean('by_email').notNull(),
    isLive: boolean('is_live').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** Addresses without an account that unsubscribed from a kind. */
export const mailUnsubscriptions = pgTable(
  'mail_unsubscriptions',
  { /** SHA-256 of the address. */ emailHash: bytes('email_hash').notNull(), kind: kind() },
  table => [primaryKey({ columns: [table.emailHash, table.kind] })],
);

/** Unsubscribe links of e-mails, for an account or for an address. */
export const unsubscribeLinks = pgTable(
  'unsubscribe_links',
  {
    /** SHA-256 of the token. */
    tokenHash: bytes('token_hash').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    emailHash: bytes('email_hash'),
    kind: kind(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    index('unsubscribe_links_user_id_index').on(table.userId),
    index('unsubscribe_links_created_at_index').on(table.createdAt),
    check('unsubscribe_links_of_one', sql`num_nonnulls(${table.userId}, ${table.emailHash}) = 1`),
  ],
);

/** Confirmations and cancellations for the owner's next digest. */
export const attendanceChanges = pgTable(
  'attendance_changes',
  {
    id: id(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    attendanceId: uuid('attendance_id').notNull(),
    name: text('name').notNull(),
    isConfirmed: boolean('is_confirmed').notNull(),
    /** Whether the row stands for the first party of a new waiting list instead of a confirmation or cancellation. */
    isWaiting: boolean('is_waiting').notNull().default(false),
    /** Whether an administrator removed the attendee. */
    isByAdmin: boolean('is_by_admin').notNull().default(false),
    /** SHA-256 of the attendee's address. Stored here because a cancellation deletes the attendance. */
    aboutHash: bytes('about_hash'),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [index('attendance_changes_activity_id_index').on(table.activityId)],
);

/** New activities for the daily digest of a reader. */
export const followDigests = pgTable(
  'follow_digests',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /**
     * The saved search that matches; null if the reader follows the activity's collective. It has no foreign key, because a search can
     * be removed while readers are being notified. The digest omits the entries of a removed search.
     */
    savedSearchId: uuid('saved_search_id'),
    dueAt: timestamptz('due_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.userId, table.activityId] }),
    index('follow_digests_activity_id_index').on(table.activityId),
  ],
);

/** Messages of organisers to attendees. */
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
    /** Whether replies go to the address of the sender's account. */
    replyToMe: boolean('reply_to_me').notNull().default(false),
    /** The number of people whom the message reached; the next three columns count the others of its audience by the reason. */
    recipients: integer('recipients').notNull(),
    unsubscribed: integer('unsubscribed').notNull().default(0),
    withoutEmail: integer('without_email').notNull().default(0),
    unconfirmed: integer('unconfirmed').notNull().default(0),
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

/** Announcements to attendees. They outlive the activity that they are about. */
export const announcements = pgTable('announcements', {
  id: id(),
  /**
   * `withdrawal`: a moderator rejected the activity. `removal` and `admin-removal`: the organiser or an administrator removed one
   * attendee. `correction` and `loss`: fewer or no confirmed hours remain.
   */
  type: text('type', {
    enum: ['change', 'deletion', 'withdrawal', 'removal', 'admin-removal', 'correction', 'loss', 'message'],
  }).notNull(),
  activityId: uuid('activity_id').notNull(),
  /** The organiser, whose e-mails to one unverified address are limited. Null if an administrator caused the announcement. */
  senderId: uuid('sender_id'),
  title: text('title').notNull(),
  oldDate: timestamptz('old_date').notNull(),
  oldPlace: text('old_place').notNull(),
  date: timestamptz('date').notNull(),
  place: text('place').notNull(),
  /** The announced message; null for announcements of other types. */
  messageId: uuid('message_id').references(() => activityMessages.id, { onDelete: 'cascade' }),
  createdAt: timestamptz('created_at').notNull(),
});

/** Recipients that have not been notified yet. */
export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    announcementId: uuid('announcement_id')
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The account with that address, or null. */
    userId: uuid('user_id'),
    /** A visitor's attendance of an existing activity, for the personal link in the e-mail; null for others. */
    attendanceId: uuid('attendance_id'),
    /** Whether the place is confirmed. False on the waiting list or with an offered place. */
    isConfirmed: boolean('is_confirmed').notNull().default(true),
    /** The time to notify. Visitors are notified of changes of an activity once a day, unless the activity is near. */
    dueAt: timestamptz('due_at').notNull().default(sql`now()`),
    /** Number of the series' occurrences that the recipient attends and the announcement is about, including the announced one. */
    dates: smallint('dates').notNull().default(1),
    /** The calendar entries that end for the recipient. Stored because their attendances are deleted. */
    ended: jsonb('ended').$type<readonly CancelledEntry[]>().notNull().default([]),
  },
  table => [
    index('announcement_recipients_due_at_index').on(table.dueAt),
    index('announcement_recipients_attendance_id_index').on(table.attendanceId),
    // Finds the due recipients of each announcement for round-robin delivery.
    index('announcement_recipients_due_by_announcement_index').on(table.announcementId, table.dueAt),
    index('announcement_recipients_email_index').on(table.email),
  ],
);

const columns = () => ({
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  type: text('type', { enum: notificationTypes }).notNull(),
});

/** Items of the account's next gathered e-mail of a type. */
export const digestItems = pgTable(
  'digest_items',
  {
    id: id(),
    ...columns(),
    item: jsonb('item').$type<DigestItem>().notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [index('digest_items_user_id_index').on(table.userId, table.type)],
);

/** The time of an account's last gathered e-mail of a type. At most one is sent an hour. */
export const mailDigests = pgTable(
  'mail_digests',
  { ...columns(), mailedAt: timestamptz('mailed_at').notNull() },
  table => [primaryKey({ columns: [table.userId, table.type] })],
);
