import type { Goal } from '@minga/contract/goals';
import { v7 } from 'uuid';
import { activityTemplates } from './activity-templates.ts';

type Planned = Pick<Goal, 'label' | 'target' | 'unit'>;

/** The goal of each kind of activity, in the order of the templates; null: it counts nothing. */
const GOALS: readonly (Planned | null)[] = [
  { label: 'Recoger', target: 40, unit: 'bultos de basura' },
  { label: 'Sembrar', target: 300, unit: 'árboles' },
  { label: 'Servir', target: 120, unit: 'platos' },
  { label: 'Leer', target: 12, unit: 'cuentos' },
  { label: 'Pintar', target: 3, unit: 'salones' },
  { label: 'Sembrar', target: 200, unit: 'matas' },
  { label: 'Atender', target: 80, unit: 'personas' },
  { label: 'Reunir', target: 150, unit: 'cuadernos' },
  null,
  { label: 'Destapar', target: 2, unit: 'km de cunetas' },
  { label: 'Entregar', target: 100, unit: 'prendas' },
  { label: 'Contar', target: 30, unit: 'especies' },
  { label: 'Encontrar', target: 10, unit: 'hogares' },
  null,
  { label: 'Recibir', target: 60, unit: 'aparatos' },
  { label: 'Servir', target: 100, unit: 'meriendas' },
  null,
  { label: 'Medir', target: 8, unit: 'puntos del río' },
  { label: 'Acompañar', target: 25, unit: 'personas mayores' },
  { label: 'Arreglar', target: 40, unit: 'pupitres' },
  { label: 'Cambiar', target: 50, unit: 'semillas' },
  null,
  null,
  { label: 'Arreglar', target: 60, unit: 'juguetes' },
];
const REACHED = [0.9, 1, 1.2, 0.6];

/** Every second past activity tells what it has reached. */
export function goalsOf(number: number, isPast: boolean): Goal[] {
  const goal = GOALS[number % activityTemplates.length];
  if (!isPast || number % 2 !== 0 || !goal) return [];
  const share = REACHED[(number >> 1) % REACHED.length] ?? 1;
  return [{ _id: v7(), ...goal, reached: Math.round(goal.target * share) }];
}
