import {
  getPushKey,
  listPushDevices,
  type PushDevice,
  removePushDevice,
  subscribeToPush,
} from '@minga/contract/push';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { stubPushBrowser } from '../../../test/push-browser.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, respond } from '../../../test/server.ts';
import { PushDevices } from './push-devices.tsx';

const phone: PushDevice = {
  _id: '0199dddd-0000-7000-8000-000000000001',
  device: 'Chrome en Android',
  isPhone: true,
  isCurrent: false,
  createdAt: '2026-11-25T15:00:00.000Z',
  lastDeliveredAt: null,
};
const here = {
  ...phone,
  _id: '0199dddd-0000-7000-8000-000000000002',
  device: 'Firefox en Linux',
  isCurrent: true,
};
const SUBSCRIBE = 'Activar avisos aquí';

async function show(first: PushDevice[]) {
  let devices = first;
  const sent = declareResponses({
    ...respond(listPushDevices, () => ({ body: devices })),
    ...respond(getPushKey, { body: { publicKey: 'BKey' } }),
    ...respond(subscribeToPush, () => {
      devices = [...devices, here];
      return { status: 201, body: here };
    }),
    ...respond(
      removePushDevice,
      () => {
        devices = devices.filter(({ isCurrent }) => !isCurrent);
        return { status: 204 };
      },
      { id: here._id },
    ),
  });
  await renderInRouter(<PushDevices />);
  return sent;
}

test('lists the devices, and adds this one', async () => {
  stubPushBrowser('default', 'granted');
  await show([phone]);
  expect(await screen.findByText('Chrome en Android')).toBeTruthy();
  expect(screen.getByText('Todavía no le ha llegado ninguno')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: SUBSCRIBE }));
  expect(await screen.findByText('Este dispositivo')).toBeTruthy();
  expect(screen.queryByRole('button', { name: SUBSCRIBE })).toBeNull();
});

test('removes this device, also in the browser', async () => {
  const browser = stubPushBrowser('granted');
  const sent = await show([phone, here]);
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar: Firefox en Linux' }));
  await waitFor(() => expect(screen.queryByText('Firefox en Linux')).toBeNull());
  expect(browser.unsubscribed()).toBe(1);
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  const next = screen.getByRole('button', { name: 'Quitar: Chrome en Android' });
  await expect.poll(() => document.activeElement).toBe(next);
});

test('without devices the focus moves to the heading', async () => {
  stubPushBrowser('granted');
  await show([here]);
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar: Firefox en Linux' }));
  const heading = screen.getByRole('heading', { name: 'Avisos en tus dispositivos' });
  await expect.poll(() => document.activeElement).toBe(heading);
});

test('a refused permission is explained', async () => {
  stubPushBrowser('default', 'denied');
  await show([]);
  await userEvent.click(await screen.findByRole('button', { name: SUBSCRIBE }));
  expect(await screen.findByText(/Tu navegador no nos deja avisarte/)).toBeTruthy();
});
