import { listOwnAttendances } from '@minga/contract/attendance';
import type { User } from '@minga/contract/session';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { aParticipant } from '../../../test/participant.ts';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, maria, respond, signedIn } from '../../../test/server.ts';

test.each<[Partial<User>, string]>([
  [{ gender: 'neutral' }, '¡Te damos la bienvenida, María Chocué!'],
  [{ gender: null }, '¡Bienvenida, María Chocué!'],
  [{ gender: null, username: 'Efraín' }, '¡Bienvenido, Efraín!'],
  [{ gender: null, username: '' }, '¡Bienvenida, Maria!'],
])('the greeting of %o', async (changes, greeting) => {
  declareResponses(signedIn({ ...maria, ...changes }));
  renderApp('/welcome');
  expect(await screen.findByRole('heading', { level: 1, name: greeting })).toBeTruthy();
});

test('each feature links to where it is done, and a button to the activities', async () => {
  declareResponses(signedIn());
  renderApp('/welcome');
  expect(await screen.findByRole('link', { name: 'Inicio' })).toHaveProperty('pathname', '/tasks');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Crea actividades',
    'Participa en las que ya existen',
    'Conoce a otras personas voluntarias',
  ]);
  const linkOf = (name: string) => screen.getByRole('link', { name });
  expect(linkOf('Crea actividades')).toHaveProperty('pathname', '/add-task');
  expect(linkOf('Participa en las que ya existen')).toHaveProperty('pathname', '/tasks/lista');
  expect(linkOf('Conoce a otras personas voluntarias')).toHaveProperty('pathname', '/colectivos');
});

test('what was confirmed with the e-mail before the account existed is found', async () => {
  const rows = [{ ...aParticipant(1), task: anActivity() }];
  declareResponses({ ...signedIn(), ...respond(listOwnAttendances, { body: rows, total: 1 }) });
  renderApp('/welcome');
  expect(await screen.findByText('Vas a 1 actividad.', { exact: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Mírala en «Voy a ir»' })).toHaveProperty(
    'pathname',
    '/tasks/voy-a-ir',
  );
});
