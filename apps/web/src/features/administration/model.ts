import type { BulkAction, BulkDecision, BulkOutcome } from '@minga/contract/administration/bulk-decisions';
import type { ReportCase, ReportDecision } from '@minga/contract/administration/reports';
import type { HoldReason } from '@minga/contract/holds';
import type { ReportReason } from '@minga/contract/report-reasons';
import { counted, digits } from '../../lib/digits.ts';
import type { ChosenRow } from './lists/row-selection.ts';

/** Identifies a case: a memory has the id of its activity. */
export const caseKey = ({ target: { type, id } }: Pick<ReportCase, 'target'>): string => `${type}-${id}`;

/** The error of a reason; undefined if it can be sent. Counts code points, as the server does. */
export function reasonError(text: string, max: number, missing: string): string | undefined {
  const { length } = [...text.trim()];
  if (length === 0) return missing;
  return length > max ? `El motivo debe tener como máximo ${max} caracteres` : undefined;
}

/** Why a publication is held, for administrators. */
export function holdText({ kind, term }: HoldReason): string {
  switch (kind) {
    case 'word':
      return `Dice «${term}»`;
    case 'domain':
      return `Nombra la página ${term}`;
    case 'first':
      return 'Es de las primeras publicaciones de la cuenta';
    case 'report':
      return 'Se ocultó por reportes y la cambiaron';
    case 'rejection':
      return 'Se rechazó y la cambiaron';
  }
}

const verbs: Readonly<Record<BulkAction, { one: string; many: string }>> = {
  approve: { one: 'aprobada', many: 'aprobadas' },
  reject: { one: 'rechazada', many: 'rechazadas' },
  delete: { one: 'eliminada', many: 'eliminadas' },
};

/** '12 aprobadas, 1 ya había cambiado' */
export function bulkOutcomeText(action: BulkAction, { done, skipped }: BulkOutcome): string {
  const decided = `${digits(done)} ${done === 1 ? verbs[action].one : verbs[action].many}`;
  if (skipped === 0) return decided;
  return `${decided}, ${digits(skipped)} ya ${skipped === 1 ? 'había' : 'habían'} cambiado`;
}

/** '12 vuelven a estar pendientes'; of rows of which some were approved, '12 vuelven a estar como estaban' */
export const undoneText = (count: number, rows: readonly Pick<ChosenRow, 'status'>[]): string =>
  rows.every(({ status }) => status === 'pending')
    ? counted(count, 'vuelve a estar pendiente', 'vuelven a estar pendientes')
    : counted(count, 'vuelve a estar como estaba', 'vuelven a estar como estaban');

/** '3 actividades' */
export const activityCount = (count: number): string => counted(count, 'actividad', 'actividades');

/**
 * The requests for one action on the chosen rows. A rejection states the status in which the rows were seen, so that pending and
 * approved ones are two requests.
 */
export function bulkDecisions(
  rows: readonly ChosenRow[],
  action: BulkAction,
  reason?: string,
): BulkDecision[] {
  if (action !== 'reject') return [{ ids: idsOf(rows), action, currentStatus: 'pending' }];
  const approved = rows.filter(({ status }) => status === 'approved');
  const others = rows.filter(({ status }) => status !== 'approved');
  return [
    { ids: idsOf(others), action, reason, currentStatus: 'pending' as const },
    { ids: idsOf(approved), action, reason, currentStatus: 'approved' as const },
  ].filter(({ ids }) => ids.length > 0);
}

export const totalOutcome = (outcomes: readonly BulkOutcome[]): BulkOutcome => ({
  done: outcomes.reduce((sum, { done }) => sum + done, 0),
  skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
});

const idsOf = (rows: readonly ChosenRow[]): string[] => rows.map(({ _id }) => _id);

/** The action of a key in the queue: moves between the cases, decides, undoes the last decision, or shows the keys. */
export type CaseCommand = 'next' | 'previous' | 'undo' | 'help' | 'republish' | ReportDecision;

const decisionKeys: Readonly<Record<ReportDecision, string>> = {
  dismiss: 'D',
  hide: 'O',
  delete: 'E',
  ban: 'C',
};

/** The key of a decision. To publish what was hidden has a key of its own, because elsewhere the other one leaves all as it is. */
export const decisionKey = (decision: ReportDecision, reported: ReportCase): string =>
  decision === 'dismiss' && isReview(reported) ? 'P' : decisionKeys[decision];

/** The decision that a command makes about a case; null if the case does not offer it. */
export function decisionOf(
  command: ReportDecision | 'republish',
  reported: ReportCase,
): ReportDecision | null {
  if (command === 'republish') return isReview(reported) ? 'dismiss' : null;
  if (command === 'dismiss' && isReview(reported)) return null;
  return decisionsOf(reported).includes(command) ? command : null;
}

const commands: Readonly<Record<string, CaseCommand>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  d: 'dismiss',
  p: 'republish',
  o: 'hide',
  e: 'delete',
  c: 'ban',
  z: 'undo',
  '?': 'help',
};

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  /** A key that is held down decides only once. */
  readonly repeat: boolean;
}

