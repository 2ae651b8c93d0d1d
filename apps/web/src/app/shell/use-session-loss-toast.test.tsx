import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { answerWith, maria } from '../../../test/server.ts';
import { handleSessionLoss } from '../../features/accounts/api/session.ts';

const TOAST = 'Tu sesión terminó. Inicia sesión de nuevo.';

test('on a public page a toast tells that the session is gone', async () => {
  answerWith({ 'GET /auth/verify': { body: maria } });
  const { queryClient } = renderApp('/actividades');
  await screen.findByRole('button', { name: 'Menú de María Chocué' });
  handleSessionLoss(queryClient);
  expect(await screen.findByText(TOAST)).toBeTruthy();
});

test('on a guarded one the sign-in screen says it, and nothing else', async () => {
  answerWith({ 'GET /auth/verify': { body: maria } });
  const { queryClient } = renderApp('/welcome');
  await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
  handleSessionLoss(queryClient);
  expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
  expect(screen.queryByText(TOAST)).toBeNull();
});
