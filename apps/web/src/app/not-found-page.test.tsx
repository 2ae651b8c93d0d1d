import { verifySession } from '@minga/contract/session';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { type Declared, declareResponses, respond, visitor } from '../../test/server.ts';

afterEach(() => {
  delete document.documentElement.dataset.offlineShell;
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const PORTAL = new Response('<h1>Conéctate al wifi</h1>');

test('shows that a page unknown to the server does not exist', async () => {
  declareResponses(visitor);
  renderApp('/no-existe');
  expect(await heading('Esta página no existe')).toBeTruthy();
});

test.each<[string, Declared<typeof verifySession>, string]>([
  ['is unreachable although the browser reports a network', 'unreachable', 'Sin conexión'],
  ['is replaced by a captive portal', PORTAL, 'Minga no responde'],
  ['does not respond to the offline shell', () => new Promise(() => {}), 'Minga no responde'],
])('shows that the page is not stored if the server %s', async (_, answering, title) => {
  if (typeof answering === 'function') document.documentElement.dataset.offlineShell = '';
  declareResponses(respond(verifySession, answering));
  renderApp('/no-existe');
  expect(await heading(title)).toBeTruthy();
  expect(screen.getByText('Esta página no está guardada en este dispositivo')).toBeTruthy();
});
