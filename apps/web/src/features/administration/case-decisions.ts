import type { ReportCase, ReportDecision } from '@minga/contract/administration/reports';

/** The decisions that make sense about a case, in the order of their buttons. */
export function decisionsOf({ target, author, appeal }: ReportCase): readonly ReportDecision[] {
  const decisions: ReportDecision[] = ['dismiss'];
  if (target.status !== 'deleted') decisions.push('hide', 'delete');
  // An appeal is about what was hidden, not about the account.
  if (author?.canBan && author.isActive && appeal === null) decisions.push('ban');
  return decisions;
}

/** A collective is masculine in Spanish, an activity and a memory are feminine. */
const ending = ({ type }: ReportCase['target']): 'a' | 'o' => (type === 'collective' ? 'o' : 'a');

/** The label of a decision's button. */
export function decisionLabel(decision: ReportDecision, { appeal, target }: ReportCase): string {
  const isAppeal = appeal !== null;
  switch (decision) {
    case 'dismiss':
      return isAppeal ? 'Volver a publicar' : 'Descartar';
    case 'hide':
      if (!isAppeal) return 'Ocultar';
      return target.type === 'collective' ? 'Dejar oculto' : 'Dejar oculta';
    case 'delete':
      return 'Eliminar';
    case 'ban':
      return 'Desactivar la cuenta';
  }
}

/** The decision in words, for the toast and a decided case. */
export function decisionDone(decision: ReportDecision, target: ReportCase['target']): string {
  switch (decision) {
    case 'dismiss':
      return 'Descartado';
    case 'hide':
      return `Ocultad${ending(target)}`;
    case 'delete':
      return `Eliminad${ending(target)}`;
    case 'ban':
      return 'Cuenta desactivada';
  }
}

/** Whether the decision of a case can still be undone. */
export const canUndo = ({ canUndoUntil }: ReportCase, moment: Date): boolean =>
  canUndoUntil !== null && moment < new Date(canUndoUntil);
