import type { BulkAction, BulkOutcome } from '@minga/contract/administration/bulk-decisions';
import { counted, digits } from '../../lib/digits.ts';
import type { ChosenRow } from './use-row-selection.ts';

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
