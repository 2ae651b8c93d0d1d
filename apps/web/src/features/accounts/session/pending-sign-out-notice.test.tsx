import { logout } from '@minga/contract/session';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitForElementToBeRemoved } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, respond, visitor } from '../../../../test/server.ts';
import { signOutAtServer } from './pending-sign-out.ts';

const PENDING = /^Saliste en este dispositivo, pero/;

test('shows a notice after an offline sign-out until the server has received it', async () => {
  declareResponses({ ...visitor, ...respond(logout, 'unreachable') });
  await signOutAtServer();
  onlineManager.setOnline(false);
  renderApp('/login');
  const notice = await screen.findByText(PENDING);
  declareResponses({ ...visitor, ...respond(logout, { status: 204 }) });
  const removed = waitForElementToBeRemoved(notice);
  onlineManager.setOnline(true);
  await removed;
});

test('shows nothing without a pending sign-out', async () => {
  declareResponses(visitor);
  renderApp('/login');
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' });
  expect(screen.queryByText(PENDING)).toBeNull();
});
