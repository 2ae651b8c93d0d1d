import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment } from '../database/columns.ts';

/**
 * Letters to be sent, written in the transaction of what caused them. Once a mail server has taken a letter, its texts
 * are emptied: they hold links that sign people in. The local mailbox keeps them, since there the row is the letter.
 */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    recipient: text('recipient').notNull(),
    /** Whose account it is about: its letters are forgotten with it. */
    accountId: uuid('account_id'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    /** Where mail programs offer to end such letters (RFC 8058); null: the letter is not of a kind that one can end. */
    unsubscribeUrl: text('unsubscribe_url'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    /** Why the last attempt failed, without addresses; null while there is none. */
    failure: text('failure'),
  },
  table => [
    index('mails_created_at_index').on(table.createdAt),
    index('mails_recipient_index').on(table.recipient),
    index('mails_account_id_index').on(table.accountId),
    check('mails_recipient_one_line', sql`${table.recipient} !~ '[[:cntrl:]]'`),
    check('mails_unsubscribe_url_plain', sql`${table.unsubscribeUrl} !~ '[[:cntrl:][:space:]<>]'`),
  ],
);
