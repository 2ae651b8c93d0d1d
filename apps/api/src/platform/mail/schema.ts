import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../database/columns.ts';
import type { MailKind } from './rules.ts';

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
 * An email is 'new' until the limits have decided about it (`admission.ts`), then 'ready' to be sent, 'held' for the next gathered email of its
 * mailbox or until there is room for it, or in 'review' while its activity is not public. The content of 'gathered' ones has been sent
 * by a gathered email; 'dropped' ones say nothing new, or their reason has gone (`mail-reasons.ts`); 'expired' ones were of no use any more when they could have been sent. The recipient's
 * server has 'rejected' an email for good; it stays until an administrator has it sent again or discards it.
 */
export const mailStates = [
  'new',
  'ready',
  'held',
  'review',
  'gathered',
  'dropped',
  'expired',
  'rejected',
] as const;

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
    /** The address to which replies go; null: that of the site. */
    replyTo: text('reply_to'),
    attachments: jsonb('attachments').$type<readonly Attachment[]>().notNull().default([]),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    state: text('state', { enum: mailStates }).notNull().default('ready'),
    /** Null: stored by an earlier release. */
    kind: text('kind').$type<MailKind>(),
    /** The folded address, by which limits count; null: no limit applies. */
    mailbox: text('mailbox'),
    /** Who caused it: an account's id, or the hash of an origin; null: the recipient, or time. */
    sender: text('sender'),
    /** The activity whose text it contains, or that its limit is about. */
    activityId: uuid('activity_id'),
    /** What it says, such as a date; the same again says nothing new. Null: it always says something new. */
    fact: text('fact'),
    /** What the recipient had to believe before, for the email to say something new; null: anything. */
    factBefore: text('fact_before'),
    /** When the limits let it through, also as a part of a gathered email. */
    admittedAt: timestamptz('admitted_at'),
    /** Error of the last failed attempt, without addresses. */
    failure: text('failure'),
  },
  table => [
    index('mails_created_at_index').on(table.createdAt),
    // For the number of pending emails, the time of the last sent one, and the sweep.
    index('mails_sent_at_index').on(table.sentAt),
    index('mails_recipient_index').on(table.recipient),
    // Of a deleted account.
    index('mails_reply_to_index').on(table.replyTo).where(sql`${table.replyTo} is not null`),
    index('mails_account_id_index').on(table.accountId),
    // For what a mailbox got within a day.
    index('mails_mailbox_index').on(table.mailbox, table.admittedAt).where(sql`${table.mailbox} is not null`),
    index('mails_waiting_index')
      .on(table.state, table.mailbox, table.createdAt)
      .where(sql`${table.state} in ('held', 'review')`),
    // For their numbers.
    index('mails_unsent_index').on(table.state).where(sql`${table.state} in ('expired', 'rejected')`),
    check(
      'mails_state_known',
      sql`${table.state} in ('new', 'ready', 'held', 'review', 'gathered', 'dropped', 'expired', 'rejected')`,
    ),
    check('mails_recipient_one_line', sql`${table.recipient} !~ '[[:cntrl:]]'`),
    check('mails_reply_to_one_line', sql`${table.replyTo} !~ '[[:cntrl:]]'`),
    check('mails_unsubscribe_url_plain', sql`${table.unsubscribeUrl} !~ '[[:cntrl:][:space:]<>]'`),
  ],
);

/** An email without its content. */
export const EMPTY_CONTENT = { html: '', text: '', unsubscribeUrl: null, replyTo: null, attachments: [] };
