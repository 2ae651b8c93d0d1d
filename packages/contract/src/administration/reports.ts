import * as z from 'zod/mini';
import { activityStatuses, picture } from '../activities.ts';
import { choice } from '../choice.ts';
import { collectiveStatuses } from '../collectives.ts';
import { endpoint, INVALID_ID, page } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { reportReasons } from '../report-reasons.ts';
import { reportTargetTypes, TARGET_TYPE_MESSAGE } from '../reports.ts';
import { isBlank, optionalText } from '../text.ts';

export const NOTE_MAX = 500;
/** How long a decision can be undone; what cannot be undone happens afterwards. */
export const DECISION_UNDO_MINUTES = 10;
/** The reports that a row shows; the counts include all. */
export const LATEST_REPORTS = 5;

/**
 * `dismiss`: stays, or is public again; `hide`: only its organisers and administrators see it (an activity is rejected, a collective deactivated); `delete`; `ban`:
 * like `hide`, and the author's account is deactivated and all that it published hidden.
 */
export const reportDecisions = ['dismiss', 'hide', 'delete', 'ban'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

/** The state of a target: an activity or a collective as elsewhere, a memory visible or hidden; deleted: only the case is left. */
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
  /** The title or name; of a deleted one the last known. */
  title: z.string(),
  /** Description, or the memory's text; empty once deleted. */
  text: z.string(),
  place: z.string(),
  /** Of an activity or the memory's activity. */
  date: z.nullable(z.iso.datetime()),
  /** URL of the largest version; `picture` describes the others. Of a memory its first. */
  image: z.nullable(z.string()),
  picture: z.nullable(picture),
  status: z.enum(targetStatuses),
  /** The address of its page in the web app, such as `/actividades/…`; null once deleted. */
  path: z.nullable(z.string()),
});

/** The author of the activity, or the collective's owner of the longest standing. */
const reportedAuthor = z.object({
  _id: z.uuid(),
  username: z.string(),
  createdAt: z.iso.datetime(),
  isActive: z.boolean(),
  /** Activities that it has published, whatever became of them. */
  activities: z.int(),
  /** Earlier cases about this author that ended in hiding, deleting or banning. */
  casesAgainst: z.int(),
  casesDismissed: z.int(),
  /** False for accounts of administration, the own one among them. */
  canBan: z.boolean(),
});

const latestReport = z.object({
  reason: z.enum(reportReasons),
  text: z.string(),
  createdAt: z.iso.datetime(),
  hasAccount: z.boolean(),
});

/** The reports of one target, with all that a decision takes. */
export const reportCase = z.object({
  status: z.enum(['open', 'closed']),
  target: reportedTarget,
  /** Null: the account was deleted. */
  author: z.nullable(reportedAuthor),
  reports: z.int(),
  /** The most frequent first, without those that no report gave. */
  reasons: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  /** The newest first. */
  latestReports: z.array(latestReport),
  /** Since when it waits for a decision, or waited for the last one. */
  openedAt: z.iso.datetime(),
  appeal: z.nullable(z.object({ text: z.string(), at: z.iso.datetime() })),
  /** The last one; of an open case with an appeal or about an edited memory, the one that it is about. `by` null: the account was deleted. */
  decision: z.nullable(
    z.object({
      decision: z.enum(reportDecisions),
      note: z.string(),
      decidedAt: z.iso.datetime(),
      by: z.nullable(z.string()),
      /** A later decision took its place before its effects were due, so that they did not happen. */
      isSuperseded: z.optional(z.literal(true)),
    }),
  ),
  /** Null: there is no decision to undo any more. */
  canUndoUntil: z.nullable(z.iso.datetime()),
});
export type ReportCase = z.infer<typeof reportCase>;

export const MISSING_NOTE_MESSAGE = 'Escribe el motivo: se lo diremos a quien lo publicó';

export const newDecision = z
  .object({
    decision: z.enum(reportDecisions, 'Elige qué hacer: «dismiss», «hide», «delete» o «ban»'),
    /** Required except to dismiss; the author is notified of this reason. */
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
