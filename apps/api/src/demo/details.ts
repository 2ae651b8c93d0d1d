import { type Accessibility, accessibilities } from '@minga/contract/accessibility';
import type { Goal } from '@minga/contract/goals';
import type { Answer, Question } from '@minga/contract/questions';
import type { Category } from '@minga/contract/topics';
import { v7 } from 'uuid';
import type { activityPosters } from '../modules/activities/paper-schema.ts';
import type { activityNeeds } from '../modules/activities/schema.ts';
import { type ActivityTemplate, activityTemplates } from './activity-templates.ts';

interface Topics {
  readonly category: Category | null;
  readonly tags: string[];
}

/** The category and the tags of each kind of activity, in the order of the templates. */
const topics: readonly (readonly [Category, ...string[]])[] = [
  ['ambiente', 'río', 'limpieza'],
  ['ambiente', 'árboles', 'siembra', 'agua'],
  ['alimentacion', 'olla', 'barrio'],
  ['cultura', 'lectura', 'cuentos'],
  ['educacion', 'pintura', 'escuela'],
  ['alimentacion', 'huerta', 'siembra'],
  ['salud', 'vacunación', 'vereda'],
  ['cultura', 'música', 'chirimía'],
  ['educacion', 'matemáticas', 'escuela'],
  ['otra', 'vía', 'vereda'],
  ['vivienda', 'ropa', 'barrio'],
  ['ambiente', 'aves', 'río'],
  ['animales', 'adopción', 'perros y gatos'],
  ['cultura', 'bordado', 'memoria'],
  ['ambiente', 'reciclaje', 'tecnología'],
  ['infancia', 'merienda', 'escuela'],
  ['cultura', 'cine', 'barrio'],
  ['ambiente', 'agua', 'río'],
  ['mayores', 'compañía', 'barrio'],
  ['educacion', 'carpintería', 'escuela'],
  ['alimentacion', 'semillas', 'trueque'],
  ['deporte', 'aeróbicos'],
  ['emergencia', 'primeros auxilios'],
  ['infancia', 'juguetes', 'escuela'],
];

const EVERY_TENTH = 10;

/** Most activities have a category and tags. */
export function topicsOf(number: number): Topics {
  const [category = null, ...tags] = topics[number % activityTemplates.length] ?? [];
  return number % EVERY_TENTH === EVERY_TENTH - 1 ? { category: null, tags: [] } : { category, tags };
}

/** A third of the activities say what there is for people with particular needs. */
export const accessibilityOf = (number: number): Accessibility[] =>
  number % 3 === 0 ? accessibilities.filter((_, index) => (index * 5 + number) % 4 === 0) : [];

/** An eighth of the activities have a chat. The host of the addresses exists nowhere. */
export const chatOf = (number: number): string | null =>
  number % 8 === 1 ? `https://chat.example.org/grupo-${number}` : null;

interface Printed {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly endDate?: Date | null | undefined;
  readonly place: string;
  readonly createdAt: Date;
}

/** A sixth of the activities have a poster, of which every sixth hangs with a former place. */
export const posterOf = (
  { id, title, date, endDate, place, createdAt }: Printed,
  number: number,
): typeof activityPosters.$inferInsert | null =>
  number % 6 === 0
    ? {
        activityId: id,
        title,
        date,
        endDate,
        takenAt: createdAt,
        place: number % 36 === 12 ? 'Caseta comunal' : place,
      }
    : null;

type Planned = Pick<Goal, 'label' | 'target' | 'unit'>;

/** The goal of each kind of activity, in the order of the templates, or null if it has none. */
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

/** Every second past activity has a goal with its progress. */
export function goalsOf(number: number, isPast: boolean): Goal[] {
  const goal = GOALS[number % activityTemplates.length];
  if (!isPast || number % 2 !== 0 || !goal) return [];
  const share = REACHED[(number >> 1) % REACHED.length] ?? 1;
  return [{ _id: v7(), ...goal, reached: Math.round(goal.target * share) }];
}

/** Two tasks, a thing to bring, and an attendee's answer to a question. */
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

/** The tasks, things and answers of each kind of activity, in the order of the templates. */
const asked: readonly Asked[] = [
  ...[outdoors, outdoors, kitchen, stories, paint, outdoors, health, music],
  ...[lessons, outdoors, clothes, nature, pets, lessons, repairs, kitchen],
  ...[music, nature, company, repairs, seeds, sport, health, repairs],
];
const askedBy = (number: number): Asked => asked[number % activityTemplates.length] ?? company;

