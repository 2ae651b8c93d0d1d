import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../database/columns.ts';

/** An attached text file, or an image that the HTML part shows. */
export interface Attachment {
  /** Only ASCII letters, digits and dashes before the extension, since it is part of headers. */
  readonly name: string;
  /** Media type with parameters. */
  readonly type: string;
  /** Base64 for an image. */
  readonly content: string;
  /** Of an image, which the HTML part names in its `src`: 'cid:' and this. Unique in the recipient's mailbox. */
  readonly contentId?: string;
}

/**
 * Outbox: emails are stored in the transaction of the change that causes them. Once a mail server has accepted an email
 * its content is deleted, since it contains links that sign people in. Without a mail server the local mailbox shows
 * the rows, so their content is retained.
 */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    recipient: text('recipient').notNull(),
    /** The account that the email is about; deleting the account deletes the email. */
    accountId: uuid('account_id'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    /** For one-click unsubscription (RFC 8058); null if this kind of email has no subscription. */
    unsubscribeUrl: text('unsubscribe_url'),
    attachments: jsonb('attachments').$type<readonly Attachment[]>().notNull().default([]),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    /** Error of the last failed attempt, without addresses. */
    failure: text('failure'),
  },
  table => [
    index('mails_created_at_index').on(table.createdAt),
    // For the number of pending emails, the time of the last sent one, and the sweep.
    index('mails_sent_at_index').on(table.sentAt),
    index('mails_recipient_index').on(table.recipient),
    index('mails_account_id_index').on(table.accountId),
    check('mails_recipient_one_line', sql`${table.recipient} !~ '[[:cntrl:]]'`),
    check('mails_unsubscribe_url_plain', sql`${table.unsubscribeUrl} !~ '[[:cntrl:][:space:]<>]'`),
  ],
);

/** An email without its content. */
export const EMPTY_CONTENT = { html: '', text: '', unsubscribeUrl: null, attachments: [] };
