import { listOwnActivities } from '@minga/contract/activities';
import { listPlaces } from '@minga/contract/place-proposals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '../../../../test/fill.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, type Responses, respond, signedIn } from '../../../../test/server.ts';
import { currentToasts } from '../../../lib/toasts.ts';

const places = [
  { place: 'Parque Caldas', location: { latitude: 2.4418, longitude: -76.6063 } },
  { place: 'Café La Caldera', location: null },
];

async function show(responses: Responses = respond(listPlaces, { body: places })) {
  const sent = declareResponses({ ...signedIn(), ...respond(listOwnActivities, { body: [] }), ...responses });
  renderApp('/add-task');
  await screen.findByRole('heading', { name: 'Crear Actividad' });
  return { asked: () => sent.filter(({ path }) => path === '/places').map(({ query }) => query.q) };
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Lugar/ });
const locationField = () => screen.getByLabelText<HTMLInputElement>('Coordenadas o enlace del mapa');

test('proposes places for what is typed, and fills the empty location with that of the chosen one', async () => {
  const { asked } = await show();
  await userEvent.type(field(), 'cald');
  expect(await screen.findByRole('option', { name: 'Café La Caldera', hidden: true })).toBeTruthy();
  expect(asked()).toEqual(['cald']);
  expect(field().getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(field().value).toBe('Parque Caldas');
  expect(locationField().value).toBe('2.4418, -76.6063');
  expect(screen.getByText('En el mapa: la de «Parque Caldas»')).toBeTruthy();

  await fill(field(), ', entrada norte');
  expect(locationField().value).toBe('2.4418, -76.6063');
  await userEvent.clear(field());
  expect(locationField().value).toBe('');
});

test('leaves a written location as it is', async () => {
  await show();
  await userEvent.click(screen.getByText('Ubicación'));
  await fill(locationField(), '2.5, -76.5');
  await userEvent.type(field(), 'parq');
  await userEvent.click(await screen.findByRole('option', { name: 'Parque Caldas', hidden: true }));
  expect(field().value).toBe('Parque Caldas');
  expect(locationField().value).toBe('2.5, -76.5');
});

test.each([
  ['the server is unreachable', respond(listPlaces, 'unreachable')],
  ['there are none', respond(listPlaces, { body: [] })],
])('is a plain field when %s', async (_case, responses) => {
  const { asked } = await show(responses);
  await fill(field(), 'Salón comunal');
  await waitFor(() => expect(asked()).toContain('Salón comunal'));
  expect(field().value).toBe('Salón comunal');
  expect(document.querySelector('[data-combobox-option]')).toBeNull();
  expect(currentToasts()).toEqual([]);
  expect(field().getAttribute('aria-invalid')).not.toBe('true');
});

test('asks for nothing before two characters', async () => {
  const { asked } = await show();
  await userEvent.type(field(), 'c');
  await fill(screen.getByRole('textbox', { name: /Título/ }), 'Siembra');
  expect(asked()).toEqual([]);
});
