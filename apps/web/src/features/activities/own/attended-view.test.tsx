import { listOwnActivities } from '@minga/contract/activities';
import { listOwnAttendances } from '@minga/contract/attendance';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderApp } from '../../../../test/render.tsx';
import { attendsNone, declareResponses, keepsNoDoor, respond, signedIn } from '../../../../test/server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const attendance = (number: number, days: number, activity = number) => ({
  ...aParticipant(number),
  task: anActivity({
    _id: `01930000-0000-7000-8000-0000000000${String(activity).padStart(2, '0')}`,
    title: `Minga ${activity}`,
    date: new Date(Date.now() + days * DAY_MS).toISOString(),
  }),
});

/** They came. */
const attended = (...args: Parameters<typeof attendance>) => ({
  ...attendance(...args),
  checkedInAt: new Date().toISOString(),
});

const GIVEN = { rating: 5, text: '' };

/** `said`: of which activities the user has said how they were; `declined`: of which it does not want to. */
function show(
  body: ReturnType<typeof attendance>[],
  said: readonly number[] = [],
  declined: readonly number[] = [],
) {
  declareResponses({
    ...signedIn(),
    ...attendsNone,
    ...keepsNoDoor,
    ...respond(listOwnAttendances, { body, total: body.length }),
    ...Object.fromEntries(
      body.map(({ task: { _id: taskId, title } }) => [
        `POST /attendances/feedback/${taskId}/mine`,
        {
          body: {
            canAnswer: true,
            feedback: said.some(number => title === `Minga ${number}`) ? GIVEN : null,
            isDeclined: declined.some(number => title === `Minga ${number}`),
          },
        },
      ]),
    ),
  });
  renderApp('/tasks/voy-a-ir');
}

const shownTitles = () =>
  screen.getAllByRole('heading', { name: /^Minga/ }).map(({ textContent }) => textContent);
const lines = () =>
  screen.queryAllByRole('link', { name: /^Minga \d/ }).filter(link => link.closest('article') === null);
const lineTitles = () => lines().map(({ textContent }) => textContent);

