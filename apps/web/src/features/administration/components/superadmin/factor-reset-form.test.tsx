import { listAdmins } from '@minga/contract/administration/admins';
import { startSecondFactorReset } from '@minga/contract/administration/second-factor';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderDashboard } from '../../../../../test/dashboard.ts';
import { errorResponse, type Responses, respond } from '../../../../../test/server.ts';

const started = { username: 'Rosa Elvira', dueAt: '2026-11-22T17:00:00.000Z' };

async function ask(email: string, responses: Responses = {}) {
  const { requestsTo } = renderDashboard('superadmin', '?tab=administradores', {
    ...respond(listAdmins, { body: [], total: 0 }),
    ...respond(startSecondFactorReset, { body: started }),
    ...responses,
  });
  const form = within(await screen.findByRole('form', { name: 'Quitar segundo factor' }));
  if (email !== '') await userEvent.type(form.getByLabelText('Correo de la cuenta'), email);
  await userEvent.click(form.getByRole('button', { name: 'Quitar segundo factor' }));
  return { sent: () => requestsTo('POST /admin/second-factor-resets').map(({ body }) => body) };
}

const confirm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Quitar en 24 horas' }));

test('asks, starts the reset and says when it takes effect', async () => {
  const { sent } = await ask('rosa@example.org');
  expect(sent()).toEqual([]);
  await confirm();
  expect(await screen.findByText(/Le escribimos a Rosa Elvira/)).toBeTruthy();
  expect(sent()).toEqual([{ email: 'rosa@example.org' }]);
});

test('shows why it cannot', async () => {
  const message = 'Esa cuenta no tiene segundo factor';
  await ask('rosa@example.org', respond(startSecondFactorReset, errorResponse(409, message)));
  await confirm();
  expect(await screen.findByText(message)).toBeTruthy();
});

test('an invalid address is not sent', async () => {
  const { sent } = await ask('rosa');
  expect(await screen.findByText('Ingresa un correo electrónico válido')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent()).toEqual([]);
});
