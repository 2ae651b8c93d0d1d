import type { AttendanceWithActivity } from '@minga/contract/attendance';
import type { Page } from '@playwright/test';
import { dayAt } from './fixed-times.ts';
import { changeResponse, stubError, stubPending } from './network-stubs.ts';
import type { Screen } from './screen.ts';

const PATH = '/tasks/voy-a-ir';
const LIST = 'GET /attendances/mis-asistencias';
const id = (number: number) => `0199cccc-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The user's own list, with something changed. */
const change = (page: Page, rows: (own: AttendanceWithActivity[]) => AttendanceWithActivity[]) =>
  changeResponse(page, LIST, json => rows(json as AttendanceWithActivity[]));

/** Copies of the rows, on other days of other activities without places, in one series or in none. */
const on = (
  rows: readonly AttendanceWithActivity[],
  days: readonly number[],
  { isSeries = false, hasArrived = false } = {},
): AttendanceWithActivity[] =>
  days.flatMap((day, index) => {
    const row = rows[index % rows.length];
    if (row === undefined) return [];
    const [date, number] = [dayAt(day, 9), day + 1000];
    const first = isSeries ? (rows[0] ?? row) : row;
    const repeat = { frequency: 'weekly' as const, interval: 1, weekdays: ['sa' as const] };
    return {
      ...row,
      _id: id(number),
      taskId: id(number),
      checkedInAt: hasArrived ? date : null,
      task: {
        ...first.task,
        _id: id(number),
        date,
        endDate: null,
        capacity: null,
        asksAgain: false,
        series: isSeries ? { _id: id(1), index: index + 1, count: days.length, repeat } : null,
      },
    };
  });

const weeks = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index * 7);

/** Many to come, some of them dates of a series, and many past. */
const many = (rows: AttendanceWithActivity[]) => [
  ...on(rows, weeks(-200, 24), { hasArrived: true }),
  ...on(rows, [-1], { hasArrived: true }),
  ...rows,
  ...on(rows, weeks(11, 8), { isSeries: true }),
  ...on(rows, weeks(12, 14)),
];

/** Disconnects this page only, not the other pages of its browser. */
async function loseNetwork(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const conditions = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', conditions);
}

/** 'Voy a ir' and what else leads a member who only attends. */
export const attendedScreens: readonly Screen[] = [
  { name: 'attended', viewer: 'user', path: PATH, shows: 'Voy a ir (4)' },
  {
    name: 'attended-many',
    viewer: 'user',
    path: PATH,
    stub: page => change(page, many),
    interact: async page => {
      await page.getByText('8 fechas más').click();
      await page.getByText('Actividades Pasadas (24)').click();
    },
    shows: '¿Cómo te fue?',
  },
  {
    name: 'attended-arrived',
    viewer: 'user',
    path: PATH,
    stub: async page => {
      const checkedInAt = dayAt(0, 9);
      await change(page, rows =>
        rows.map(row => ({
          ...row,
          checkedInAt,
          task: { ...row.task, date: checkedInAt, endDate: dayAt(0, 13) },
        })),
      );
      await changeResponse(page, 'GET /attendances/check', json => {
        const { attending } = json as { attending: string[] };
        return { attending, arrived: attending.map(taskId => ({ taskId, checkedInAt })) };
      });
    },
    shows: /^Llegaste/,
  },
  {
    name: 'attended-past',
    viewer: 'user',
    path: PATH,
    stub: page => change(page, rows => on(rows, weeks(-80, 6))),
    shows: 'Actividades Pasadas (6)',
  },
  {
    name: 'attended-door',
    viewer: 'user',
    path: PATH,
    stub: async page => {
      const listed = Promise.withResolvers<AttendanceWithActivity[]>();
      await change(page, rows => {
        listed.resolve(rows);
        return rows;
      });
      const today = { date: dayAt(0, 9), endDate: dayAt(0, 13) };
      await changeResponse(page, 'GET /tasks', async () =>
        (await listed.promise)
          .slice(0, 2)
          .map(({ task }, index) => ({ ...task, ...(index === 0 && today), canCheckIn: true })),
      );
    },
    shows: 'Recibes en la puerta',
  },
  {
    name: 'attended-none',
    viewer: 'newcomer',
    path: PATH,
    shows: 'Ahora no tienes ninguna asistencia confirmada',
  },
  {
    name: 'attended-loading',
    viewer: 'user',
    path: PATH,
    stub: page => stubPending(page, LIST),
    shows: 'Cargando actividades...',
  },
  {
    name: 'attended-error',
    viewer: 'user',
    path: PATH,
    stub: page => stubError(page, LIST),
    shows: 'Demasiados intentos',
  },
  { name: 'attended-offline', viewer: 'user', path: PATH, interact: loseNetwork, shows: /^Sin conexión/ },
  {
    name: 'tasks-only-attends',
    viewer: 'user',
    path: '/tasks',
    shows: 'Míralas en «Voy a ir»',
  },
];