test('shows what comes, and folds the past into lines by descending date', async () => {
  show([attendance(1, -9), attended(2, -4), attendance(3, 1), attendance(4, 8)]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Voy a ir (2)' })).toBeTruthy();
  expect(shownTitles()).toEqual(['Minga 3', 'Minga 4']);
  const past = screen.getByRole('heading', { level: 2, name: 'Actividades Pasadas (2)' });
  expect(past.closest('details')?.open).toBe(false);
  expect(lineTitles()).toEqual(['Minga 2', 'Minga 1']);
  expect(screen.getAllByText('Llegaste')).toHaveLength(1);
  await userEvent.click(past);
  expect(past.closest('details')?.open).toBe(true);
  // Four days after it the question is still open.
  expect((await screen.findByRole('link', { name: 'Contar cómo me fue' })).closest('details')).toBeTruthy();
});

test('only the past is unfolded', async () => {
  show([attendance(1, -9)]);
  const past = await screen.findByRole('heading', { level: 2, name: 'Actividades Pasadas (1)' });
  expect(past.closest('details')?.open).toBe(true);
});

test('asks first how a recent activity was, above the next ones', async () => {
  show([attended(1, -9), attended(2, -2), attendance(3, -1), attendance(4, 5)]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Voy a ir (1)' })).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 2, name: '¿Cómo te fue?' })).toBeTruthy();
  expect(shownTitles()).toEqual(['Minga 2', 'Minga 4']);
  expect(lineTitles()).toEqual(['Minga 3', 'Minga 1']);
});

test('shows the code of an activity that has just ended apart from the next ones', async () => {
  const ended = { ...attendance(3, -0.3), code: 'kX3v9aQ2-_mN5pR7tY1uIg' };
  show([attended(2, -2), ended, attendance(4, 5)]);
  const justEnded = await screen.findByText('Acaban de pasar');
  const divider = screen.getByText('Lo que viene');
  expect(shownTitles()).toEqual(['Minga 2', 'Minga 3', 'Minga 4']);
  const [over, next] = ['Minga 3', 'Minga 4'].map(name => screen.getByRole('article', { name }));
  const isBefore = (one?: Node, other?: Node | null) =>
    Boolean(one && other && one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect([isBefore(justEnded, over), isBefore(over, divider)]).toEqual([true, true]);
  expect(isBefore(divider, next)).toBe(true);
});

test('asks no more about an activity of which the user has said how it was, or declined to', async () => {
  show([attended(1, -2), attended(2, -2), attended(3, -4), attended(5, -1), attendance(4, 5)], [1, 3], [5]);
  expect(await screen.findByRole('heading', { level: 2, name: '¿Cómo te fue?' })).toBeTruthy();
  expect(shownTitles()).toEqual(['Minga 2', 'Minga 4']);
  expect(screen.getAllByRole('link', { name: 'Contar cómo me fue' })).toHaveLength(1);
});

test('shows further activities as lines, ten at first, and focuses the first one more', async () => {
  show(Array.from({ length: 16 }, (_, index) => attendance(index + 10, index + 3)));
  expect(await screen.findByRole('heading', { level: 2, name: 'Más adelante (13)' })).toBeTruthy();
  expect(shownTitles()).toEqual(['Minga 10', 'Minga 11', 'Minga 12']);
  expect(lines()).toHaveLength(10);
  await userEvent.click(screen.getByRole('button', { name: 'Ver más (3)' }));
  expect(lines()).toHaveLength(13);
  expect(document.activeElement).toBe(lines()[10]);
  expect(screen.queryByRole('button', { name: /^Ver más/ })).toBeNull();
});

test('shows the next date of a series, and its others in one line that unfolds', async () => {
  const ofSeries = { _id: '01930000-0000-7000-8000-0000000000ff', index: 1, count: 3 };
  const repeat = { frequency: 'weekly', interval: 1, weekdays: ['sa'] } as const;
  show(
    [3, 10, 17].map((days, index) => {
      const row = attendance(index + 1, days);
      const task = {
        ...row.task,
        title: 'Minga',
        series: { ...ofSeries, repeat: { ...repeat, weekdays: [...repeat.weekdays] } },
      };
      return { ...row, task };
    }),
  );
  await screen.findByRole('article', { name: 'Minga' });
  const summary = screen.getByText('2 fechas más').closest('summary');
  const dates = summary?.parentElement?.querySelectorAll('a') ?? [];
  expect([...dates].map(link => link.getAttribute('href'))).toEqual(
    [2, 3].map(number => `/actividades/${attendance(number, 1).task._id}`),
  );
});

test('shows an activity with several attendances once', async () => {
  show([attendance(1, 1, 5), attendance(2, 1, 5)]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Voy a ir (1)' })).toBeTruthy();
});

test('links a user without attendances to the list', async () => {
  show([]);
  expect(await screen.findByText('Ahora no tienes ninguna asistencia confirmada')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buscar una actividad' })).toHaveProperty(
    'pathname',
    '/tasks/lista',
  );
});

test('first lists where the user receives at the door, with the door on the day', async () => {
  const door = (number: number, days: number) => ({ ...attendance(number, days).task, canCheckIn: true });
  const requests = declareResponses({
    ...signedIn(),
    ...attendsNone,
    ...respond(listOwnAttendances, { body: [], total: 0 }),
    ...respond(listOwnActivities, { body: [door(1, 0), door(2, 3)], total: 2 }),
  });
  renderApp('/tasks/voy-a-ir');
  const duties = within(await screen.findByRole('region', { name: 'Recibes en la puerta' }));
  expect(duties.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Minga 1', '/actividades/01930000-0000-7000-8000-000000000001'],
    ['Puerta', '/tasks/01930000-0000-7000-8000-000000000001/puerta'],
    ['Minga 2', '/actividades/01930000-0000-7000-8000-000000000002'],
  ]);
  expect(requests.find(({ path }) => path === '/tasks')?.query).toMatchObject({ recibo: 'true' });
});
