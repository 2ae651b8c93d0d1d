import { onlineManager } from '@tanstack/react-query';
import { screen, waitForElementToBeRemoved } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/render.tsx';
import { answerWith } from '../../../../test/server.ts';
import { signOutAtServer } from '../pending-sign-out.ts';

const PENDING = /^Saliste en este dispositivo, pero/;

test('who signed out without a network reads that the server has yet to hear of it, until it has', async () => {
  answerWith({ 'POST /auth/logout': 'unreachable' });
  await signOutAtServer();
  onlineManager.setOnline(false);
  renderApp('/login');
  const notice = await screen.findByText(PENDING);
  answerWith({ 'POST /auth/logout': { status: 204 } });
  const gone = waitForElementToBeRemoved(notice);
  onlineManager.setOnline(true);
  await gone;
});

test('to everybody else nothing is said of it', async () => {
  answerWith({});
  renderApp('/login');
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' });
  expect(screen.queryByText(PENDING)).toBeNull();
});
