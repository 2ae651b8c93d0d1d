import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  removeWebhook,
  retryDelivery,
  type Webhook,
  type WebhookDelivery,
} from '@minga/contract/webhooks';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, respond } from '../../../test/server.ts';
import { WebhooksPanel } from './webhooks-panel.tsx';

const slug = 'rio-vivo';
const id = '0199dddd-0000-7000-8000-000000000001';
const deliveryId = '0199dddd-0000-7000-8000-000000000002';
const NOW = '2026-11-25T15:00:00.000Z';
const one: Webhook = {
  _id: id,
  url: 'https://recibe.example.org/',
  events: ['activity.published'],
  isActive: true,
  createdAt: NOW,
  failingSince: null,
};
const delivery: WebhookDelivery = {
  _id: deliveryId,
  event: 'attendance.confirmed',
  state: 'failed',
  attempts: 9,
  responseStatus: 500,
  error: 'La respuesta no fue 2xx',
  createdAt: NOW,
  lastAttemptAt: NOW,
  nextAttemptAt: null,
};
const secret = `whsec_${'a'.repeat(43)}`;

async function show(first: Webhook[]) {
  let webhooks = first;
  const sent = declareResponses({
    ...respond(listWebhooks, () => ({ body: webhooks }), { slug }),
    ...respond(
      createWebhook,
      () => {
        webhooks = [one];
        return { status: 201, body: { ...one, secret } };
      },
      { slug },
    ),
    ...respond(
      removeWebhook,
      () => {
        webhooks = [];
        return { status: 204 };
      },
      { slug, id },
    ),
    ...respond(pingWebhook, { status: 202, body: { ...delivery, event: 'ping' } }, { slug, id }),
    ...respond(listDeliveries, { body: [delivery] }, { slug, id }),
    ...respond(retryDelivery, { status: 202, body: delivery }, { slug, id, deliveryId }),
  });
  await renderInRouter(<WebhooksPanel slug={slug} />);
  return sent;
}

test('a new webhook shows its secret and how to verify with it, once', async () => {
  const sent = await show([]);
  await userEvent.type(await screen.findByLabelText('Dirección que recibe los avisos'), one.url);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Alguien cancela/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Crear webhook' }));
  const heading = await screen.findByRole('heading', { name: 'El secreto del webhook' });
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByText(secret)).toBeTruthy();
  expect(screen.getByText(/createHmac\('sha256', secret\)/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ya lo guardé' }));
  expect(screen.queryByText(secret)).toBeNull();
  const { body } = sent.find(({ method }) => method === 'POST') ?? {};
  expect(body).toEqual({ url: one.url, events: ['activity.published', 'attendance.cancelled'] });
});

test.each([
  [{}, 'Funciona'],
  [{ failingSince: NOW }, /^Falla desde /],
  [{ failingSince: NOW, isActive: false }, /^Apagado: falló un día entero/],
])('says how a webhook does: %j', async (changes, state) => {
  await show([{ ...one, ...changes }]);
  expect(await screen.findByText(state)).toBeTruthy();
});

test('shows the deliveries, repeats one and tries the webhook out', async () => {
  const sent = await show([one]);
  await userEvent.click(await screen.findByText('Entregas'));
  expect(await screen.findByText('9 intentos · respuesta 500 · La respuesta no fue 2xx')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Repetir: Alguien confirma/ }));
  await userEvent.click(screen.getByRole('button', { name: `Probar: ${one.url}` }));
  expect(await screen.findByText('Enviamos una prueba: mira en «Entregas» si llegó')).toBeTruthy();
  const posted = sent.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1));
  expect(posted).toEqual(['retry', 'ping']);
});

test('an address that the server rejects is marked at its field', async () => {
  const message = ['La dirección debe ser de un servidor público de internet'];
  declareResponses({
    ...respond(listWebhooks, { body: [] }, { slug }),
    ...respond(createWebhook, { status: 400, body: { message, code: 'VALIDATION' } }, { slug }),
  });
  await renderInRouter(<WebhooksPanel slug={slug} />);
  const field = await screen.findByLabelText('Dirección que recibe los avisos');
  await userEvent.type(field, 'https://localhost/');
  await userEvent.click(screen.getByRole('button', { name: 'Crear webhook' }));
  expect(await screen.findByText(message[0] ?? '')).toBeTruthy();
  expect(document.activeElement).toBe(field);
});

test('at least one event is needed', async () => {
  const sent = await show([]);
  await userEvent.type(await screen.findByLabelText('Dirección que recibe los avisos'), one.url);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Se publica una actividad/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Crear webhook' }));
  expect(await screen.findByText('Elige al menos un evento de la lista')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('removes a webhook after a question', async () => {
  await show([one]);
  await userEvent.click(await screen.findByRole('button', { name: `Eliminar: ${one.url}` }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar este webhook?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar el webhook' }));
  expect(await screen.findByText('No hay webhooks.')).toBeTruthy();
});
