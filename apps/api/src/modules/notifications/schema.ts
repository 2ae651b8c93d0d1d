import { notificationKinds, notificationTypes } from '@minga/contract/notifications';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';

const kind = () => text('kind', { enum: notificationKinds }).notNull();

/** What stands in a person's bell. */
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
    /** Without a reference: it may tell that the activity is deleted, and must not wait for who locks the activity. */
    taskId: uuid('task_id'),
    createdAt: timestamptz('created_at').notNull(),
    /** When it first came to an open screen. */
    deliveredAt: timestamptz('delivered_at'),
    readAt: timestamptz('read_at'),
  },
  table => [
    index('notifications_user_id_created_at_index').on(table.userId, table.createdAt, table.id),
    index('notifications_undelivered_index').on(table.userId).where(sql`${table.deliveredAt} is null`),
    index('notifications_created_at_index').on(table.createdAt),
  ],
);

/** What an account has chosen; without a row, everything. */
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

/** Addresses without an account that want no more e-mails of a kind. */
export const mailRefusals = pgTable(
  'mail_refusals',
  { /** SHA-256 of the address. */ emailHash: bytes('email_hash').notNull(), kind: kind() },
  table => [primaryKey({ columns: [table.emailHash, table.kind] })],
);

/** Links by which a letter's receiver ends the letters of its kind: an account's, or those to an address. */
export const unsubscribeLinks = pgTable(
  'unsubscribe_links',
  {
    /** SHA-256 of the mailed token. */
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

/** Who came and went since the owner's last e-mail about it. */
export const attendanceNews = pgTable(
  'attendance_news',
  {
    id: id(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    attendanceId: uuid('attendance_id').notNull(),
    name: text('name').notNull(),
    isComing: boolean('is_coming').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [index('attendance_news_activity_id_index').on(table.activityId)],
);

/** When the owner was last mailed about who comes: not more often than every ten minutes. */
export const attendanceDigests = pgTable('attendance_digests', {
  activityId: uuid('activity_id')
    .primaryKey()
    .references(() => activities.id, { onDelete: 'cascade' }),
  mailedAt: timestamptz('mailed_at').notNull(),
});

/** What an activity was before the first of several edits, until those who attend are told of them as one. */
export const activityChanges = pgTable(
  'activity_changes',
  {
    activityId: uuid('activity_id')
      .primaryKey()
      .references(() => activities.id, { onDelete: 'cascade' }),
    date: timestamptz('date').notNull(),
    place: text('place').notNull(),
    dueAt: timestamptz('due_at').notNull(),
  },
  table => [index('activity_changes_due_at_index').on(table.dueAt)],
);

/** What is being told to those who attend; of a deleted activity nothing else is left. */
export const news = pgTable('news', {
  id: id(),
  type: text('type', { enum: ['change', 'deletion'] }).notNull(),
  activityId: uuid('activity_id').notNull(),
  title: text('title').notNull(),
  oldDate: timestamptz('old_date').notNull(),
  oldPlace: text('old_place').notNull(),
  date: timestamptz('date').notNull(),
  place: text('place').notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

/** Who has not been told yet. */
export const newsRecipients = pgTable(
  'news_recipients',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    newsId: uuid('news_id')
      .notNull()
      .references(() => news.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The account of that e-mail, if there is one. */
    userId: uuid('user_id'),
    /** What a personal link cancels: the attendance of somebody without an account, of an activity that still is. */
    attendanceId: uuid('attendance_id'),
  },
  table => [
    index('news_recipients_news_id_index').on(table.newsId),
    index('news_recipients_email_index').on(table.email),
  ],
);
