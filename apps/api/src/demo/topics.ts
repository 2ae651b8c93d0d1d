import type { Category } from '@minga/contract/topics';
import { activityTemplates } from './activity-templates.ts';

interface Topics {
  readonly category: Category | null;
  readonly tags: string[];
}

/** Category and tags of each kind of activity, in the order of the templates. */
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
