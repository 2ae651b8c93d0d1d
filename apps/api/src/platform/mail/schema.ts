import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../database/columns.ts';
import type { MailKind } from './kinds.ts';

/** An attached text file, or an image that the HTML part shows. */
export interface Attachment {
  /** The file name. It has only ASCII letters, digits and dashes before the extension, since it is part of headers. */
  readonly name: string;
  /** The media type with parameters. */
  readonly type: string;
  /** The text, or an image in Base64. */
  readonly content: string;
  /** The id of an image; the `src` in the HTML part is 'cid:' and this id. It is unique in the recipient's mailbox. */
  readonly contentId?: string;
}

/**
 * An email is 'new' until the limits have decided about it (`admission.ts`). Then it is 'ready' to be sent, 'held' until the next gathered
 * email of its mailbox or until the limits allow it, or in 'review' while its activity is not public. A 'gathered' email was sent as a part
 * of a gathered email. A 'dropped' email states nothing new, or its reason no longer exists (`mail-reasons.ts`). An 'expired' email was no
 * longer useful when it could have been sent. A 'rejected' email was permanently rejected by the recipient's server; its row stays until an
 * administrator retries or discards it.
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
    /** The URL for one-click unsubscription (RFC 8058), or null if this kind of email has no subscription. */
    unsubscribeUrl: text('unsubscribe_url'),
    /** The address to which replies go, or null for that of the site. */
    replyTo: text('reply_to'),
    attachments: jsonb('attachments').$type<readonly Attachment[]>().notNull().default([]),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    state: text('state', { enum: mailStates }).notNull().default('ready'),
    /** The name of the template, or null if an earlier release stored the email. */
    kind: text('kind').$type<MailKind>(),
    /** The folded address by which limits count, or null if no limit applies. */
    mailbox: text('mailbox'),
    /** The id of the account, or the hash of the origin, that caused the email. Null for the other causes. */
    sender: text('sender'),
    /** The activity that the email is about, or null. */
    activityId: uuid('activity_id'),
    /** The fact that the email states, such as a date; an email that repeats it is dropped. Null if the email is always news. */
    fact: text('fact'),
    /** The former fact, or null. If set, the email is dropped as a repetition only if it replaces a held email with this fact. */
    factBefore: text('fact_before'),
    /** When the limits let the email through, on its own or as a part of a gathered email. */
    admittedAt: timestamptz('admitted_at'),
    /** The error of the last failed attempt, without addresses. */
    failure: text('failure'),
  },
  table => [
    index('mails_created_at_index').on(table.createdAt),
    // This index is for the number of pending emails, the time of the last sent one, and the sweep.
    index('mails_sent_at_index').on(table.sentAt),
    index('mails_recipient_index').on(table.recipient),
    // This index finds the reply address of a deleted account.
    index('mails_reply_to_index').on(table.replyTo).where(sql`${table.replyTo} is not null`),
    index('mails_account_id_index').on(table.accountId),
    // This index finds the emails that a mailbox got within a day.
    index('mails_mailbox_index').on(table.mailbox, table.admittedAt).where(sql`${table.mailbox} is not null`),
    index('mails_waiting_index')
      .on(table.state, table.mailbox, table.createdAt)
      .where(sql`${table.state} in ('held', 'review')`),
    // This index counts expired and rejected emails.
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

/** The values that remove an email's content. */
export const EMPTY_CONTENT = { html: '', text: '', unsubscribeUrl: null, replyTo: null, attachments: [] };
