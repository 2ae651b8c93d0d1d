import { withdrawalReasons } from '@minga/contract/hours';
import { sql } from 'drizzle-orm';
import { check, index, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';

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
