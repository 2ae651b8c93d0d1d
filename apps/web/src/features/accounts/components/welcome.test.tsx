import type { User } from '@minga/contract/accounts';
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

test('shows the features and links to the activities', async () => {
  declareResponses(signedIn());
  renderApp('/welcome');
  expect(await screen.findByRole('link', { name: 'Inicio' })).toHaveProperty('pathname', '/tasks');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Crea actividades',
    'Participa en las que ya existen',
    'Conoce a otras personas voluntarias',
  ]);
});
