import { notificationTypes } from '@minga/contract/notifications';
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import type { DigestItem } from './gathered-mails.tsx';

const columns = () => ({
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  type: text('type', { enum: notificationTypes }).notNull(),
});

/** Parts of the account's next gathered e-mail of a type. */
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

/** When an account's last gathered e-mail of a type was sent: at most one an hour. */
export const mailDigests = pgTable(
  'mail_digests',
  { ...columns(), mailedAt: timestamptz('mailed_at').notNull() },
  table => [primaryKey({ columns: [table.userId, table.type] })],
);
