import type { User } from '@minga/contract/session';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, maria, signedIn } from '../../../../test/server.ts';

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
  expect(linkOf('Conoce a otras personas voluntarias')).toHaveProperty('pathname', '/tasks/buscar');
});
