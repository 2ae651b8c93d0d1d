import type { Page } from '@playwright/test';
import { drawnPicture } from './drawn-picture.ts';
import { hold } from './edges.ts';
import type { Screen } from './screen.ts';

const save = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Crear Actividad', exact: true }).click();

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Título').fill('Huerta de plantas medicinales');
  await page
    .getByLabel('Descripción')
    .fill('Sembramos caléndula, ruda y manzanilla. Trae una botella vacía.');
  await page.getByLabel('Lugar').fill('Vereda Pueblillo');
  await page.getByLabel('Responsables').fill('Luz Dary, Don Efraín, Doña Rosa');
  await page.getByLabel(/^Imagen/).setInputFiles(await drawnPicture('trees', 5));
  await page.getByAltText(/^Vista previa/).waitFor();
}

async function pickDate(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Fecha y hora/ }).click();
  await page.getByRole('dialog', { name: 'Fecha y hora' }).waitFor();
}

/** The form of an activity, new and old. */
export const activityFormScreens: readonly Screen[] = [
  { name: 'new-activity', who: 'newcomer', path: '/add-task', sees: 'Lo que cuentes aquí' },
  { name: 'new-activity-filled', who: 'newcomer', path: '/add-task', arrive: fillIn, sees: 'Don Efraín' },
  {
    name: 'new-activity-date',
    who: 'newcomer',
    path: '/add-task',
    arrive: pickDate,
    sees: { dialog: 'Fecha y hora' },
  },
  {
    name: 'new-activity-errors',
    who: 'newcomer',
    path: '/add-task',
    arrive: page => save(page),
    sees: 'El título es requerido',
  },
  {
    name: 'new-activity-refused',
    who: 'newcomer',
    path: '/add-task',
    arrive: async page => {
      const buffer = Buffer.alloc(5 * 1024 * 1024 + 1);
      await page.getByLabel(/^Imagen/).setInputFiles({ name: 'grande.jpg', mimeType: 'image/jpeg', buffer });
    },
    sees: 'La imagen es demasiado grande. Máximo 5MB',
  },
  {
    name: 'new-activity-uploading',
    who: 'newcomer',
    path: '/add-task',
    before: page => hold(page, 'POST /tasks'),
    arrive: async page => {
      await fillIn(page);
      await pickDate(page);
      await page.getByRole('button', { name: /^15 (de )?diciembre/ }).click();
      await page.getByRole('button', { name: 'Listo' }).click();
      await save(page);
    },
    sees: /^Subiendo/,
  },
  {
    name: 'new-activity-leave',
    who: 'newcomer',
    path: '/add-task',
    arrive: async page => {
      await page.getByLabel('Título').fill('Huerta de plantas medicinales');
      await page.getByRole('link', { name: 'Cancelar' }).click();
    },
    sees: { dialog: '¿Salir sin guardar?' },
  },
  {
    name: 'edit-activity',
    who: 'owner',
    path: ({ own }) => `/tasks/${own.planting}`,
    sees: 'Actualizar Actividad',
  },
  {
    name: 'edit-activity-rejected',
    who: 'owner',
    path: ({ own }) => `/tasks/${own.stall}`,
    sees: 'En Minga no se vende',
  },
  {
    name: 'edit-activity-loading',
    who: 'owner',
    path: ({ own }) => `/tasks/${own.planting}`,
    before: page => hold(page, 'GET /tasks/*'),
    sees: 'Editar Actividad',
  },
  {
    name: 'edit-activity-others',
    who: 'owner',
    path: ({ luis }) => `/tasks/${luis.pot}`,
    sees: 'Esta actividad no es tuya',
  },
  {
    name: 'edit-activity-unknown',
    who: 'owner',
    path: '/tasks/01930000-0000-7000-8000-0000000000ff',
    sees: 'No encontramos esta actividad',
  },
];
