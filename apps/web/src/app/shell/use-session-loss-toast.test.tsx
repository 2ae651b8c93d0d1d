import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, noActivities, signedIn } from '../../../test/server.ts';
import { handleSessionLoss } from '../../features/accounts/session.ts';

const TOAST = 'Tu sesión terminó. Inicia sesión de nuevo.';

test('a public page shows a toast when the session has expired', async () => {
  declareResponses({ ...signedIn(), ...noActivities });
  const { queryClient } = renderApp('/actividades');
  await screen.findByRole('button', { name: 'Menú de María Chocué' });
  handleSessionLoss(queryClient);
  expect(await screen.findByText(TOAST)).toBeTruthy();
});

test('on a guarded page only the sign-in screen shows it', async () => {
  declareResponses({ ...signedIn(), ...noActivities });
  const { queryClient } = renderApp('/welcome');
  await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
  handleSessionLoss(queryClient);
  expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
  expect(screen.queryByText(TOAST)).toBeNull();
});
