import type { Goal } from '@minga/contract/goals';
import { v7 } from 'uuid';

const GOALS = [
  { label: 'Sembrar', target: 300, unit: 'árboles' },
  { label: 'Recoger', target: 40, unit: 'bultos de basura' },
  { label: 'Servir', target: 120, unit: 'platos' },
  { label: 'Reunir', target: 60, unit: 'libros' },
];
const REACHED = [0.9, 1, 1.2, 0.6];

/** A quarter of the activities have a goal; the past ones say what they have reached. */
export function goalsOf(number: number, isPast: boolean): Goal[] {
  const goal = number % 4 === 2 ? GOALS[(number >> 2) % GOALS.length] : undefined;
  if (goal === undefined) return [];
  const share = isPast ? (REACHED[number % REACHED.length] ?? 1) : 0;
  return [{ _id: v7(), ...goal, reached: Math.round(goal.target * share) }];
}