/** Null: the key is the browser's, for example with Ctrl. */
export function caseCommand({ key, ctrlKey, altKey, metaKey, repeat }: Pressed): CaseCommand | null {
  if (ctrlKey || altKey || metaKey) return null;
  const command = commands[key.length === 1 ? key.toLowerCase() : key] ?? null;
  const isMove = command === 'next' || command === 'previous';
  return repeat && !isMove ? null : command;
}

/** Whether keys are text for this element. */
export const isTyping = (element: Element): boolean =>
  element.closest('input, textarea, select, [contenteditable]') !== null;

/** Short, for a chip with a number. */
export const reasonNames: Readonly<Record<ReportReason, string>> = {
  spam: 'Publicidad o repetida',
  fraude: 'Engaño o plata',
  odio: 'Maltrato',
  peligro: 'Peligro',
  datos: 'Datos sin permiso',
  otro: 'Otra cosa',
};

export const targetNames: Readonly<Record<ReportCase['target']['type'], string>> = {
  activity: 'Actividad',
  collective: 'Colectivo',
  memory: 'Lo que hicieron',
};

const targetStates: Readonly<Partial<Record<ReportCase['target']['status'], string>>> = {
  pending: 'Sin revisar',
  held: 'En revisión',
  rejected: 'Oculta ahora',
  inactive: 'Oculto ahora',
  hidden: 'Oculta ahora',
  deleted: 'Ya no existe',
};

/** A label for a target that is not plainly visible, undefined for the others. Its case is its review: a decided one is reviewed. */
export const targetState = ({ target, status }: Pick<ReportCase, 'target' | 'status'>): string | undefined =>
  status === 'closed' && target.status === 'pending' ? undefined : targetStates[target.status];

/** '3 reportes' */
export const reportsText = (count: number): string =>
  count === 0 ? 'Sin reportes' : counted(count, 'reporte', 'reportes');

export const activitiesText = (count: number): string =>
  counted(count, 'actividad publicada', 'actividades publicadas');

/** The outcomes of earlier cases, also if none was decided against the author. */
export function recordText(casesAgainst: number, casesDismissed: number): string {
  if (casesAgainst === 0 && casesDismissed === 0) return 'Nunca antes tuvo un reporte';
  const against =
    casesAgainst === 0
      ? 'Nunca le ocultaron nada'
      : `${casesAgainst === 1 ? 'Una vez' : `${digits(casesAgainst)} veces`} se le ocultó algo`;
  return casesDismissed === 0
    ? against
    : `${against}; ${casesDismissed === 1 ? 'un reporte descartado' : `${digits(casesDismissed)} reportes descartados`}`;
}

/** The case asks for what was hidden before: by an appeal, or because the organisers have edited a hidden memory. */
export const isReview = ({ appeal, target }: Pick<ReportCase, 'appeal' | 'target'>): boolean =>
  appeal !== null || (target.type === 'memory' && target.status === 'hidden');

/** The decisions that make sense about a case, in the order of their buttons. */
export function decisionsOf(reported: ReportCase): readonly ReportDecision[] {
  const { target, author } = reported;
  const decisions: ReportDecision[] = ['dismiss'];
  if (target.status !== 'deleted') decisions.push('hide', 'delete');
  // A review is about what was hidden, not about the account.
  if (author?.canBan && author.isActive && !isReview(reported)) decisions.push('ban');
  return decisions;
}

/** A collective is masculine in Spanish, an activity and a memory are feminine. */
const ending = ({ type }: ReportCase['target']): 'a' | 'o' => (type === 'collective' ? 'o' : 'a');

/** The label of a decision's button. */
export function decisionLabel(decision: ReportDecision, reported: ReportCase): string {
  const isAgain = isReview(reported);
  switch (decision) {
    case 'dismiss':
      return isAgain ? 'Volver a publicar' : 'Descartar';
    case 'hide':
      if (!isAgain) return 'Ocultar';
      return reported.target.type === 'collective' ? 'Dejar oculto' : 'Dejar oculta';
    case 'delete':
      return 'Eliminar';
    case 'ban':
      return 'Desactivar la cuenta';
  }
}

/** A decision in words. */
export function decisionDone(decision: ReportDecision, reported: ReportCase): string {
  const { target } = reported;
  switch (decision) {
    case 'dismiss':
      return isReview(reported) ? `Publicad${ending(target)} de nuevo` : 'Descartado';
    case 'hide':
      return `Ocultad${ending(target)}`;
    case 'delete':
      return `Eliminad${ending(target)}`;
    case 'ban':
      return 'Cuenta desactivada';
  }
}

/** The same for the toast, which names what was decided about: several may follow each other. */
export const decisionToast = (decision: ReportDecision, reported: ReportCase): string =>
  `${decisionDone(decision, reported)}: ${reported.target.title}`;

/** Whether the decision of a case can still be undone. */
export const canUndo = ({ canUndoUntil }: ReportCase, moment: Date): boolean =>
  canUndoUntil !== null && moment < new Date(canUndoUntil);
