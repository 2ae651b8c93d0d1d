import type { Need } from '@minga/contract/needs';
import { counted, digits } from './digits.ts';

/** As many are still missing. */
export const missingOf = ({ quantity, taken }: Pick<Need, 'quantity' | 'taken'>): number =>
  Math.max(0, quantity - taken);

/** 'Falta 1 persona en Cocina', 'Por llevar: Palas (3)'; null: nothing is missing. */
export function missingText(need: Need): string | null {
  const missing = missingOf(need);
  if (missing === 0) return null;
  if (need.kind === 'thing') return `Por llevar: ${need.name} (${digits(missing)})`;
  return missing === 1
    ? `Falta 1 persona en ${need.name}`
    : `Faltan ${digits(missing)} personas en ${need.name}`;
}

/** The open needs of an activity, on a card: the first one, and how many other tasks or things; null: none is open. */
export function missingSummary(needs: readonly Need[]): string | null {
  const missing = needs.filter(need => missingOf(need) > 0);
  const [first, ...others] = missing;
  if (first === undefined) return null;
  const text = missingText(first);
  if (others.length === 0) return text;
  return missing.every(({ kind }) => kind === 'task')
    ? `${text} y en ${counted(others.length, 'tarea', 'tareas')} más`
    : `${text} y ${counted(others.length, 'cosa', 'cosas')} más`;
}
