import type { Answer, Question } from '@minga/contract/questions';
import { v7 } from 'uuid';
import type { activityNeeds } from '../modules/activities/schema.ts';
import { activityTemplates } from './activity-templates.ts';

const HOUR = 3_600_000;

/** Two tasks, what people may bring, and an answer of one of them. */
interface Asked {
  readonly tasks: readonly [string, string];
  readonly thing: string;
  readonly answer: string;
}

const outdoors: Asked = {
  tasks: ['Repartir guantes', 'Cargar'],
  thing: 'Palas',
  answer: 'Una pala y guantes',
};
const kitchen: Asked = {
  tasks: ['Cocina', 'Servir y lavar'],
  thing: 'Ollas grandes',
  answer: 'Panela y limones',
};
const stories: Asked = {
  tasks: ['Leer', 'Recibir a las familias'],
  thing: 'Libros de cuentos',
  answer: 'Dos libros',
};
const music: Asked = { tasks: ['Armar el sonido', 'Recibir'], thing: 'Sillas', answer: 'Mi guitarra' };
const paint: Asked = { tasks: ['Lijar', 'Pintar'], thing: 'Brochas', answer: 'Dos brochas' };
const health: Asked = {
  tasks: ['Registro', 'Acompañar la fila'],
  thing: 'Mesas',
  answer: 'Una mesa plegable',
};
const clothes: Asked = { tasks: ['Clasificar', 'Entregar'], thing: 'Bolsas', answer: 'Ropa de niños' };
const nature: Asked = { tasks: ['Contar', 'Anotar'], thing: 'Binoculares', answer: 'Unos binoculares' };
const lessons: Asked = { tasks: ['Explicar', 'Recibir'], thing: 'Cuadernos', answer: 'Lápices y borradores' };
const repairs: Asked = {
  tasks: ['Desarmar', 'Arreglar'],
  thing: 'Destornilladores',
  answer: 'Mi caja de herramientas',
};
const company: Asked = {
  tasks: ['Conversar', 'Jugar parqués'],
  thing: 'Juegos de mesa',
  answer: 'Un parqués',
};
const pets: Asked = { tasks: ['Cuidar a los animales', 'Recibir'], thing: 'Cobijas', answer: 'Concentrado' };
const seeds: Asked = { tasks: ['Recibir', 'Anotar'], thing: 'Mesas', answer: 'Maíz capio' };
const sport: Asked = {
  tasks: ['Dirigir el calentamiento', 'Recibir'],
  thing: 'Colchonetas',
  answer: 'Un balón',
};

/** In the order of the templates. */
const asked: readonly Asked[] = [
  ...[outdoors, outdoors, kitchen, stories, paint, outdoors, health, music],
  ...[lessons, outdoors, clothes, nature, pets, lessons, repairs, kitchen],
  ...[music, nature, company, repairs, seeds, sport, health, repairs],
];
const askedBy = (number: number): Asked => asked[number % activityTemplates.length] ?? company;

export const demoQuestions = (number: number): Question[] => [
  { _id: v7(), label: '¿Qué puedes traer?', kind: 'text', options: [], required: false },
  {
    _id: v7(),
    label: '¿En qué quieres ayudar?',
    kind: 'choice',
    options: ['Donde haga falta', ...askedBy(number).tasks],
    required: true,
  },
];

/** The answers of an attendee, who leaves out the first question at times. */
export const answersTo = (questions: readonly Question[], number: number, order: number): Answer[] =>
  questions.flatMap(({ _id: questionId, kind, options }) => {
    const texts = [askedBy(number).answer, '', 'Algo para compartir'];
    const value = kind === 'text' ? texts[order % texts.length] : options[order % options.length];
    return value ? [{ questionId, value }] : [];
  });

type PlannedNeed = typeof activityNeeds.$inferInsert & { readonly id: string };

/** A third say what they need: two tasks in the activity's first hours, and two things. */
export function needsOf(
  { id: activityId, date }: { readonly id: string; readonly date: Date },
  number: number,
): PlannedNeed[] {
  if (number % 3 !== 0) return [];
  const {
    tasks: [first, second],
    thing,
  } = askedBy(number);
  const at = (hours: number) => new Date(date.getTime() + hours * HOUR);
  const needs = [
    { kind: 'task' as const, name: first, quantity: 4, startsAt: at(0), endsAt: at(1) },
    { kind: 'task' as const, name: second, quantity: 3, startsAt: at(0), endsAt: at(2) },
    { kind: 'thing' as const, name: thing, quantity: 6 },
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
