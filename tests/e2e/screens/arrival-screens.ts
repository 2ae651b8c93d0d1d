import type { Page } from '@playwright/test';
import { dayAt } from './fixed-times.ts';
import { changeResponse, stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';

/** The server's own are random. */
const CODE = 'kX3v9aQ2-_mN5pR7tY1uIg';
const PATH = `/llegada/${CODE}`;
const READ = 'POST /attendances/arrivals';
const TASK_ID = '0199bbbb-0000-7000-8000-000000000001';
const attendance = {
  _id: '0199bbbb-0000-7000-8000-000000000002',
  name: 'Marleny Ñáñez',
  companions: 2,
  status: 'confirmed',
  checkedInAt: null,
};
const stubArrival = (page: Page, changes: object = {}) =>
  stubResponse(page, READ, {
    activity: {
      _id: TASK_ID,
      title: 'Siembra de árboles en el cerro de la Eme',
      place: 'Cerro de la Eme',
      date: dayAt(0, 9),
      endDate: dayAt(0, 13),
    },
    attendance: { ...attendance, ...changes },
  });
const register = (page: Page) => page.getByRole('button', { name: 'Registrar llegada' }).click();

/** The code of an attendance: as its person shows it, and as the door sees it. */
export const arrivalScreens: readonly Screen[] = [
  { name: 'arrival', viewer: 'visitor', path: PATH, shows: 'Este es un código de llegada' },
  { name: 'arrival-stranger', viewer: 'newcomer', path: PATH, shows: /Entra con la cuenta que está/ },
  { name: 'arrival-bad', viewer: 'visitor', path: '/llegada/kX3v9', shows: 'Este código no es válido' },
  {
    name: 'arrival-loading',
    viewer: 'owner',
    path: PATH,
    stub: page => stubPending(page, READ),
    shows: 'Abriendo el código…',
  },
  {
    name: 'arrival-error',
    viewer: 'owner',
    path: PATH,
    stub: page => stubError(page, READ),
    shows: /Demasiados intentos/,
  },
  {
    name: 'arrival-door',
    viewer: 'owner',
    path: PATH,
    stub: page => stubArrival(page),
    shows: 'Registrar llegada',
  },
  {
    name: 'arrival-registered',
    viewer: 'owner',
    path: PATH,
    stub: async page => {
      await stubArrival(page);
      const result = { result: 'checked-in', attendanceId: attendance._id, checkedInAt: dayAt(0, 9) };
      await stubResponse(page, `POST /attendances/${TASK_ID}/check-ins`, {
        results: [{ id: TASK_ID, ...result }],
      });
    },
    interact: register,
    shows: /^Llegada registrada/,
  },
  {
    name: 'arrival-already',
    viewer: 'owner',
    path: PATH,
    stub: page => stubArrival(page, { checkedInAt: dayAt(0, 9) }),
    shows: /^Ya llegó/,
  },
  {
    name: 'arrival-waiting',
    viewer: 'owner',
    path: PATH,
    stub: page => stubArrival(page, { status: 'waiting' }),
    shows: /^No tiene un cupo confirmado/,
  },
  {
    name: 'arrival-not-now',
    viewer: 'owner',
    path: PATH,
    stub: async page => {
      await stubArrival(page);
      await stubError(page, `POST /attendances/${TASK_ID}/check-ins`, 409, {
        message: 'Las llegadas se registran desde 12 horas antes de la actividad hasta 7 días después',
        code: 'NOT_NOW',
      });
    },
    interact: register,
    shows: /^Las llegadas se registran/,
  },
  {
    name: 'my-attendance-code',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    stub: page =>
      changeResponse(page, 'POST /attendances/personal', json => {
        const { task } = json as { task: object };
        return { ...json, code: CODE, task: { ...task, date: dayAt(1, 9) } };
      }),
    shows: 'Tu código de llegada',
  },
  {
    name: 'my-attendance-arrived',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    stub: page =>
      changeResponse(page, 'POST /attendances/personal', json => {
        const { task } = json as { task: object };
        return {
          ...json,
          checkedInAt: dayAt(0, 9),
          task: { ...task, date: dayAt(0, 9), endDate: dayAt(0, 13) },
        };
      }),
    shows: /^Llegaste/,
  },
  {
    name: 'attended-code',
    viewer: 'user',
    path: '/tasks/voy-a-ir',
    stub: page =>
      changeResponse(page, 'GET /attendances/mis-asistencias', json =>
        (json as object[]).map(row => ({ ...row, code: CODE })),
      ),
    interact: page => page.getByRole('button', { name: 'Mi código' }).first().click(),
    shows: { dialog: 'Mi código' },
  },
];
