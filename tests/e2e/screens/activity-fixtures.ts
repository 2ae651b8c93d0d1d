import type { Scene } from './drawn-picture.ts';
import { dayAt } from './fixed-times.ts';

export interface ActivityFixture {
  readonly title: string;
  readonly description: string;
  readonly place: string;
  readonly date: string;
  readonly responsible: string;
  /** The scene on its picture. Without one the web app draws a weave. */
  readonly scene?: Scene;
  readonly isPromoted?: true;
  readonly goals?: readonly { label: string; target: number; unit: string; reached: number }[];
}

/** At or near the limits: 90, 40 and 70 characters, and a description of 2,000. */
const LONG_TITLE = 'Encuentro intercomunitario de autorreconocimiento, agroecología y cuidado del territorio';
const LONG_PLACE = 'Institución Educativa Técnico Industrial';
const LONG_RESPONSIBLE = 'Guadalupe Velasco, Hermenegildo Cuchimbaquilindo, Doña Transfiguración';
const PARAGRAPH =
  'Nos juntamos tres veredas y dos barrios para contarnos cómo cuidamos el agua, la semilla y la palabra, y para decidir entre todos los trabajos del año que viene. ';
const LONG_DESCRIPTION = `${PARAGRAPH.repeat(4)}\n\n${PARAGRAPH.repeat(4)}\n\nhttps://ejemplo.example.org/${'convocatoria-'.repeat(8)}2026\n\n${PARAGRAPH.repeat(3)}`;

/** Published three weeks ago and past by now: two of the owner's, one of another organiser's. */
export const pastActivities = {
  river: {
    title: 'Limpieza del río Molino',
    description: 'Recogimos lo que el invierno dejó en la orilla. Al final hubo sancocho para todos.',
    place: 'Puente del Humilladero',
    date: dayAt(-10, 8),
    responsible: 'Ana María, Don Efraín',
    scene: 'river',
    goals: [
      { label: 'Recoger', target: 40, unit: 'bultos de basura', reached: 34 },
      { label: 'Sembrar', target: 25, unit: 'sauces', reached: 31 },
    ],
  },
  snack: {
    title: 'Merienda para estudiantes',
    description: 'Preparamos y repartimos la merienda de cien niñas y niños.',
    place: 'Escuela La Pamba',
    date: dayAt(-4, 9),
    responsible: 'Ana María',
  },
  seeds: {
    title: 'Trueque de semillas',
    description: 'Maíz capio, fríjol cacha y ulluco fueron de mano en mano.',
    place: 'Vereda Cajete',
    date: dayAt(-6, 9),
    responsible: 'Luis Alfredo',
    scene: 'trees',
  },
} satisfies Record<string, ActivityFixture>;

/** The owner's upcoming activities. The screens of attendance show the first. */
export const ownerUpcoming = {
  planting: {
    title: 'Siembra de árboles nativos',
    description:
      'Vamos a sembrar robles, guayacanes y arrayanes para cuidar el nacimiento de agua.\n\nLas herramientas las pone la junta de acción comunal; tú trae botas, gorra y agua. Al final compartimos un sancocho.',
    place: 'Cerro de la Eme',
    date: dayAt(4, 8),
    responsible: 'Ana María, Luis, Doña Rosa',
    scene: 'trees',
    isPromoted: true,
  },
  weaving: {
    title: 'Taller de tejido de mochilas',
    description: 'Traemos lana y agujas. No hace falta saber: enseñamos allí mismo.',
    place: 'Casa de la Cultura',
    date: dayAt(11, 14),
    responsible: 'Ana María',
  },
  stall: {
    title: 'Venta de rifas en el parque',
    description: 'Para juntar fondos.',
    place: 'Parque Caldas',
    date: dayAt(15, 10),
    responsible: '',
  },
  cinema: {
    title: 'Cine al aire libre',
    description: 'Proyectamos cortos hechos en el Cauca. Trae tu silla y una cobija.',
    place: 'Barrio La Esmeralda',
    date: dayAt(18, 18),
    responsible: 'Ana María, Kevin',
    scene: 'music',
  },
} satisfies Record<string, ActivityFixture>;

/** After the other activities, so that lists begin with those. */
export const ownerSeries = {
  fields: {
    title: 'Vivero de árboles nativos',
    description:
      'Regamos, deshierbamos y preparamos la tierra de los árboles que sembraremos en la orilla. No hace falta saber: aprendemos entre todas y todos.',
    place: 'Vivero del barrio Bolívar',
    date: dayAt(25, 8),
    responsible: 'Ana María, Don Efraín',
  },
  repeat: { frequency: 'weekly', interval: 1, weekdays: ['sa'], count: 12 },
} as const;

export const luisUpcoming = {
  pot: {
    title: 'Olla comunitaria en La Esmeralda',
    description:
      'Cada quien trae algo para la olla: plátano, papa, yuca o leña. Cocinamos y almorzamos juntos. Niñas y niños son bienvenidos.',
    place: 'Barrio La Esmeralda',
    date: dayAt(3, 11),
    responsible: 'Luis Alfredo, Yesenia',
    scene: 'pot',
    isPromoted: true,
  },
  reading: {
    title: 'Lectura en voz alta',
    description: 'Cuentos del Cauca para pequeños y grandes. Buscamos quien preste su voz veinte minutos.',
    place: 'Parque Caldas',
    date: dayAt(5, 15),
    responsible: 'Luis Alfredo',
    scene: 'books',
  },
  school: {
    title: 'Pintemos la Escuela Los Campos',
    description: 'Tres salones, mucha pintura y la música que ustedes pongan.',
    place: 'Escuela Los Campos',
    date: dayAt(12, 8),
    responsible: 'Luis Alfredo, Jhon Jairo',
    scene: 'houses',
  },
  birds: {
    title: 'Recorrido de aves del río Piedras',
    description: 'Contamos aves con binoculares prestados. Cupo para quince personas.',
    place: 'Río Piedras',
    date: dayAt(19, 6),
    responsible: 'Luis Alfredo',
  },
} satisfies Record<string, ActivityFixture>;

export const guadalupeUpcoming = {
  gathering: {
    title: LONG_TITLE,
    description: LONG_DESCRIPTION,
    place: LONG_PLACE,
    date: dayAt(8, 7),
    responsible: LONG_RESPONSIBLE,
    isPromoted: true,
  },
  garden: {
    title: 'Huerta comunitaria de Bolívar',
    description: 'Deshierbe, abono y siembra de lechuga, cilantro y cebolla. Quien ayuda se lleva cosecha.',
    place: 'Barrio Bolívar',
    date: dayAt(6, 9),
    responsible: 'Guadalupe',
    scene: 'trees',
  },
  wrongly: {
    title: 'Chirimía en el parque',
    description: 'Se canceló.',
    place: 'Parque Mosquera',
    date: dayAt(9, 16),
    responsible: '',
  },
} satisfies Record<string, ActivityFixture>;
