import type { ReportCase, ReportDecision } from '@minga/contract/administration/reports';

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
