import { getPushKey, subscribeToPush } from '@minga/contract/push';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { stubPushBrowser } from '../../../test/push-browser.ts';
import { renderPiece } from '../../../test/render.tsx';
import { declareResponses, errorResponse, respond } from '../../../test/server.ts';
import { AlertOffer } from './notification-panel.tsx';

const OFFER = 'Activar avisos aquí';
const device = {
  _id: '0199dddd-0000-7000-8000-000000000001',
  device: 'Chrome en Android',
  isPhone: true,
  isCurrent: true,
  createdAt: '2026-11-25T15:00:00.000Z',
  lastDeliveredAt: null,
};

const serve = () =>
  declareResponses({
    ...respond(getPushKey, { body: { publicKey: 'BKey' } }),
    ...respond(subscribeToPush, { status: 201, body: device }),
  });

test('explains itself, and subscribes this browser when its owner wants it', async () => {
  const browser = stubPushBrowser('default', 'granted');
  const sent = serve();
  renderPiece(<AlertOffer />);
  expect(screen.getByText(/Este dispositivo te avisa lo mismo que llega a la campana/)).toBeTruthy();
  expect(browser.requests()).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: OFFER }));
  expect(await screen.findByText(/^Listo: este dispositivo te avisa aunque Minga esté cerrada/)).toBeTruthy();
  expect(browser.keys()).toEqual(['BKey']);
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { endpoint: 'https://push.example.org/1', keys: { p256dh: 'BPub', auth: 'secret' } },
  ]);
});

test('a subscription with another key is replaced', async () => {
  const browser = stubPushBrowser('default', 'granted', { refusals: 1 });
  serve();
  renderPiece(<AlertOffer />);
  await userEvent.click(screen.getByRole('button', { name: OFFER }));
  expect(await screen.findByText(/^Listo: este dispositivo/)).toBeTruthy();
  expect(browser.unsubscribed()).toBe(1);
});

test('a browser without push still shows notifications while Minga is open', async () => {
  stubPushBrowser('default', 'granted', { refusals: 2 });
  serve();
  renderPiece(<AlertOffer />);
  await userEvent.click(screen.getByRole('button', { name: OFFER }));
  expect(await screen.findByText(/mientras Minga esté abierta/)).toBeTruthy();
});

test('a refused permission is explained', async () => {
  stubPushBrowser('default', 'denied');
  renderPiece(<AlertOffer />);
  await userEvent.click(screen.getByRole('button', { name: OFFER }));
  expect(await screen.findByText(/quedó sin permiso/)).toBeTruthy();
});

test('a failure is explained and can be tried again', async () => {
  stubPushBrowser('default', 'granted');
  declareResponses(respond(getPushKey, errorResponse(429, 'Demasiados intentos.', 'RATE_LIMITED')));
  renderPiece(<AlertOffer />);
  await userEvent.click(screen.getByRole('button', { name: OFFER }));
  expect(await screen.findByText('Demasiados intentos.')).toBeTruthy();
  expect(screen.getByRole('button', { name: OFFER })).toBeTruthy();
});

test.each(['granted', 'denied'] as const)('an earlier decision (%s) hides the offer', permission => {
  stubPushBrowser(permission);
  renderPiece(<AlertOffer />);
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
});

test('a declined offer, and a browser without notifications, hide the offer', async () => {
  const { unmount } = renderPiece(<AlertOffer />);
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
  unmount();
  stubPushBrowser('default');
  renderPiece(<AlertOffer />).unmount();
  renderPiece(<AlertOffer />);
  await userEvent.click(screen.getByRole('button', { name: 'Ahora no' }));
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
  renderPiece(<AlertOffer />);
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
});
