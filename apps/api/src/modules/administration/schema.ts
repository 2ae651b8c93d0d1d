import type { AttendanceStats } from '@minga/contract/administration/attendances';
import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';

export type AccountAction =
  | 'admin.create'
  | 'admin.update'
  | 'admin.deactivate'
  | 'admin.reactivate'
  | 'admin.delete'
  | 'user.update'
  | 'user.activate'
  | 'user.deactivate'
  | 'user.delete';
export type ActivityAction =
  | 'activity.approve'
  | 'activity.reject'
  | 'activity.promote'
  | 'activity.unpromote';
export type AttendanceAction = 'attendance.delete';
export type JobAction = 'job.retry';

export interface ActionDetails {
  /** Names of the fields that changed, never their values. */
  readonly fields?: readonly string[];
  /** What was given as the reason. */
  readonly reason?: string;
  /** Of the job. */
  readonly queue?: string;
}

/**
 * Who did what to whom, and when; written in the action's own transaction. Neither e-mails nor names nor passwords: only
 * ids, without foreign keys, so that an entry outlives who acted and what was acted on.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** In the order of their making: the newest entries are found by it. */
    id: id(),
    at: timestamptz('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    action: text('action').$type<AccountAction | ActivityAction | AttendanceAction | JobAction>().notNull(),
    targetType: text('target_type', { enum: ['account', 'activity', 'attendance', 'job'] }).notNull(),
    targetId: uuid('target_id').notNull(),
    details: jsonb('details').$type<ActionDetails>().notNull().default({}),
  },
  table => [
    check('audit_log_target_known', sql`${table.targetType} in ('account', 'activity', 'attendance', 'job')`),
  ],
);

/** The attendances' statistics as they were counted last, for all processes: one row. A deleted account empties it by a trigger. */
export const attendanceStatistics = pgTable(
  'attendance_statistics',
  {
    id: integer('id').primaryKey().default(1),
    /** Grows with each deletion by an admin and of an account: what began to be counted before it is not kept. */
    deletions: integer('deletions').notNull().default(0),
    /** Null: to be counted anew. */
    counted: jsonb('counted').$type<AttendanceStats>(),
  },
  table => [check('attendance_statistics_one', sql`${table.id} = 1`)],
);
