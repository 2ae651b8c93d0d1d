import { listOwnAttendances } from '@minga/contract/attendance';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderApp } from '../../../../test/render.tsx';
import { attendsNone, declareResponses, respond, signedIn } from '../../../../test/server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const attendance = (number: number, days: number, activity = number) => ({
  ...aParticipant(number),
  task: anActivity({
    _id: `01930000-0000-7000-8000-00000000000${activity}`,
    title: `Minga ${activity}`,
    date: new Date(Date.now() + days * DAY_MS).toISOString(),
  }),
});

/** They came. */
const attended = (...args: Parameters<typeof attendance>) => ({
  ...attendance(...args),
  checkedInAt: new Date().toISOString(),
});

function show(body: ReturnType<typeof attendance>[]) {
  declareResponses({
    ...signedIn(),
    ...attendsNone,
    ...respond(listOwnAttendances, { body, total: body.length }),
  });
  renderApp('/tasks/voy-a-ir');
}

test('lists upcoming activities first, then past ones by descending date', async () => {
  show([attendance(1, -9), attendance(2, -2), attendance(3, 1), attendance(4, 8)]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Voy a ir (2)' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Actividades Pasadas (2)' })).toBeTruthy();
  const shown = screen.getAllByRole('heading', { name: /^Minga/ }).map(({ textContent }) => textContent);
  expect(shown).toEqual(['Minga 3', 'Minga 4', 'Minga 2', 'Minga 1']);
});

test('asks first how a recent activity was, above the next ones', async () => {
  show([attended(1, -9), attended(2, -2), attendance(3, -1), attendance(4, 5)]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Voy a ir (1)' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: '¿Cómo te fue?' })).toBeTruthy();
  const shown = screen.getAllByRole('heading', { name: /^Minga/ }).map(({ textContent }) => textContent);
  expect(shown).toEqual(['Minga 2', 'Minga 4', 'Minga 3', 'Minga 1']);
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
