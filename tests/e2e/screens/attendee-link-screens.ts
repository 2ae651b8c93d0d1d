import type { Page } from '@playwright/test';
import { dayAt, NOW } from './fixed-times.ts';
import { changeResponse, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const LINK = '?token=enlace-de-muestra-de-las-pantallas';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The activity was yesterday, and the visitor came. */
async function stubPast(page: Page, feedback: object | null, state: object = {}): Promise<void> {
  const yesterday = dayAt(-1, 9);
  await changeResponse(page, 'POST /attendances/personal', attendance => ({
    ...attendance,
    checkedInAt: yesterday,
    task: { ...(attendance as { task: object }).task, date: yesterday, endDate: null },
  }));
  await stubResponse(page, 'POST /attendances/feedback/*/mine', { canAnswer: true, feedback, ...state });
}

async function askToErase(page: Page): Promise<void> {
  await page.getByText('Tus datos', { exact: true }).click();
  await press(page, 'Borrar mis datos');
}

/** The pages that links in e-mails to attendees open. */
export const attendeeLinkScreens: readonly Screen[] = [
  {
    name: 'my-attendance',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    shows: 'Marleny Ñáñez',
  },
  {
    name: 'my-attendance-cancel',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    interact: page => press(page, 'Cancelar Asistencia'),
    shows: { dialog: '¿Cancelar asistencia?' },
  },
  {
    name: 'my-attendance-asked',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    stub: page =>
      changeResponse(page, 'POST /attendances/personal', attendance => ({
        ...attendance,
        askedAgainAt: NOW,
      })),
    shows: '¿Sigues viniendo?',
  },
  {
    name: 'my-attendance-added',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    stub: page =>
      changeResponse(page, 'POST /attendances/personal', attendance => ({ ...attendance, isAdded: true })),
    shows: 'Te agregaron a esta lista. ¿Vienes?',
  },
  {
    name: 'my-attendance-feedback',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    stub: page => stubPast(page, null),
    interact: page => press(page, 'Enviar'),
    shows: 'Elige del 1 al 5 cómo te fue',
  },
  {
    name: 'my-attendance-feedback-declined',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    stub: page => stubPast(page, null, { isDeclined: true }),
    shows: 'Contar cómo me fue',
  },
  {
    name: 'my-attendance-feedback-given',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    stub: page => stubPast(page, { rating: 4, text: 'Muy bien organizado. Para la próxima, más sombra.' }),
    shows: 'Gracias por contarnos',
  },
  {
    name: 'my-attendance-data',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    interact: page => page.getByText('Tus datos', { exact: true }).click(),
    shows: 'Descargar mis datos',
  },
  {
    name: 'my-attendance-erase',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    interact: askToErase,
    shows: { dialog: '¿Borrar tus datos?' },
  },
  {
    name: 'my-attendance-erased',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    stub: page => stubResponse(page, 'POST /attendances/personal/erase', {}),
    interact: async page => {
      await askToErase(page);
      await press(page, 'Sí, borrar');
    },
    shows: 'Tus datos quedaron borrados',
  },
  {
    name: 'my-attendance-bad',
    viewer: 'visitor',
    path: `/mi-asistencia${LINK}`,
    shows: 'Este enlace ya no sirve',
  },
  {
    name: 'my-attendance-none',
    viewer: 'visitor',
    path: '/mi-asistencia',
    shows: 'Si confirmaste con tu correo',
  },
  {
    name: 'unsubscribe',
    viewer: 'visitor',
    path: ({ links }) => links.unsubscribe,
    shows: '¿Dejar de recibir estos correos?',
  },
  {
    name: 'unsubscribe-done',
    viewer: 'visitor',
    path: ({ links }) => links.unsubscribe,
    stub: page => stubResponse(page, 'POST /notifications/baja', { kind: 'attendance', hasAccount: true }),
    interact: page => press(page, 'Dejar de recibirlos'),
    shows: 'Listo',
  },
  {
    name: 'unsubscribe-bad',
    viewer: 'visitor',
    path: `/dejar-correos${LINK}`,
    shows: 'Este enlace ya no sirve',
  },
];
