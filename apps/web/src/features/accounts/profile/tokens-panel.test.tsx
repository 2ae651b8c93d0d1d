import { type ApiToken, createApiToken, listApiTokens, removeApiToken } from '@minga/contract/api-tokens';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, respond } from '../../../../test/server.ts';
import { TokensPanel } from './tokens-panel.tsx';

const one: ApiToken = {
  _id: '0199dddd-0000-7000-8000-000000000001',
  name: 'Hoja de la junta',
  scope: 'read',
  prefix: 'minga_Qk3x',
  createdAt: '2026-11-25T15:00:00.000Z',
  expiresAt: '2027-02-23T15:00:00.000Z',
  lastUsedAt: null,
};
const token = `minga_${'a'.repeat(43)}`;

async function show(first: ApiToken[]) {
  let tokens = first;
  const sent = declareResponses({
    ...respond(listApiTokens, () => ({ body: tokens })),
    ...respond(createApiToken, () => {
      tokens = [one, ...tokens];
      return { status: 201, body: { ...one, token } };
    }),
    ...respond(
      removeApiToken,
      () => {
        tokens = [];
        return { status: 204 };
      },
      { id: one._id },
    ),
  });
  await renderInRouter(<TokensPanel />);
  return sent;
}

test('lists what each token may do, its last use and its end', async () => {
  await show([one]);
  const row = (await screen.findByRole('listitem')).textContent;
  expect(row).toContain('minga_Qk3x…\u00a0· Solo leer');
  expect(row).toContain('Sin usar todavía');
  expect(row).toContain('Vence el martes, 23 de febrero de 2027');
});

test('shows a new token until it was stored, and copies it', async () => {
  const sent = await show([]);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Para qué es'), 'Hoja de la junta');
  await user.click(screen.getByRole('radio', { name: /Leer y escribir/ }));
  await userEvent.selectOptions(screen.getByLabelText('Vence en'), '1 año');
  await userEvent.click(screen.getByRole('button', { name: 'Crear token' }));
  const heading = await screen.findByRole('heading', { name: /^Tu token/ });
  await vi.waitFor(() => expect(document.activeElement).toBe(heading));
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copiar' }));
  expect(write).toHaveBeenCalledWith(token);
  await userEvent.click(screen.getByRole('button', { name: 'Ya lo guardé' }));
  expect(screen.queryByText(token)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tus tokens' }));
  const { body } = sent.find(({ method }) => method === 'POST') ?? {};
  expect(body).toMatchObject({ name: 'Hoja de la junta', scope: 'write' });
  const days = (Date.parse((body as { expiresAt: string }).expiresAt) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(Math.round(days)).toBe(365);
});

test('a name is needed', async () => {
  const sent = await show([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Crear token' }));
  expect(await screen.findByText('El nombre es requerido')).toBeTruthy();
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('why a token was not created is shown at the form', async () => {
  const message = 'Ya tienes 20 tokens. Elimina uno que no uses para crear otro.';
  declareResponses({
    ...respond(listApiTokens, { body: [one] }),
    ...respond(createApiToken, { status: 409, body: { message, code: 'CONFLICT' } }),
  });
  await renderInRouter(<TokensPanel />);
  await userEvent.type(await screen.findByLabelText('Para qué es'), 'Otro');
  await userEvent.click(screen.getByRole('button', { name: 'Crear token' }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test('removes a token after a question', async () => {
  await show([one]);
  await userEvent.click(await screen.findByRole('button', { name: 'Eliminar: Hoja de la junta' }));
  const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar este token?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar el token' }));
  expect(await screen.findByText('Token eliminado: ya no sirve')).toBeTruthy();
  expect(await screen.findByText('No tienes tokens.')).toBeTruthy();
});
