import type { Answer, Question } from '@minga/contract/questions';
import { v7 } from 'uuid';
import type { activityNeeds } from '../modules/activities/needs-schema.ts';

const HOUR = 3_600_000;

export const demoQuestions = (): Question[] => [
  { _id: v7(), label: '¿Qué puedes traer?', kind: 'text', options: [], required: false },
  {
    _id: v7(),
    label: '¿En qué quieres ayudar?',
    kind: 'choice',
    options: ['Donde haga falta', 'Cocina', 'Herramientas', 'Niñas y niños'],
    required: true,
  },
];

const ANSWERS = ['Una pala y guantes', '', 'Panela y limones', 'Mi guitarra'];

/** What an attendee answers; the first question not always. */
export const answersTo = (questions: readonly Question[], number: number): Answer[] =>
  questions.flatMap(({ _id: questionId, kind, options }) => {
    const value = kind === 'text' ? ANSWERS[number % ANSWERS.length] : options[number % options.length];
    return value ? [{ questionId, value }] : [];
  });

type PlannedNeed = typeof activityNeeds.$inferInsert & { readonly id: string };

/** A third say what they need: two tasks in the activity's first hours, and two things. */
export function needsOf(
  { id: activityId, date }: { readonly id: string; readonly date: Date },
  number: number,
): PlannedNeed[] {
  if (number % 3 !== 0) return [];
  const at = (hours: number) => new Date(date.getTime() + hours * HOUR);
  const needs = [
    { kind: 'task' as const, name: 'Armar y organizar', quantity: 4, startsAt: at(-1), endsAt: at(0) },
    { kind: 'task' as const, name: 'Cocina', quantity: 3, startsAt: at(0), endsAt: at(2) },
    { kind: 'thing' as const, name: 'Palas', quantity: 6 },
    { kind: 'thing' as const, name: 'Termos de café', quantity: 2, note: 'Con vasos reutilizables' },
  ];
  return needs.map((need, position) => ({ note: '', ...need, id: v7(), activityId, position }));
}

interface PlannedAttendance {
  readonly id: string;
  readonly createdAt: Date;
  /** Absent: a place is confirmed. */
  readonly status?: 'waiting';
}

/** Every second attendee with a place claims one of the needs, while its quantity lasts. */
export const claimsOf = (needs: readonly PlannedNeed[], people: readonly PlannedAttendance[]) =>
  people.flatMap(({ id: attendanceId, createdAt, status }, order) => {
    const turn = order / 2;
    const need = status !== undefined ? undefined : needs[turn % needs.length];
    const isLeft = need !== undefined && Math.floor(turn / needs.length) < need.quantity;
    return isLeft ? [{ attendanceId, needId: need.id, quantity: 1, createdAt }] : [];
  });
