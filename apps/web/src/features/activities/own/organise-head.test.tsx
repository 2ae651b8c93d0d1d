import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { OrganiseHead } from './organise-head.tsx';

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test.each([
  ['in two days', { date: inHours(48) }, 'Gente, Puerta, Mensajes, Equipo'],
  ['on its day', { date: inHours(1) }, 'Gente, Puerta, Mensajes, Equipo'],
  ['once it has begun', { date: inHours(-1) }, 'Gente, Puerta, Mensajes, Después, Equipo'],
  ['after its door', { date: inHours(-24 * 30) }, 'Gente, Mensajes, Después, Equipo'],
  ['without the door', { date: inHours(1), canCheckIn: false }, 'Gente, Mensajes, Equipo'],
  ['rejected', { date: inHours(48), status: 'rejected' as const }, 'Gente, Puerta, Equipo'],
])('the tabs are those that can be used: %s', async (_, changes, expected) => {
  await renderInRouter(
    <OrganiseHead activity={anActivity({ canCheckIn: true, endDate: null, ...changes })} />,
  );
  const tabs = within(screen.getByRole('navigation', { name: 'Organizar' })).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent).join(', ')).toBe(expected);
});

test('the line leads to the activity, and says when it is and how many go', async () => {
  const activity = anActivity({
    title: 'Olla',
    date: inHours(48),
    places: { taken: 14, free: null, waiting: 0 },
  });
  await renderInRouter(<OrganiseHead activity={activity} />);
  const line = screen.getByRole('link', { name: /^Olla/ });
  expect(line.textContent).toMatch(/· 14 van$/);
  expect(line.getAttribute('href')).toBe(`/actividades/${activity._id}`);
});

test('at its other address the list is the current tab, which stays there', async () => {
  const activity = anActivity();
  await renderInRouter(<OrganiseHead activity={activity} isList />);
  const current = screen.getByRole('link', { current: 'page' });
  expect(current.textContent).toBe('Gente');
  expect(current.getAttribute('href')).toBe(`/tasks/asistencia?taskId=${activity._id}`);
});