/** Needs already ask what people do and bring, so that an activity that has them asks something else. */
export const demoQuestions = (number: number): Question[] =>
  hasNeeds(number)
    ? [
        {
          _id: v7(),
          label: '¿Cómo llegas?',
          kind: 'choice',
          options: ['A pie', 'En bicicleta', 'En bus o en chiva', 'En carro o en moto'],
          required: true,
        },
      ]
    : [
        { _id: v7(), label: '¿Qué puedes traer?', kind: 'text', options: [], required: false },
        {
          _id: v7(),
          label: '¿En qué quieres ayudar?',
          kind: 'choice',
          options: ['Donde haga falta', ...askedBy(number).tasks],
          required: true,
        },
      ];

/** The answers of an attendee, who sometimes does not answer the question about things to bring. */
export const answersTo = (questions: readonly Question[], number: number, order: number): Answer[] =>
  questions.flatMap(({ _id: questionId, kind, options }) => {
    const texts = [askedBy(number).answer, '', 'Algo para compartir'];
    const value = kind === 'text' ? texts[order % texts.length] : options[order % options.length];
    return value ? [{ questionId, value }] : [];
  });

type PlannedNeed = typeof activityNeeds.$inferInsert & { readonly id: string };

const hasNeeds = (number: number): boolean => number % 3 === 0;

/** A third of the activities have needs: two tasks in the activity's first hours, and two things. */
export function needsOf(
  { id: activityId, date }: { readonly id: string; readonly date: Date },
  number: number,
): PlannedNeed[] {
  if (!hasNeeds(number)) return [];
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
  /** Absent if the place is confirmed. */
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Bogotá is five hours behind UTC all year. */
const UTC_OFFSET_HOURS = 5;
const FIRST_DAY = -35;
const EVERY_EIGHTH = 8;

/** Distributes the dates over fifteen weeks, at the template's local hour. */
export function dateOf(template: ActivityTemplate, number: number, now: Date): Date {
  const day = new Date(now.getTime() + (FIRST_DAY + ((number * 37) % 105)) * DAY);
  day.setUTCHours(template.hour + UTC_OFFSET_HOURS, 0, 0, 0);
  return day;
}

/** Half of the activities have an end, most have a location, and a third have directions. */
export function whereAndUntil(date: Date, place: string, number: number) {
  return {
    endDate: number % 2 === 0 ? new Date(date.getTime() + (2 + (number % 3)) * HOUR) : null,
    ...(number % EVERY_EIGHTH !== EVERY_EIGHTH - 1 && locationOf(place, number)),
    ...(number % 3 === 0 && {
      directions: 'Nos vemos en la entrada principal. Los buses del centro pasan cerca.',
    }),
  };
}

/** The approximate latitude and longitude of the demo's places in and around Popayán. */
const coordinates: Readonly<Record<string, readonly [number, number]>> = {
  'La Esmeralda': [2.4389, -76.617],
  Bolívar: [2.4468, -76.6075],
  'Los Sauces': [2.429, -76.628],
  'El Recuerdo': [2.4525, -76.601],
  'Alfonso López': [2.4315, -76.603],
  Cajete: [2.457, -76.679],
  Pueblillo: [2.459, -76.579],
  'La Yunga': [2.48, -76.669],
  Julumito: [2.442, -76.656],
  'Las Piedras': [2.445, -76.52],
  'Parque Caldas': [2.4418, -76.6063],
  'Parque de la Salud': [2.4485, -76.599],
  'Parque Mosquera': [2.4437, -76.6048],
  'Morro de Tulcán': [2.4446, -76.6005],
  'Parque Benito Juárez': [2.4462, -76.612],
  'Escuela La Pamba': [2.4425, -76.5995],
  'Colegio San Agustín': [2.4408, -76.605],
  'Escuela Los Campos': [2.461, -76.5935],
  'I. E. El Mirador': [2.4275, -76.612],
  'Escuela Lomas de Granada': [2.4395, -76.633],
  'Río Molino': [2.4455, -76.6035],
  'Río Cauca': [2.466, -76.596],
  'Río Ejido': [2.433, -76.615],
  'Quebrada Pubús': [2.437, -76.626],
  'Río Las Piedras': [2.441, -76.556],
};

/** Returns the location of a place, which differs by a few metres between activities at the same place. Throws for an unknown place. */
export function locationOf(place: string, number: number) {
  const [latitude, longitude] = coordinates[place] ?? [];
  if (latitude === undefined || longitude === undefined) throw new Error(`${place} has no coordinates`);
  const metres = ((number * 7) % 11) - 5;
  const offset = metres / 20_000;
  return { latitude: latitude + offset, longitude: longitude - offset };
}
