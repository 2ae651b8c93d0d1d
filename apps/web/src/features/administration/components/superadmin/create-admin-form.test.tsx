import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anAccount, renderDashboard } from '../../../../../test/dashboard.ts';
import type { Answers } from '../../../../../test/server.ts';
import { announceReload } from '../../../../lib/reload-ahead.ts';

afterEach(() => void vi.useRealTimers());

const CREATE = 'POST /auth/admin/register';
const CREATED = '✅ Administrador creado correctamente';
const fields = ['Nombre de usuario', 'Email', 'Contraseña', 'Confirmar contraseña'];
const ana = { username: 'Ana Ñañez', email: 'ana@example.org', password: 'maíz-y-café' };
const account = anAccount(1, { username: ana.username, email: ana.email, role: 'admin' });

async function fill(values: string[], answers: Answers = {}) {
  const { asked } = renderDashboard('superadmin', '?tab=crear', {
    [CREATE]: { status: 201, body: account },
    ...answers,
  });
  for (const [place, label] of fields.entries()) {
    const field = await screen.findByLabelText(label);
    if (values[place]) await userEvent.type(field, values[place]);
  }
  return {
    asked,
    sent: () => asked(CREATE).map(({ body }) => body),
    send: () => userEvent.click(screen.getByRole('button', { name: 'Crear Administrador' })),
  };
}

const good = [ana.username, ana.email, ana.password, ana.password];
const typed = () => fields.map(label => (screen.getByLabelText(label) as HTMLInputElement).value);

test('an administrator is created, which is told, and the form is cleared', async () => {
  const { sent, send } = await fill(good);
  await send();
  expect(await screen.findByText(CREATED)).toBeTruthy();
  expect(sent()).toEqual([ana]);
  expect(typed()).toEqual(['', '', '', '']);
});

test('that it was created is seen for three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { send } = await fill(good);
  await send();
  const isSeen = () => !screen.getByText(CREATED).closest('.mantine-VisuallyHidden-root');
  await screen.findByText(CREATED);
  act(() => void vi.advanceTimersByTime(2_000));
  expect(isSeen()).toBe(true);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(isSeen()).toBe(false);
});

test('the password is a new one to a password manager', async () => {
  await fill([]);
  const password = screen.getByLabelText('Contraseña');
  expect(password.getAttribute('placeholder')).toBe('Mínimo 6 caracteres');
  expect(password.getAttribute('autocomplete')).toBe('new-password');
  expect(screen.getByLabelText('Confirmar contraseña').getAttribute('autocomplete')).toBe('new-password');
});

test.each([
  [
    ['', '', '', ''],
    ['El nombre de usuario es requerido', 'El correo electrónico es requerido', 'Repite la contraseña'],
  ],
  [
    ['Ana', 'ana@', 'corta', 'otra'],
    [
      'Ingresa un correo electrónico válido',
      'La contraseña debe tener al menos 6 caracteres',
      'Las contraseñas no coinciden',
    ],
  ],
])('%j is refused beside the fields', async (values, sentences) => {
  const { sent, send } = await fill(values);
  await send();
  for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('while it creates it says so, and takes no second press', async () => {
  const { sent } = await fill(good, { [CREATE]: () => new Promise(() => {}) });
  await userEvent.dblClick(screen.getByRole('button', { name: 'Crear Administrador' }));
  expect(await screen.findByRole('button', { name: 'Creando...' })).toBeTruthy();
  expect(sent()).toHaveLength(1);
});

test.each([
  ['El correo ya está en uso', { message: 'El correo ya está en uso', code: 'CONFLICT' }],
  ['Error al crear administrador', undefined],
])('a refusal is told, and what was typed stays: %s', async (sentence, body) => {
  const { send } = await fill(good, { [CREATE]: { status: 409, body } });
  await send();
  expect(await screen.findByText('Se encontraron 1 error(es)')).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe(sentence);
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  expect(typed()).toEqual(good);
});

test('another try takes the complaint back', async () => {
  let isTaken = true;
  const { send } = await fill(good, {
    [CREATE]: () =>
      isTaken
        ? { status: 409, body: { message: 'En uso', code: 'CONFLICT' } }
        : { status: 201, body: account },
  });
  await send();
  await screen.findByText('Se encontraron 1 error(es)');
  isTaken = false;
  await send();
  expect(await screen.findByText(CREATED)).toBeTruthy();
  expect(screen.queryByText('Se encontraron 1 error(es)')).toBeNull();
});

test.each([
  ['was created all the same', [account], CREATED],
  ['was not', [], /^Error al crear administrador: no hay conexión/],
])('when the reply is lost, the list tells: it %s', async (_, rows, sentence) => {
  const { send } = await fill(good, {
    [CREATE]: 'unreachable',
    'GET /admin': { body: rows, total: rows.length },
  });
  await send();
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('a new version of the app costs no word but the passwords', async () => {
  await fill(good);
  announceReload();
  cleanup();
  await fill([]);
  expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
  expect(typed()).toEqual([ana.username, ana.email, '', '']);
});
