import * as z from 'zod/mini';
import { activityStatuses } from '../activities.ts';
import { choice } from '../choice.ts';
import { collectiveStatuses } from '../collectives.ts';
import { endpoint, INVALID_ID, page } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { picture } from '../picture.ts';
import { reportReasons } from '../report-reasons.ts';
import { reportTargetTypes, TARGET_TYPE_MESSAGE } from '../reports.ts';
import { isBlank, optionalText } from '../text.ts';

export const NOTE_MAX = 500;
/** The number of minutes for which a decision can be undone. Its irreversible effects take place afterwards. */
export const DECISION_UNDO_MINUTES = 10;
/** The number of reports that a row shows; the counts include all. */
export const LATEST_REPORTS = 5;

/**
 * The decisions about a target. With `dismiss` it stays public, or becomes public again. With `hide` only its organisers and administrators
 * see it: an activity is rejected, a collective deactivated. `delete` deletes it. `ban` hides it, deactivates the author's account and hides
 * all publications of the account.
 */
export const reportDecisions = ['dismiss', 'hide', 'delete', 'ban'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

/** The status of a target: that of an activity or a collective, visible or hidden for a memory, or deleted, when only the case remains. */
export const targetStatuses = [
  ...activityStatuses,
  ...collectiveStatuses,
  'visible',
  'hidden',
  'deleted',
] as const;

const reportedTarget = z.object({
  type: z.enum(reportTargetTypes),
  id: z.uuid(),
  /** The title or name, or the last known one if the target was deleted. */
  title: z.string(),
  /** The description, or the memory's text. Empty if the target was deleted. */
  text: z.string(),
  place: z.string(),
  /** The date of the activity or of the memory's activity; null for other targets. */
  date: z.nullable(z.iso.datetime()),
  /** The URL of the image's largest version; `picture` describes the others. For a memory it is the first image. */
  image: z.nullable(z.string()),
  picture: z.nullable(picture),
  status: z.enum(targetStatuses),
  /** The path of its page in the web app, such as `/actividades/…`, or null if the target was deleted. */
  path: z.nullable(z.string()),
});

/** The author of the activity, or the longest-standing owner of the collective. */
const reportedAuthor = z.object({
  _id: z.uuid(),
  username: z.string(),
  createdAt: z.iso.datetime(),
  isActive: z.boolean(),
  /** The number of activities that the account has published, regardless of their status. */
  activities: z.int(),
  /** The number of earlier cases about this author that ended with `hide`, `delete` or `ban`. */
  casesAgainst: z.int(),
  casesDismissed: z.int(),
  /** Whether the account can be banned. False for administrators' accounts, including that of the session. */
  canBan: z.boolean(),
});

const latestReport = z.object({
  reason: z.enum(reportReasons),
  text: z.string(),
  createdAt: z.iso.datetime(),
  hasAccount: z.boolean(),
});

/** The reports of one target, with the data that a decision needs. */
export const reportCase = z.object({
  status: z.enum(['open', 'closed']),
  target: reportedTarget,
  /** Null if the account was deleted. */
  author: z.nullable(reportedAuthor),
  reports: z.int(),
  /** The reasons of the reports, the most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  /** The latest reports, the newest first. */
  latestReports: z.array(latestReport),
  /** When the case was opened for the pending decision, or for the last one. */
  openedAt: z.iso.datetime(),
  appeal: z.nullable(z.object({ text: z.string(), at: z.iso.datetime() })),
  /**
   * The last decision. An open case with an appeal or about an edited memory has the decision that it is about. `by` is null if the account
   * was deleted.
   */
  decision: z.nullable(
    z.object({
      decision: z.enum(reportDecisions),
      note: z.string(),
      decidedAt: z.iso.datetime(),
      by: z.nullable(z.string()),
      /** Present if a later decision replaced this one before its effects were due, so that they did not take place. */
      isSuperseded: z.optional(z.literal(true)),
    }),
  ),
  /** Null if no decision can be undone. */
  canUndoUntil: z.nullable(z.iso.datetime()),
});
export type ReportCase = z.infer<typeof reportCase>;

export const MISSING_NOTE_MESSAGE = 'Escribe el motivo: se lo diremos a quien lo publicó';

export const newDecision = z
  .object({
    decision: z.enum(reportDecisions, 'Elige qué hacer: «dismiss», «hide», «delete» o «ban»'),
    /** The reason, of which the author is notified. It is required except with `dismiss`. */
    note: optionalText(NOTE_MAX, () => `La nota debe tener como máximo ${NOTE_MAX} caracteres`),
  })
  .check(
    z.refine(({ decision, note }) => decision === 'dismiss' || !isBlank(note), {
      error: MISSING_NOTE_MESSAGE,
      path: ['note'],
    }),
  );
export type NewDecision = z.infer<typeof newDecision>;

const caseParams = z.object({
  targetType: z.enum(reportTargetTypes, TARGET_TYPE_MESSAGE),
  targetId: z.uuid(INVALID_ID),
});

const common = { tag: 'Administración', access: 'admin' } as const;

export const listReportCases = endpoint({
  ...common,
  method: 'GET',
  path: '/admin-panel/reports',
  summary:
    'Lo reportado, por defecto lo que espera decisión: primero donde se pide otra revisión, luego lo más reportado; con status=closed, lo decidido de último primero',
  query: z.extend(page, { status: choice(['open', 'closed'], 'El estado debe ser «open» o «closed»') }),
  status: 200,
  reply: z.array(reportCase),
  isList: true,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

export const reportStats = z.object({ openCases: z.int(), openAppeals: z.int() });
export type ReportStats = z.infer<typeof reportStats>;

export const getReportStats = endpoint({
  ...common,
  method: 'GET',
  path: '/admin-panel/reports/stats',
  summary: 'Cuántos casos esperan decisión, y en cuántos se pide otra revisión',
  status: 200,
  reply: reportStats,
  errors: ROLE_ERRORS,
});

export const decideReportCase = endpoint({
  ...common,
  method: 'PATCH',
  path: '/admin-panel/reports/:targetType/:targetId',
  summary: `Decidir un caso; lo oculto deja de verse enseguida, y a los ${DECISION_UNDO_MINUTES} minutos se avisa y se elimina`,
  params: caseParams,
  body: newDecision,
  status: 200,
  reply: reportCase,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND', 'CONFLICT'],
});

export const undoReportDecision = endpoint({
  ...common,
  method: 'POST',
  path: '/admin-panel/reports/:targetType/:targetId/undo',
  summary: `Deshacer una decisión en los ${DECISION_UNDO_MINUTES} minutos siguientes: el caso vuelve a esperar`,
  params: caseParams,
  status: 200,
  reply: reportCase,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND', 'CONFLICT'],
});
