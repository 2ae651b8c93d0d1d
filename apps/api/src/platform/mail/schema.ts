import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../database/columns.ts';

/** A text file that comes with a letter. */
export interface Attachment {
  /** Plain letters, digits and dashes before its ending: it stands in headers. */
  readonly name: string;
  /** Its media type, with parameters. */
  readonly type: string;
  readonly content: string;
}

/**
 * Letters to be sent, written in the transaction of what caused them. Once a mail server has taken a letter, it
 * is emptied: its texts hold links that sign people in. The local mailbox keeps all, since there the row is the letter.
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
    attachments: jsonb('attachments').$type<readonly Attachment[]>().notNull().default([]),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    /** Why the last attempt failed, without addresses; null while there is none. */
    failure: text('failure'),
  },
  table => [
    index('mails_created_at_index').on(table.createdAt),
    // What waits, what was sent last, and what was sent long ago.
    index('mails_sent_at_index').on(table.sentAt),
    index('mails_recipient_index').on(table.recipient),
    index('mails_account_id_index').on(table.accountId),
    check('mails_recipient_one_line', sql`${table.recipient} !~ '[[:cntrl:]]'`),
    check('mails_unsubscribe_url_plain', sql`${table.unsubscribeUrl} !~ '[[:cntrl:][:space:]<>]'`),
  ],
);
