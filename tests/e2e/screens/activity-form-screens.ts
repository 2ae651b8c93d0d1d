import type { Page } from '@playwright/test';
import { drawnPicture } from './drawn-picture.ts';
import { federating } from './federating.ts';
import { changeResponse, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Publicar' }).click();

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Título').fill('Huerta de plantas medicinales');
  await page
    .getByLabel('Descripción')
    .fill('Sembramos caléndula, ruda y manzanilla. Trae una botella vacía.');
  await page.getByRole('combobox', { name: 'Lugar' }).fill('Vereda Pueblillo');
  await page.locator('summary', { hasText: 'Por quién preguntar' }).click();
  await page.getByLabel('Responsables').fill('Luz Dary, Don Efraín, Doña Rosa');
  await page.getByLabel(/^Imagen/).setInputFiles(await drawnPicture('trees', 5));
  await page.getByAltText(/^Vista previa/).waitFor();
}

async function pickDate(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Fecha y hora/ }).click();
  await page.getByRole('dialog', { name: 'Fecha y hora' }).waitFor();
}

/** Leaves the time as it is offered. */
async function chooseDate(page: Page): Promise<void> {
  await pickDate(page);
  await page.getByRole('button', { name: /^12 (de )?diciembre/ }).click();
  await page.getByRole('button', { name: 'Listo' }).click();
}

async function addShift(page: Page, name: string, from: string, to: string): Promise<void> {
  await page.getByText('Qué se necesita', { exact: true }).click();
  await page.getByRole('button', { name: 'Agregar tarea o cosa' }).click();
  await page.getByLabel('1. Qué').fill(name);
  await page.getByText('Horario y nota').click();
  await page.getByLabel('Empieza').fill(from);
  await page.getByLabel('Termina').fill(to);
  await page.getByLabel('Termina').blur();
}

