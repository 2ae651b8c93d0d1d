import { reportDecisions } from '@minga/contract/administration/reports';
import { reportReasons } from '@minga/contract/report-reasons';
import { reportTargetTypes } from '@minga/contract/reports';
import { isNotNull, sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import type { HiddenActivity } from '../activities/removal/service.ts';
import type { DeactivatedCollective } from '../collectives/review-service.ts';

type Decision = (typeof reportDecisions)[number];

/** The account and collectives that a ban deactivated in addition to its target. */
export interface Banned {
  /** Whether the ban deactivated the account, which was active before. */
  readonly isDeactivated: boolean;
  /** Present if an administrator has since decided whether the account is active: an undo leaves the account as it is. */
  readonly decidedSince?: { readonly isTold: boolean };
  readonly collectives: readonly DeactivatedCollective[];
}

/** The state of the target and of the case before the decision, which an undo restores. */
export interface UndoState {
  /** The activities that the decision hid, including its target. Absent in decisions of an earlier release. */
  readonly hidden?: readonly HiddenActivity[];
  /** Present if the decision is a ban. Absent in a ban of an earlier release, which is carried out when its effects are due. */
  readonly banned?: Banned;
  readonly status: string;
  readonly rejectionReason: string | null;
  readonly hasAppeal: boolean;
  readonly decision: {
    readonly decision: Decision;
    readonly note: string;
    readonly decidedAt: string;
    readonly decidedBy: string | null;
  } | null;
}

/** The reports of one target and the decision about them. A decision ends a round, and the next report starts a new one. */
export const reportCases = pgTable(
  'report_cases',
  {
    id: id(),
    targetType: text('target_type', { enum: reportTargetTypes }).notNull(),
    /** Has no foreign key, because the case outlives its target. A memory has the id of its activity. */
    targetId: uuid('target_id').notNull(),
    /** The last known title or name. */
    title: text('title').notNull(),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    status: text('status', { enum: ['open', 'closed'] }).notNull(),
    round: integer('round').notNull().default(1),
    /** Number of reports of the current round. */
    reports: integer('reports').notNull().default(0),
    openedAt: timestamptz('opened_at').notNull(),
    /** Time of the decision or of the target's deletion; null while the case is open. */
    closedAt: timestamptz('closed_at'),
    /** Whether an appeal is pending. */
    hasAppeal: boolean('has_appeal').notNull().default(false),
    /** The appeal of the current round, pending or decided. A round has at most one. */
    appealText: text('appeal_text'),
    appealedAt: timestamptz('appealed_at'),
    /** The last decision, even while a later round is open. */
    decision: text('decision', { enum: reportDecisions }),
    note: text('note'),
    decidedAt: timestamptz('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** Not null while the decision can be undone. Due work carries its effects out and sets the column to null. */
    undo: jsonb('undo').$type<UndoState>(),
    /** Whether the author and the attendees have been notified that the activity is hidden. */
    isAnnounced: boolean('is_announced').notNull().default(false),
    /** Whether a later decision replaced the last one before its effects were due, so that they did not happen. */
    isSuperseded: boolean('is_superseded').notNull().default(false),
  },
  table => [
    uniqueIndex('report_cases_target_key').on(table.targetType, table.targetId),
    // These indexes match the order of the open and of the closed cases.
    index('report_cases_open_index')
      .on(
        table.hasAppeal.desc().nullsFirst(),
        table.reports.desc().nullsFirst(),
        table.openedAt.asc(),
        table.id.asc(),
      )
      .where(sql`${table.status} = 'open'`),
    index('report_cases_closed_index').on(table.closedAt, table.id).where(sql`${table.status} = 'closed'`),
    index('report_cases_undoable_index').on(table.authorId).where(isNotNull(table.undo)),
    index('report_cases_author_id_index').on(table.authorId),
    index('report_cases_decided_by_index').on(table.decidedBy),
    check('report_cases_target_type', sql`${table.targetType} in ('activity', 'collective', 'memory')`),
    check('report_cases_status', sql`${table.status} in ('open', 'closed')`),
    check('report_cases_closed', sql`(${table.status} = 'closed') = (${table.closedAt} is not null)`),
    check('report_cases_reports', sql`${table.reports} >= 0`),
    check(
      'report_cases_appeal',
      sql`(${table.appealText} is null) = (${table.appealedAt} is null) and (not ${table.hasAppeal} or ${table.appealText} is not null and ${table.status} = 'open' and ${table.targetType} = 'activity') and char_length(${table.appealText}) between 1 and 500`,
    ),
    check(
      'report_cases_decision',
      sql`num_nonnulls(${table.decision}, ${table.note}, ${table.decidedAt}) in (0, 3) and ${table.decision} in ('dismiss', 'hide', 'delete', 'ban') and char_length(${table.note}) <= 500`,
    ),
    check(
      'report_cases_effects',
      sql`${table.undo} is null or ${table.status} = 'closed' and ${table.decision} is not null`,
    ),
  ],
);

/** Reports of visitors and accounts. An account has at most one report of each case. */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => reportCases.id, { onDelete: 'cascade' }),
    round: integer('round').notNull(),
    /** Null if the reporter is a visitor or the account was deleted. */
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text('reason', { enum: reportReasons }).notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Time when the reporter was notified of a decision; null until then. */
    answeredAt: timestamptz('answered_at'),
  },
  table => [
    index('reports_case_id_index').on(table.caseId, table.round, table.createdAt),
    uniqueIndex('reports_case_id_reporter_id_key')
      .on(table.caseId, table.reporterId)
      .where(isNotNull(table.reporterId)),
    index('reports_reporter_id_index').on(table.reporterId).where(isNotNull(table.reporterId)),
    check('reports_reason', sql`${table.reason} in ('spam', 'fraude', 'odio', 'peligro', 'datos', 'otro')`),
    check('reports_text', sql`char_length(${table.text}) <= 500`),
  ],
);
