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
import { identifyingFields } from './rules.ts';

/** Another 128 random bits for each row. */
export const randomCode = sql<Buffer>`substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) from 1 for 16)`;

export const attendances = pgTable(
  'attendances',
  {
    id: id(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /** The account that confirmed with its own e-mail, else null. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Null after the attendee's account was deleted or a visitor's data erased, like e-mail and phone. */
    name: text('name'),
    email: text('email'),
    /** E.164. */
    phone: text('phone'),
    /** SHA-256 of the visitor's proof (cookie); null for an account's attendance. */
    proofHash: bytes('proof_hash'),
    /**
     * The identifying fields that an organiser has changed since the proof, the personal links without an address and the code were
     * given out (`person-rules.ts`).
     */
    corrected: text('corrected', { enum: identifyingFields }).array().notNull().default([]),
    /** To the activity's questions; erased some weeks after its end. */
    answers: jsonb('answers').$type<readonly Answer[]>().notNull().default([]),
    /** The people who come along. */
    companions: smallint('companions').notNull().default(0),
    status: text('status', { enum: attendanceStatuses }).notNull().default('confirmed'),
    /** Its order on the waiting list; null: not waiting. */
    queueNumber: integer('queue_number'),
    /** Null: no place is offered. */
    offerExpiresAt: timestamptz('offer_expires_at'),
    /** The organiser let it in although it did not fit. */
    isOverLimit: boolean('is_over_limit').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    /** When the waiting party got its place; null: it had one from the beginning, or has none. */
    placedAt: timestamptz('placed_at'),
    /** When it was asked whether it still comes, and when it said so; a new date of the activity sets both to null. */
    askedAgainAt: timestamptz('asked_again_at'),
    /** The same, but a new date does not forget it: a party is asked at most once a day. */
    lastAskedAt: timestamptz('last_asked_at'),
    reconfirmedAt: timestamptz('reconfirmed_at'),
    /** 128 random bits, which the door reads from a QR code. */
    code: bytes('code').notNull().default(randomCode),
    /** When the door checked the party in; null: not yet. */
    checkedInAt: timestamptz('checked_in_at'),
    /** How long it helped, in quarters of an hour, as an organiser confirmed it; only a party that was checked in has hours. */
    hours: numeric('hours', { precision: 4, scale: 2, mode: 'number' }),
    /** When it was asked for feedback: once, on the day after, unless it gave or declined it before. */
    feedbackAskedAt: timestamptz('feedback_asked_at'),
    /** When it asked not to be asked for feedback any more, which it may still give. */
    feedbackDeclinedAt: timestamptz('feedback_declined_at'),
    /** When the address was last told that it was entered again: at most once a day. */
    duplicateNotifiedAt: timestamptz('duplicate_notified_at'),
    /** When a visitor was last notified of a change of the activity: at most once a day, unless it is near. */
    changeNotifiedAt: timestamptz('change_notified_at'),
  },
  table => [
    uniqueIndex('attendances_activity_id_email_key').on(table.activityId, table.email),
    uniqueIndex('attendances_activity_id_phone_key')
      .on(table.activityId, table.phone)
      .where(sql`${table.phone} is not null`),
    index('attendances_user_id_index').on(table.userId),
    index('attendances_email_index').on(table.email),
    // The order of the administrators' list.
    index('attendances_created_at_id_index').on(table.createdAt, table.id),
    // The order of the owner's list, and its count: the names of the statuses sort as the list shows them.
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
    // Visitors whose names are to be erased some time after the activity.
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
      'attendances_hours',
      sql`${table.hours} between 0.25 and 24 and ${table.hours} * 4 = trunc(${table.hours} * 4) and (${table.hours} is null or ${table.checkedInAt} is not null)`,
    ),
    // Sums people and hours without reading the rows.
    index('attendances_checked_in_index')
      .on(table.activityId, table.companions, table.hours)
      .where(sql`${table.checkedInAt} is not null`),
    index('attendances_feedback_index')
      .on(table.activityId)
      .where(sql`${table.checkedInAt} is not null and ${table.feedbackAskedAt} is null`),
    check('attendances_phone', sql`${table.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
    check('attendances_name_length', sql`char_length(${table.name}) between 1 and 80`),
    check('attendances_corrected', sql`${table.corrected} <@ array['name', 'email', 'phone']`),
  ],
);

/** What parties take on of an activity's needs. Triggers count it in `activity_needs.taken`. */
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
 * The ids with which browsers confirm, so that a confirmation that is sent again stores nothing twice (docs/rules.md R13.4). They
 * remain without an attendance when it is deleted or given to another person: a late repetition neither revives nor reads it.
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

/** The ids with which devices check in, so that a check-in that is sent again counts once (docs/rules.md R18.2). */
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

/**
 * Personal links, several per attendance. A link shows and cancels its attendance, or those of all occurrences of a series. One that was
 * mailed also proves its address (decision 53).
 */
export const attendanceLinks = pgTable(
  'attendance_links',
  {
    /** SHA-256 of the token. */
    tokenHash: bytes('token_hash').notNull(),
    attendanceId: uuid('attendance_id')
      .notNull()
      .references(() => attendances.id, { onDelete: 'cascade' }),
    /** The address that it was mailed to; null: it was shown on a screen, or comes from a release that did not store this. */
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
 * Attendances that were deleted after their hours were confirmed or a certificate of them was issued, with what certificates print of
 * the activity (docs/decisions/0063-detached-hours.md), and hours that an attendance lost although it stays (decision 0067). Triggers of `attendances` and `activities` write the rows before each deletion,
 * whatever its cause.
 */
export const detachedHours = pgTable(
  'detached_hours',
  {
    /** The attendance's. */
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    email: text('email'),
    /** SHA-256 of the visitor's proof (cookie). */
    proofHash: bytes('proof_hash'),
    /** Null: taken back before the deletion. */
    hours: numeric('hours', { precision: 4, scale: 2, mode: 'number' }),
    checkedInAt: timestamptz('checked_in_at'),
    /** No foreign key: it may be deleted. */
    activityId: uuid('activity_id').notNull(),
    title: text('title').notNull(),
    date: timestamptz('date').notNull(),
    endDate: timestamptz('end_date'),
    endsAt: timestamptz('ends_at').notNull(),
    place: text('place').notNull(),
    /** The name of the collective; null: none. */
    collective: text('collective'),
    detachedAt: timestamptz('detached_at').notNull(),
    /** When a decision took the hours: the person was removed, or the activity withdrawn by an administrator; null: they count. */
    withdrawnAt: timestamptz('withdrawn_at'),
    /** Null: the hours count, or were taken before the reason was stored. */
    withdrawnBecause: text('withdrawn_because', { enum: withdrawalReasons }),
    /**
     * Of hours that an attendance lost while it stayed: the attendance. `hours` is how many it lost, and the trigger of `attendances`
     * lowers or deletes the row when they are confirmed again. No foreign key: it may be deleted.
     */
    reducedId: uuid('reduced_id'),
    /** The hours that such an attendance still has; null: none. */
    remainingHours: numeric('remaining_hours', { precision: 4, scale: 2, mode: 'number' }),
  },
  table => [
    index('detached_hours_user_id_index').on(table.userId),
    index('detached_hours_email_index').on(table.email),
    index('detached_hours_activity_id_index').on(table.activityId),
    // Visitors whose data is to be erased some time after the activity.
    index('detached_hours_ends_at_index').on(table.endsAt).where(sql`${table.userId} is null`),
    index('detached_hours_reduced_id_index').on(table.reducedId).where(sql`${table.reducedId} is not null`),
    check(
      'detached_hours_reduced',
      sql`${table.reducedId} is null or (${table.hours} > 0 and ${table.withdrawnAt} is not null and num_nonnulls(${table.userId}, ${table.email}) > 0)`,
    ),
    check('detached_hours_email_lower_case', sql`${table.email} = lower(${table.email})`),
  ],
);

/** The personal links of detached attendances, as in `attendance_links`. */
export const detachedLinks = pgTable(
  'detached_links',
  {
    tokenHash: bytes('token_hash').notNull(),
    detachedId: uuid('detached_id')
      .notNull()
      .references(() => detachedHours.id, { onDelete: 'cascade' }),
    /** The address that it was mailed to; null: it was shown on a screen. */
    email: text('email'),
  },
  table => [
    primaryKey({ columns: [table.tokenHash, table.detachedId] }),
    index('detached_links_detached_id_index').on(table.detachedId),
  ],
);

/** How many visitors' data was erased each day, as numbers only (docs/rules.md R19.6). */
export const erasedVisitors = pgTable(
  'erased_visitors',
  {
    /** On the site's calendar. */
    day: date('day', { mode: 'string' }).primaryKey(),
    /** Attendances that the retention job erased. */
    people: integer('people').notNull(),
    /** E-mail addresses without any attendance left, also after an erasure at the person's request: they still count as people. */
    addresses: integer('addresses').notNull(),
  },
  table => [check('erased_visitors_counts', sql`${table.people} >= 0 and ${table.addresses} >= 0`)],
);
