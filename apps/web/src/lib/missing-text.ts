import type { Need } from '@minga/contract/needs';
import { digits } from './digits.ts';

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

/** What is missing, on a card: the first need, and how many others; null: nothing. */
export function missingSummary(needs: readonly Need[]): string | null {
  const [first, ...others] = needs.filter(need => missingOf(need) > 0);
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` y ${others.length} más`;
  return `${missingText(first)}${more}`;
}
