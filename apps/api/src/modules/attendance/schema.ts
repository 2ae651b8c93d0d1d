import { checkInResults } from '@minga/contract/check-ins';
import { withdrawalReasons } from '@minga/contract/hours';
import { attendanceStatuses } from '@minga/contract/places';
import type { Answer } from '@minga/contract/questions';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { activities, activityNeeds } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { identifyingFields } from './rules.ts';

/** SQL expression: 128 random bits, different for each row. */
export const randomCode = sql<Buffer>`substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) from 1 for 16)`;

export const attendances = pgTable(
  'attendances',
  {
    id: id(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /** The account that confirmed with its own e-mail, or null. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Null, like e-mail and phone, after the attendee's account was deleted or a visitor's data erased. */
    name: text('name'),
    email: text('email'),
    /** The phone number in E.164 format. */
    phone: text('phone'),
    /** SHA-256 of the visitor's proof (cookie), or null if an account or an organiser created the attendance. */
    proofHash: bytes('proof_hash'),
    /**
     * The identifying fields that an organiser has changed since the proof, the personal links without an address and the code were
     * issued (`afterEdit` in rules.ts).
     */
    corrected: text('corrected', { enum: identifyingFields }).array().notNull().default([]),
    /** The answers to the activity's questions. A job erases them 30 days after its end. */
    answers: jsonb('answers').$type<readonly Answer[]>().notNull().default([]),
    /** The number of people who accompany the attendee. */
    companions: smallint('companions').notNull().default(0),
    status: text('status', { enum: attendanceStatuses }).notNull().default('confirmed'),
    /** The order on the waiting list, or null if the party does not wait. */
    queueNumber: integer('queue_number'),
    /** When the offer expires, or null if no place is offered. */
    offerExpiresAt: timestamptz('offer_expires_at'),
    /** The party has a place although it exceeds the capacity. */
    isOverLimit: boolean('is_over_limit').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    /** When the waiting party got its place, or null if it had one from the beginning or has none. */
    placedAt: timestamptz('placed_at'),
    /** When the party was last asked to reconfirm. A new date of the activity sets this and `reconfirmedAt` to null. */
    askedAgainAt: timestamptz('asked_again_at'),
    /** When the party was last asked to reconfirm. A new date does not clear it, so that a party is asked at most once a day. */
    lastAskedAt: timestamptz('last_asked_at'),
    reconfirmedAt: timestamptz('reconfirmed_at'),
    /** 128 random bits, which the door reads from a QR code. */
    code: bytes('code').notNull().default(randomCode),
    /** When the door checked the party in, or null if it has not. */
    checkedInAt: timestamptz('checked_in_at'),
    /** The party checked itself in with the code of the place. */
    isSelfCheckedIn: boolean('is_self_checked_in').notNull().default(false),
    /** The hours of help, in steps of 0.25, as an organiser confirmed them. Only a party that was checked in has hours. */
    hours: numeric('hours', { precision: 4, scale: 2, mode: 'number' }),
    /** When the party was asked for feedback, on the day after the activity, or gave or declined it before. */
    feedbackAskedAt: timestamptz('feedback_asked_at'),
    /** When the attendee declined further requests for feedback. The attendee may still give it. */
    feedbackDeclinedAt: timestamptz('feedback_declined_at'),
    /** When the address was last notified that it was entered again, at most once a day. */
    duplicateNotifiedAt: timestamptz('duplicate_notified_at'),
    /** When a visitor was last notified of a change of the activity: at most once a day, unless the activity is near. */
    changeNotifiedAt: timestamptz('change_notified_at'),
    /**
     * Set while an organiser has added the person, who has not confirmed: `told` if an e-mail said so, otherwise `untold`
     * (docs/rules.md R21.6). Null once the person acts with a session or a personal link.
     */
    addition: text('addition', { enum: ['untold', 'told'] }),
  },
  table => [
    uniqueIndex('attendances_activity_id_email_key').on(table.activityId, table.email),
    uniqueIndex('attendances_activity_id_phone_key')
      .on(table.activityId, table.phone)
      .where(sql`${table.phone} is not null`),
    index('attendances_user_id_index').on(table.userId),
    index('attendances_email_index').on(table.email),
    // Gives the order of the administrators' list.
    index('attendances_created_at_id_index').on(table.createdAt, table.id),
    // Gives the order of the organisers' list and its count. The alphabetical order of the statuses is that of the list.
    index('attendances_activity_id_status_index').on(
      table.activityId,
      table.status,
      table.queueNumber,
      table.createdAt,
      table.id,
    ),
    uniqueIndex('attendances_activity_id_queue_number_key')
      .on(table.activityId, table.queueNumber)
      .where(sql`${table.queueNumber} is not null`),
    index('attendances_offer_expires_at_index')
      .on(table.offerExpiresAt)
      .where(sql`${table.offerExpiresAt} is not null`),
    // Finds the visitors whose data the retention job erases.
    index('attendances_visitors_index')
      .on(table.activityId)
      .where(sql`${table.userId} is null and ${table.name} is not null`),
    index('attendances_proof_hash_index').on(table.proofHash).where(sql`${table.proofHash} is not null`),
    check('attendances_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check(
      'attendances_answers',
      sql`jsonb_typeof(${table.answers}) = 'array' and jsonb_array_length(${table.answers}) <= 5`,
    ),
    check('attendances_companions', sql`${table.companions} between 0 and 9`),
    check(
      'attendances_status',
      sql`${table.status} in ('confirmed', 'waiting', 'offered') and (${table.status} = 'waiting') = (${table.queueNumber} is not null) and (${table.status} = 'offered') = (${table.offerExpiresAt} is not null)`,
    ),
    uniqueIndex('attendances_code_key').on(table.code),
    check('attendances_code', sql`octet_length(${table.code}) = 16`),
    check('attendances_checked_in', sql`${table.checkedInAt} is null or ${table.status} = 'confirmed'`),
    check(
      'attendances_self_checked_in',
      sql`not ${table.isSelfCheckedIn} or ${table.checkedInAt} is not null`,
    ),
    check(
      'attendances_hours',
      sql`${table.hours} between 0.25 and 24 and ${table.hours} * 4 = trunc(${table.hours} * 4) and (${table.hours} is null or ${table.checkedInAt} is not null)`,
    ),
    // Lets PostgreSQL sum people and hours without reading the rows.
    index('attendances_checked_in_index')
      .on(table.activityId, table.companions, table.hours)
      .where(sql`${table.checkedInAt} is not null`),
    index('attendances_feedback_index')
      .on(table.activityId)
      .where(sql`${table.checkedInAt} is not null and ${table.feedbackAskedAt} is null`),
    check('attendances_phone', sql`${table.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
    check('attendances_name_length', sql`char_length(${table.name}) between 1 and 80`),
    check('attendances_corrected', sql`${table.corrected} <@ array['name', 'email', 'phone']`),
    check('attendances_addition', sql`${table.addition} in ('untold', 'told')`),
  ],
);

/** The claims of parties to the needs of an activity. Triggers count them in `activity_needs.taken`. */
export const attendanceClaims = pgTable(
  'attendance_claims',
  {
    attendanceId: uuid('attendance_id')
      .notNull()
      .references(() => attendances.id, { onDelete: 'cascade' }),
    needId: uuid('need_id')
      .notNull()
      .references(() => activityNeeds.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.attendanceId, table.needId] }),
    index('attendance_claims_need_id_index').on(table.needId),
    check('attendance_claims_quantity', sql`${table.quantity} between 1 and 1000`),
  ],
);

/**
 * The client ids of confirmations, so that a repeated confirmation is stored once (docs/rules.md R13.4). The row remains without an
 * attendance when the attendance is deleted or given to another person, so that a late repetition neither restores nor reads it.
 */
export const attendanceClients = pgTable(
  'attendance_clients',
  {
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    clientId: uuid('client_id').notNull(),
    attendanceId: uuid('attendance_id').references(() => attendances.id, { onDelete: 'set null' }),
  },
  table => [
    primaryKey({ columns: [table.activityId, table.clientId] }),
    index('attendance_clients_attendance_id_index').on(table.attendanceId),
  ],
);

/** The client ids of check-ins, so that a repeated check-in counts once (docs/rules.md R18.2). */
export const checkIns = pgTable(
  'check_ins',
  {
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    attendanceId: uuid('attendance_id').references(() => attendances.id, { onDelete: 'set null' }),
    result: text('result', { enum: checkInResults }).notNull().default('unknown'),
  },
  table => [
    primaryKey({ columns: [table.activityId, table.id] }),
    index('check_ins_attendance_id_index').on(table.attendanceId),
  ],
);

/** The codes that organisers hang up at the place of an activity, with which attendees check themselves in (docs/rules.md R22.1). */
export const placeCodes = pgTable(
  'place_codes',
  {
    activityId: uuid('activity_id')
      .primaryKey()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /** 128 random bits. */
    code: bytes('code').notNull(),
  },
  table => [
    uniqueIndex('place_codes_code_key').on(table.code),
    check('place_codes_code', sql`octet_length(${table.code}) = 16`),
  ],
);

/**
 * The mailboxes that were mailed because an organiser added them to an activity's list, and those that refused it (docs/rules.md R21.4).
 * No foreign key leads to the attendance, since the record outlives it.
 */
export const addedMailboxes = pgTable(
  'added_mailboxes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the token with which the recipient refuses. The rows of all dates of a series have the token of their e-mail. */
    tokenHash: bytes('token_hash').notNull(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /** SHA-256 of the mailbox (`foldAddress`). */
    mailboxHash: bytes('mailbox_hash').notNull(),
    mailedAt: timestamptz('mailed_at').notNull(),
    refusedAt: timestamptz('refused_at'),
  },
  table => [
    uniqueIndex('added_mailboxes_activity_id_mailbox_hash_key').on(table.activityId, table.mailboxHash),
    index('added_mailboxes_token_hash_index').on(table.tokenHash),
  ],
);

/**
 * The numbers of e-mails to people who did not confirm themselves, which count in the allowance of their sender for a day. The rows name
 * neither recipient nor activity, so that no deletion returns the allowance.
 */
export const unconfirmedMails = pgTable(
  'unconfirmed_mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The account that caused the e-mails, or null if it was deleted. */
    accountId: uuid('account_id').references(() => users.id, { onDelete: 'set null' }),
    /** The verified collective in whose allowance they count, or null if they count in the account's. */
    collectiveId: uuid('collective_id').references(() => collectives.id, { onDelete: 'set null' }),
    mails: integer('mails').notNull(),
    mailedAt: timestamptz('mailed_at').notNull(),
  },
  table => [
    index('unconfirmed_mails_account_id_mailed_at_index').on(table.accountId, table.mailedAt),
    index('unconfirmed_mails_collective_id_mailed_at_index').on(table.collectiveId, table.mailedAt),
    check('unconfirmed_mails_mails', sql`${table.mails} > 0`),
  ],
);

/**
 * Personal links, several per attendance. A link shows and cancels its attendance, or those of all occurrences of a series. A link
 * that was mailed also proves its address (decision 53).
 */
export const attendanceLinks = pgTable(
  'attendance_links',
  {
    /** SHA-256 of the token. */
    tokenHash: bytes('token_hash').notNull(),
    attendanceId: uuid('attendance_id')
      .notNull()
      .references(() => attendances.id, { onDelete: 'cascade' }),
    /**
     * The address that the link was mailed to, or null if it was shown on a screen or issued by a release that did not store the
     * address.
     */
    email: text('email'),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.tokenHash, table.attendanceId] }),
    index('attendance_links_attendance_id_index').on(table.attendanceId),
    check('attendance_links_email_lower_case', sql`${table.email} = lower(${table.email})`),
  ],
);

/**
 * Attendances that were deleted after their hours were confirmed or a certificate of them was issued, with the facts that
 * certificates print, and hours that a remaining attendance lost (docs/decisions/0063-detached-hours.md). Triggers
 * of `attendances` and `activities` write the rows before every deletion, whatever its cause.
 */
export const detachedHours = pgTable(
  'detached_hours',
  {
    /** The id of the deleted attendance. A reduction has an id of its own. */
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email'),
    /** SHA-256 of the visitor's proof (cookie). */
    proofHash: bytes('proof_hash'),
    /** The confirmed hours, or null if they were cleared before the deletion. */
    hours: numeric('hours', { precision: 4, scale: 2, mode: 'number' }),
    checkedInAt: timestamptz('checked_in_at'),
    /** The column has no foreign key, since the activity may be deleted. */
    activityId: uuid('activity_id').notNull(),
    title: text('title').notNull(),
    date: timestamptz('date').notNull(),
    endDate: timestamptz('end_date'),
    endsAt: timestamptz('ends_at').notNull(),
    place: text('place').notNull(),
    /** The name of the collective, or null if the activity had none. */
    collective: text('collective'),
    detachedAt: timestamptz('detached_at').notNull(),
    /**
     * When the hours were withdrawn, such as by a removal from the list or the rejection of the activity, or null if they count.
     */
    withdrawnAt: timestamptz('withdrawn_at'),
    /** The reason for the withdrawal, or null if the hours count or were withdrawn before the reason was stored. */
    withdrawnBecause: text('withdrawn_because', { enum: withdrawalReasons }),
    /**
     * The remaining attendance that lost these hours, or null. `hours` is the number that it lost. The trigger of `attendances`
     * lowers or deletes the row when the hours are confirmed again. The column has no foreign key, since the attendance may be
     * deleted.
     */
    reducedId: uuid('reduced_id'),
    /** The hours that the attendance `reducedId` still has, or null if it has none. */
    remainingHours: numeric('remaining_hours', { precision: 4, scale: 2, mode: 'number' }),
  },
  table => [
    index('detached_hours_user_id_index').on(table.userId),
    index('detached_hours_email_index').on(table.email),
    index('detached_hours_activity_id_index').on(table.activityId),
    // Finds the visitors whose data the retention job erases.
    index('detached_hours_ends_at_index').on(table.endsAt).where(sql`${table.userId} is null`),
    index('detached_hours_reduced_id_index').on(table.reducedId).where(sql`${table.reducedId} is not null`),
    check(
      'detached_hours_reduced',
      sql`${table.reducedId} is null or (${table.hours} > 0 and ${table.withdrawnAt} is not null and num_nonnulls(${table.userId}, ${table.email}) > 0)`,
    ),
    check('detached_hours_email_lower_case', sql`${table.email} = lower(${table.email})`),
  ],
);

/** The personal links of detached attendances, copied from `attendance_links`. */
export const detachedLinks = pgTable(
  'detached_links',
  {
    tokenHash: bytes('token_hash').notNull(),
    detachedId: uuid('detached_id')
      .notNull()
      .references(() => detachedHours.id, { onDelete: 'cascade' }),
    /** The address that the link was mailed to, or null if it was shown on a screen. */
    email: text('email'),
  },
  table => [
    primaryKey({ columns: [table.tokenHash, table.detachedId] }),
    index('detached_links_detached_id_index').on(table.detachedId),
  ],
);

/** The number of erased visitors and addresses per day (docs/rules.md R19.6). */
export const erasedVisitors = pgTable(
  'erased_visitors',
  {
    /** The day in the site's time zone. */
    day: date('day', { mode: 'string' }).primaryKey(),
    /** The number of attendances that the retention job erased. */
    people: integer('people').notNull(),
    /**
     * The number of addresses that no attendance has any more, including erasures at the person's request. The statistics still
     * count them as people.
     */
    addresses: integer('addresses').notNull(),
  },
  table => [check('erased_visitors_counts', sql`${table.people} >= 0 and ${table.addresses} >= 0`)],
);
