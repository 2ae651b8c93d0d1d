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

/** What a ban deactivated besides its target. */
export interface Banned {
  /** The account was active before. */
  readonly isDeactivated: boolean;
  /** An administrator has decided since whether the account is active, so that an undo leaves it; whether its owner was told. */
  readonly decidedSince?: { readonly isTold: boolean };
  readonly collectives: readonly DeactivatedCollective[];
}

/** The state that an undo restores: that of the target, and of the case, before the decision. */
export interface UndoState {
  /** The activities that the decision hid, its target among them; absent: it hid none, or an earlier release decided. */
  readonly hidden?: readonly HiddenActivity[];
  /** Present if the decision is a ban; absent in one of an earlier release, which is carried out when it is due. */
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

/** The reports of one target and the decision about them. A round ends with a decision; a later report begins the next. */
export const reportCases = pgTable(
  'report_cases',
  {
    id: id(),
    targetType: text('target_type', { enum: reportTargetTypes }).notNull(),
    /** No foreign key: the case survives its target. A memory has the id of its activity. */
    targetId: uuid('target_id').notNull(),
    /** The last known title or name. */
    title: text('title').notNull(),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    status: text('status', { enum: ['open', 'closed'] }).notNull(),
    round: integer('round').notNull().default(1),
    /** Of this round. */
    reports: integer('reports').notNull().default(0),
    openedAt: timestamptz('opened_at').notNull(),
    /** When it was decided, or its target deleted. */
    closedAt: timestamptz('closed_at'),
    /** An appeal waits for a decision. */
    hasAppeal: boolean('has_appeal').notNull().default(false),
    /** The last appeal of the round, decided or not: there is one in each. */
    appealText: text('appeal_text'),
    appealedAt: timestamptz('appealed_at'),
    /** The last one, also while a further round is open. */
    decision: text('decision', { enum: reportDecisions }),
    note: text('note'),
    decidedAt: timestamptz('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** Until then the decision can be undone; afterwards its effects follow, and both columns become null. */
    effectsDueAt: timestamptz('effects_due_at'),
    undo: jsonb('undo').$type<UndoState>(),
    /** The author and the attendees have been told that the activity is hidden. */
    isAnnounced: boolean('is_announced').notNull().default(false),
    /** A later decision took the place of the last one before its effects were due, so that they did not happen. */
    isSuperseded: boolean('is_superseded').notNull().default(false),
  },
  table => [
    uniqueIndex('report_cases_target_key').on(table.targetType, table.targetId),
    // The order of the queue, and of what was decided.
    index('report_cases_open_index')
      .on(
        table.hasAppeal.desc().nullsFirst(),
        table.reports.desc().nullsFirst(),
        table.openedAt.asc(),
        table.id.asc(),
      )
      .where(sql`${table.status} = 'open'`),
    index('report_cases_closed_index').on(table.closedAt, table.id).where(sql`${table.status} = 'closed'`),
    index('report_cases_effects_index').on(table.effectsDueAt).where(isNotNull(table.effectsDueAt)),
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
      sql`(${table.effectsDueAt} is null) = (${table.undo} is null) and (${table.effectsDueAt} is null or ${table.status} = 'closed' and ${table.decision} is not null)`,
    ),
  ],
);

/** Reports of visitors and accounts; an account has one of each target. */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => reportCases.id, { onDelete: 'cascade' }),
    round: integer('round').notNull(),
    /** Null: a visitor, or the account was deleted. */
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    reason: text('reason', { enum: reportReasons }).notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When its author was told of a decision. */
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
