import type { Missing, Need } from '@minga/contract/needs';
import { counted, digits } from '../digits.ts';

/** 'Queda 1 cupo', 'Quedan 1.200 cupos'. */
export const freePlacesText = (free: number): string =>
  free === 1 ? 'Queda 1 cupo' : `Quedan ${digits(free)} cupos`;

/** As many are still missing. */
export const missingOf = ({ quantity, taken }: Pick<Need, 'quantity' | 'taken'>): number =>
  Math.max(0, quantity - taken);

/** 'Falta 1 persona en Cocina', 'Por llevar: Palas (3)'; null: nothing is missing. */
export function missingText(need: Need): string | null {
  const quantity = missingOf(need);
  return quantity === 0 ? null : openText({ ...need, quantity });
}

function openText({ kind, name, quantity }: Pick<Missing, 'kind' | 'name' | 'quantity'>): string {
  if (kind === 'thing') return `Por llevar: ${name} (${digits(quantity)})`;
  return quantity === 1 ? `Falta 1 persona en ${name}` : `Faltan ${digits(quantity)} personas en ${name}`;
}

/** The open needs of an activity, on a card: the first one, and how many other tasks or things; null: none is open. */
export function missingSummary(missing: Missing | null): string | null {
  if (missing === null) return null;
  const { others, areTasks } = missing;
  const text = openText(missing);
  if (others === 0) return text;
  return areTasks
    ? `${text} y en ${counted(others, 'tarea', 'tareas')} más`
    : `${text} y ${counted(others, 'cosa', 'cosas')} más`;
}
