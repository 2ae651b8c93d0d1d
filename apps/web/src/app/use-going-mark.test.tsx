import { searchActivities } from '@minga/contract/activities';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import { renderApp } from '../../test/render.tsx';
import { declareResponses, respond, visitor } from '../../test/server.ts';
import { NO_EMAIL, remember } from '../features/attendance/remembered-attendances.ts';

// A visitor who confirmed without an e-mail: only the device remembers it.

const sowing = anActivity({
  date: '2099-03-05T14:00:00.000Z',
  location: { latitude: 2.44, longitude: -76.6 },
});
const reading = anActivity({
  _id: '01930000-0000-7000-8000-00000000000c',
  title: 'Lectura',
  date: '2099-03-20T14:00:00.000Z',
  isLocationPrivate: true,
});

beforeEach(() => {
  localStorage.clear();
  remember(NO_EMAIL, reading._id, true);
  declareResponses({ ...visitor, ...respond(searchActivities, { body: [sowing, reading], total: 2 }) });
});

test('the calendar marks what the visitor goes to, in the table and in the list of phones', async () => {
  renderApp('/calendario?mes=2099-03');
  expect(await screen.findAllByRole('link', { name: /Lectura Vas/ })).toHaveLength(2);
  expect(screen.getAllByText('Vas')).toHaveLength(2);
});

test('the list of the map marks it next to what has no point', async () => {
  renderApp('/mapa');
  const list = within(await screen.findByRole('region', { name: 'Las actividades del mapa' }));
  const [first, second] = list.getAllByRole('listitem').map(row => within(row));
  expect(first?.queryByText('Vas')).toBeNull();
  expect(second?.getByText('Vas')).toBeTruthy();
  expect(second?.getByText('Punto al confirmar')).toBeTruthy();
});
