import { createAdmin, listAdmins } from '@minga/contract/administration/admins';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anAccount, renderDashboard } from '../../../../test/dashboard.ts';
import { errorResponse, type Responses, respond } from '../../../../test/server.ts';
import { announceReload } from '../../../lib/server/pending-reload.ts';

afterEach(() => void vi.useRealTimers());

const CREATE = 'POST /auth/admin/register';
const CREATED_TEXT = '✅ Administrador creado correctamente';
/** The sentence; its symbol is an element of its own, which an icon replaces for the eye. */
const CREATED = (_: string, element: Element | null) =>
  element?.tagName === 'P' && element.textContent === CREATED_TEXT;
const fields = ['Nombre de usuario', 'Correo electrónico', 'Contraseña', 'Confirmar contraseña'];
const ana = { username: 'Ana Ñañez', email: 'ana@example.org', password: 'maíz-y-café' };
const account = anAccount(1, { username: ana.username, email: ana.email, role: 'admin' });

async function fill(values: string[], responses: Responses = {}) {
  const { requestsTo } = renderDashboard('superadmin', '?tab=crear', {
    ...respond(createAdmin, { status: 201, body: account }),
    ...responses,
  });
  for (const [place, label] of fields.entries()) {
    const field = await screen.findByLabelText(label);
    if (values[place]) await userEvent.type(field, values[place]);
  }
  return {
    requestsTo,
    sent: () => requestsTo(CREATE).map(({ body }) => body),
    send: () => userEvent.click(screen.getByRole('button', { name: 'Crear Administrador' })),
  };
}

const good = [ana.username, ana.email, ana.password, ana.password];
const typed = () => fields.map(label => (screen.getByLabelText(label) as HTMLInputElement).value);

test('creates an admin, shows a message and clears the form', async () => {
  const { sent, send } = await fill(good);
  await send();
  expect(await screen.findByText(CREATED)).toBeTruthy();
  expect(sent()).toEqual([ana]);
  expect(typed()).toEqual(['', '', '', '']);
});

test('asks about a mistyped domain', async () => {
  await fill(['', 'ana@gmial.com', 'x']);
  await userEvent.click(screen.getByRole('button', { name: 'gmail.com' }));
  expect(typed()[1]).toBe('ana@gmail.com');
});

test('the success message is visible for three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { send } = await fill(good);
  await send();
  const isSeen = () => !screen.getByText(CREATED).closest('.mantine-VisuallyHidden-root');
  await screen.findByText(CREATED);
  expect(screen.getByText('✅').className).toContain('VisuallyHidden');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(isSeen()).toBe(true);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(isSeen()).toBe(false);
});

test('password managers treat the password as a new one', async () => {
  await fill([]);
  const password = screen.getByLabelText('Contraseña');
  expect(password.getAttribute('placeholder')).toBe('Mínimo 10 caracteres');
  // The rule is visible before typing.
  expect(screen.getByText(/^Mínimo 10 caracteres\. No sirven las contraseñas más usadas/)).toBeTruthy();
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
      'La contraseña debe tener al menos 10 caracteres',
      'Las contraseñas no coinciden',
    ],
  ],
])('the fields show the errors of %j', async (values, sentences) => {
  const { sent, send } = await fill(values);
  await send();
  for (const sentence of sentences) expect(await screen.findByText(sentence)).toBeTruthy();
  expect(sent()).toEqual([]);
});

test('shows that it is saving and ignores a second press', async () => {
  const { sent } = await fill(
    good,
    respond(createAdmin, () => new Promise(() => {})),
  );
  await userEvent.dblClick(screen.getByRole('button', { name: 'Crear Administrador' }));
  expect(await screen.findByRole('button', { name: 'Creando...' })).toBeTruthy();
  expect(sent()).toHaveLength(1);
});

test.each([
  ['El correo ya está en uso', errorResponse(409, 'El correo ya está en uso')],
  ['Error al crear administrador', { status: 409 }],
])('an error is shown and the values stay: %s', async (sentence, response) => {
  const { send } = await fill(good, respond(createAdmin, response));
  await send();
  expect(await screen.findByText('Se encontraron 1 error(es)')).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe(sentence);
  expect(screen.getByLabelText('Correo electrónico').getAttribute('aria-invalid')).toBe('true');
  expect(typed()).toEqual(good);
});

test('a retry dismisses the error', async () => {
  let isTaken = true;
  const { send } = await fill(
    good,
    respond(createAdmin, () =>
      isTaken
        ? { status: 409, body: { message: 'En uso', code: 'CONFLICT' } }
        : { status: 201, body: account },
    ),
  );
  await send();
  await screen.findByText('Se encontraron 1 error(es)');
  isTaken = false;
  await send();
  expect(await screen.findByText(CREATED)).toBeTruthy();
  expect(screen.queryByText('Se encontraron 1 error(es)')).toBeNull();
});

test.each([
  ['was created', [account], CREATED],
  ['was not created', [], /^Error al crear administrador: no hay conexión/],
])('after a lost response the list shows that the admin %s', async (_, rows, sentence) => {
  const { send } = await fill(good, {
    ...respond(createAdmin, 'unreachable'),
    ...respond(listAdmins, { body: rows, total: rows.length }),
  });
  await send();
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('a reload for a new version preserves all fields but the passwords', async () => {
  await fill(good);
  announceReload();
  cleanup();
  await fill([]);
  expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
  expect(typed()).toEqual([ana.username, ana.email, '', '']);
});
