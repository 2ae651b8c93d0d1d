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
  | 'user.delete'
  | 'account.second-factor-reset'
  | 'account.second-factor-removed'
  | 'superadmin.reset';
export type ActivityAction =
  | 'activity.approve'
  | 'activity.undo-approval'
  | 'activity.reject'
  | 'activity.undo-rejection'
  | 'activity.delete'
  | 'activity.promote'
  | 'activity.unpromote';
export type CollectiveAction =
  | 'collective.verify'
  | 'collective.unverify'
  | 'collective.activate'
  | 'collective.deactivate';
export type AttendanceAction = 'attendance.delete';
export type JobAction = 'job.retry' | 'job.discard';
export type LegalAction = 'legal.update' | 'legal.reset';
export type TrustAction = 'trust.update';
export type SiteAction = 'site.update' | 'site.block-peer' | 'site.unblock-peer';
/** Actions on reports. An appeal is an action of the activity's organisers. */
export type ReportAction =
  | 'report.dismiss'
  | 'report.hide'
  | 'report.delete'
  | 'report.ban'
  | 'report.undo'
  | 'report.superseded'
  | 'report.appeal';

export interface ActionDetails {
  /** The names of the changed fields, without their values. */
  readonly fields?: readonly string[];
  /** The reason or note of the decision, which is retained until the activity is deleted. */
  readonly reason?: string;
  /** The number of occurrences of the series to which the action applied. */
  readonly dates?: number;
  /** The job's queue. */
  readonly queue?: string;
  /** The host of the other server. */
  readonly host?: string;
}

/**
 * Actions of administrators with actor, target and time, logged in the action's own transaction. An entry contains ids and reasons, but
 * no names, e-mails or passwords. The table has no foreign keys, so that an entry outlasts its actor and target.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** Ids ascend in the order of insertion, by which lists are sorted. */
    id: id(),
    at: timestamptz('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    action: text('action')
      .$type<
        | AccountAction
        | ActivityAction
        | AttendanceAction
        | CollectiveAction
        | JobAction
        | LegalAction
        | ReportAction
        | SiteAction
        | TrustAction
      >()
      .notNull(),
    targetType: text('target_type', {
      enum: [
        'account',
        'activity',
        'attendance',
        'collective',
        'job',
        'legal-text',
        'memory',
        'site',
        'trust',
      ],
    }).notNull(),
    targetId: uuid('target_id').notNull(),
    details: jsonb('details').$type<ActionDetails>().notNull().default({}),
  },
  table => [
    check(
      'audit_log_target_known',
      sql`${table.targetType} in ('account', 'activity', 'attendance', 'collective', 'job', 'legal-text', 'memory', 'site', 'trust')`,
    ),
  ],
);

/** The last attendance statistics, shared by all processes, in one row. A trigger clears them when an account is deleted. */
export const attendanceStatistics = pgTable(
  'attendance_statistics',
  {
    id: integer('id').primaryKey().default(1),
    /**
     * The number of deletions: of attendances by admins, of accounts, and of the data of visitors. A count that started before the last
     * deletion is not stored.
     */
    deletions: integer('deletions').notNull().default(0),
    /** The last count, or null if the attendances must be recounted. */
    counted: jsonb('counted').$type<AttendanceStats>(),
  },
  table => [check('attendance_statistics_one', sql`${table.id} = 1`)],
);
