import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { type Answers, answerWith, visitor } from '../../test/server.ts';

afterEach(() => {
  delete document.documentElement.dataset.offlineShell;
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const PORTAL = new Response('<h1>Conéctate al wifi</h1>');

test('of a page that the server does not know it is said that there is none', async () => {
  answerWith(visitor);
  renderApp('/no-existe');
  expect(await heading('Esta página no existe')).toBeTruthy();
});

test.each<[string, Answers[string], string]>([
  ['cannot be reached, whatever the browser believes', 'unreachable', 'Sin conexión'],
  ['is answered for by something else', PORTAL, 'Minga no responde'],
  ['is silent on a page that stands in for its own', () => new Promise(() => {}), 'Minga no responde'],
])('where the server %s nobody knows', async (_, answering, title) => {
  if (typeof answering === 'function') document.documentElement.dataset.offlineShell = '';
  answerWith({ 'GET /auth/verify': answering });
  renderApp('/no-existe');
  expect(await heading(title)).toBeTruthy();
  expect(screen.getByText('Esta página no está guardada en este dispositivo')).toBeTruthy();
});
