import type { Activity } from '@minga/contract/activities';
import type { Impact } from '@minga/contract/impact';
import { federating } from './federating.ts';
import { changeResponse, stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const after = (id: string) => `/tasks/${id}/despues`;

const empty: Impact = { activities: 0, people: 0, hours: 0, goals: [], months: [] };
const MANY = { activities: 1204, people: 15_320, hours: 830.25 };

/** Of a year in which each month had more. */
const fullYear = (impact: object): Impact => {
  const { months } = impact as Impact;
  const goals = ['árboles', 'bultos de basura', 'platos servidos', 'libros', 'm de sendero'];
  return {
    ...MANY,
    goals: goals.map((unit, index) => ({ unit, reached: 12_400 - 2000 * index })),
    months: months.map(({ month }, index) => ({
      month,
      activities: 8 * index,
      people: 1530 * (index % 7),
      hours: 90.25 * index,
    })),
  };
};

/** As its organisers see it. */
const hideMemory = (activity: object) => ({
  ...activity,
  memory: {
    ...(activity as Activity).memory,
    isHidden: true,
    hiddenReason: 'Se reconocen las caras de niñas y niños: súbela sin esas fotos.',
  },
});

/** Memories, and the impact. */
export const memoryScreens: readonly Screen[] = [
  {
    name: 'memory',
    viewer: 'visitor',
    path: ({ past }) => `/actividades/${past[0]}`,
    shows: 'Lo que hicimos',
  },
  {
    name: 'memory-dialog',
    viewer: 'visitor',
    path: ({ past }) => `/actividades/${past[0]}`,
    interact: page => page.getByRole('button', { name: /^Foto 2 de/ }).click(),
    shows: { dialog: 'Foto 2 de 4' },
  },
  {
    name: 'memory-form',
    viewer: 'owner',
    path: ({ past }) => after(past[0]),
    shows: '4 de 12 fotos',
  },
  {
    name: 'memory-hidden',
    viewer: 'owner',
    path: ({ past }) => `/actividades/${past[0]}`,
    stub: (page, { past }) => changeResponse(page, `GET /tasks/${past[0]}`, hideMemory),
    shows: 'Esta memoria está oculta',
  },
  {
    name: 'memory-form-hidden',
    viewer: 'owner',
    path: ({ past }) => after(past[0]),
    stub: (page, { past }) => changeResponse(page, `GET /tasks/${past[0]}`, hideMemory),
    shows: 'Esta memoria está oculta',
  },
  {
    name: 'memory-form-errors',
    viewer: 'owner',
    path: ({ past }) => after(past[1]),
    interact: async page => {
      await page
        .getByLabel('Agregar fotos')
        .setInputFiles([{ name: 'acta.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no') }]);
      await page.getByRole('button', { name: 'Guardar la memoria' }).click();
    },
    shows: 'Escribe algo o agrega una foto',
  },
  { name: 'impact', viewer: 'visitor', path: '/impacto', shows: 'personas que llegaron' },
  {
    name: 'impact-many',
    viewer: 'newcomer',
    path: '/impacto',
    stub: page => changeResponse(page, 'GET /tasks/impact', fullYear),
    shows: '1.204',
  },
  {
    name: 'impact-empty',
    viewer: 'newcomer',
    path: '/impacto',
    stub: page => stubResponse(page, 'GET /tasks/impact', empty),
    shows: 'Todavía no hay actividades hechas',
  },
  {
    name: 'impact-federating',
    viewer: 'newcomer',
    path: '/impacto',
    stub: page => federating(page),
    shows: '@minga@minga.popayan.example',
  },
  {
    name: 'impact-loading',
    viewer: 'newcomer',
    path: '/impacto',
    stub: page => stubPending(page, 'GET /tasks/impact'),
    shows: 'Sumando lo logrado…',
  },
  {
    name: 'impact-error',
    viewer: 'newcomer',
    path: '/impacto',
    stub: page => stubError(page, 'GET /tasks/impact'),
    shows: 'Demasiados intentos',
  },
  {
    name: 'impact-unknown',
    viewer: 'visitor',
    path: '/impacto?colectivo=ninguno',
    shows: 'No encontramos este colectivo',
  },
];