/** The form of a new and of an existing activity. */
export const activityFormScreens: readonly Screen[] = [
  { name: 'new-activity', viewer: 'newcomer', path: '/add-task', shows: 'Lo que cuentes aquí' },
  {
    name: 'new-activity-filled',
    viewer: 'newcomer',
    path: '/add-task',
    interact: fillIn,
    shows: 'Don Efraín',
  },
  {
    name: 'new-activity-servers',
    viewer: 'newcomer',
    path: '/add-task',
    stub: page => federating(page),
    interact: async page => {
      await page.locator('summary', { hasText: 'Otros servidores' }).click();
      await page.getByLabel('Mostrarla también en Mastodon').uncheck();
    },
    shows: 'No sale de aquí',
  },
  {
    name: 'new-activity-date',
    viewer: 'newcomer',
    path: '/add-task',
    interact: pickDate,
    shows: { dialog: 'Fecha y hora' },
  },
  {
    name: 'new-activity-repeat',
    viewer: 'newcomer',
    path: '/add-task',
    interact: async page => {
      await chooseDate(page);
      await page.getByText('Se repite', { exact: true }).click();
      await page.getByLabel('Cada cuánto', { exact: true }).selectOption('Cada semana');
      await page.getByLabel('Cuántas fechas').fill('6');
      await page.getByLabel('Cuántas fechas').blur();
    },
    shows: '6 sábados, hasta el 16 de enero',
  },
  {
    name: 'new-activity-end',
    viewer: 'newcomer',
    path: '/add-task',
    interact: async page => {
      await chooseDate(page);
      await page.locator('summary', { hasText: 'Hora de fin' }).click();
      await page.getByRole('button', { name: '2 horas' }).click();
    },
    shows: '11:00 a. m.',
  },
  {
    name: 'new-activity-shifts',
    viewer: 'newcomer',
    path: '/add-task',
    interact: async page => {
      await chooseDate(page);
      await addShift(page, 'Vigilar la fogata', '20:00', '01:00');
    },
    shows: 'Al día siguiente',
  },
  {
    name: 'new-activity-shift-outside',
    viewer: 'newcomer',
    path: '/add-task',
    interact: async page => {
      await chooseDate(page);
      await page.locator('summary', { hasText: 'Hora de fin' }).click();
      await page.getByRole('button', { name: '2 horas' }).click();
      await addShift(page, 'Cocina', '07:00', '12:00');
    },
    shows: 'Termina después que la actividad',
  },
  {
    name: 'new-activity-errors',
    viewer: 'newcomer',
    path: '/add-task',
    interact: page => save(page),
    shows: 'El título es requerido',
  },
  {
    name: 'new-activity-image-too-large',
    viewer: 'newcomer',
    path: '/add-task',
    interact: async page => {
      const buffer = Buffer.alloc(5 * 1024 * 1024 + 1);
      await page.getByLabel(/^Imagen/).setInputFiles({ name: 'grande.jpg', mimeType: 'image/jpeg', buffer });
    },
    shows: 'La imagen es demasiado grande. Máximo 5MB',
  },
  {
    name: 'new-activity-uploading',
    viewer: 'newcomer',
    path: '/add-task',
    stub: page => stubPending(page, 'POST /tasks'),
    interact: async page => {
      await fillIn(page);
      await pickDate(page);
      await page.getByRole('button', { name: /^15 (de )?diciembre/ }).click();
      await page.getByRole('button', { name: 'Listo' }).click();
      await save(page);
    },
    shows: /^Subiendo/,
  },
  {
    name: 'new-activity-restored',
    viewer: 'newcomer',
    path: '/add-task',
    interact: async page => {
      await fillIn(page);
      await page.reload();
    },
    shows: 'Recuperamos lo que habías escrito.',
  },
  {
    name: 'edit-activity-leave',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.planting}`,
    interact: async page => {
      await page.getByLabel('Título').fill('Huerta de plantas medicinales');
      await page.getByRole('link', { name: 'Cancelar' }).click();
    },
    shows: { dialog: '¿Salir sin guardar?' },
  },
  {
    name: 'edit-activity',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.planting}`,
    shows: 'Actualizar actividad',
  },
  {
    name: 'activity-published',
    viewer: 'owner',
    path: '/add-task',
    stub: async (page, { own, url }) => {
      const published = await (await page.request.get(`${url}/api/tasks/${own.planting}`)).json();
      await stubResponse(page, 'POST /tasks', published, 201);
    },
    interact: async page => {
      await page.getByLabel('Título').fill('Siembra de árboles nativos');
      await chooseDate(page);
      await save(page);
    },
    shows: 'Quien lo lea con la cámara del celular llega a tu actividad.',
  },
  {
    name: 'activity-in-review',
    viewer: 'owner',
    path: ({ own }) => `/add-task?publicada=${own.planting}`,
    stub: page => changeResponse(page, 'GET /tasks/*', body => ({ ...body, isHeld: true })),
    shows: 'Qué sigue',
  },
  {
    name: 'edit-activity-moved',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.planting}`,
    interact: page => page.getByRole('combobox', { name: 'Lugar' }).fill('Parque de la Salud'),
    shows: 'Cambiaste el lugar',
  },
  {
    name: 'edit-activity-rejected',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.stall}`,
    shows: 'En Minga no se vende',
  },
  {
    name: 'edit-activity-loading',
    viewer: 'owner',
    path: ({ own }) => `/tasks/${own.planting}`,
    stub: page => stubPending(page, 'GET /tasks/*'),
    shows: 'Editar actividad',
  },
  {
    name: 'edit-activity-others',
    viewer: 'owner',
    path: ({ luis }) => `/tasks/${luis.pot}`,
    shows: 'Esta actividad no es tuya',
  },
  {
    name: 'edit-activity-unknown',
    viewer: 'owner',
    path: '/tasks/01930000-0000-7000-8000-0000000000ff',
    shows: 'No encontramos esta actividad',
  },
];
