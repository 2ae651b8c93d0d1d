import { listAdmins, updateAdmin } from '@minga/contract/administration/admins';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anAccount, renderDashboard } from '../../../../test/dashboard.ts';
import { errorResponse, type Responses, respond } from '../../../../test/server.ts';

afterEach(() => void vi.useRealTimers());

const ana = anAccount(1, { username: 'Ana Ñañez', email: 'ana@example.org', role: 'admin' });
const SAVE = `PUT /admin/${ana._id}`;

async function open(responses: Responses = {}) {
  const { requestsTo } = renderDashboard('superadmin', '?tab=administradores', {
    ...respond(listAdmins, { body: [ana], total: 1 }),
    ...respond(updateAdmin, ({ body }) => ({ body: { ...ana, ...(body as object) } }), { id: ana._id }),
    ...responses,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Editar: Ana Ñañez' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Administrador' }));
  await dialog.findByLabelText('Correo electrónico');
  return {
    requestsTo,
    dialog,
    saved: () => requestsTo(SAVE).map(({ body }) => body),
    save: () => userEvent.click(dialog.getByRole('button', { name: /^Guarda/ })),
  };
}

const password = () => screen.queryByLabelText('Nueva Contraseña');

test('changes name and e-mail without the password', async () => {
  const { dialog, saved, save, requestsTo } = await open();
  expect(dialog.getByLabelText('Correo electrónico')).toHaveProperty('value', 'ana@example.org');
  expect(password()).toBeNull();
  await userEvent.clear(dialog.getByLabelText('Nombre de usuario'));
  await userEvent.type(dialog.getByLabelText('Nombre de usuario'), 'Ana María');
  await save();
  expect(await screen.findByText('Administrador actualizado correctamente')).toBeTruthy();
  expect(saved()).toEqual([{ username: 'Ana María', email: 'ana@example.org' }]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await expect.poll(() => requestsTo('GET /admin')).toHaveLength(3);
});

test('the checkbox shows the field for a new password', async () => {
  const { dialog, saved, save } = await open();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Cambiar contraseña' }));
  expect(password()?.getAttribute('autocomplete')).toBe('new-password');
  expect(password()?.getAttribute('placeholder')).toBe('Mínimo 10 caracteres');
  expect(dialog.getByText(/^Mínimo 10 caracteres\. No sirven las contraseñas más usadas/)).toBeTruthy();
  await userEvent.type(password() as HTMLElement, 'corta');
  await save();
  expect(await dialog.findByText('La contraseña debe tener al menos 10 caracteres')).toBeTruthy();
  expect(saved()).toEqual([]);
  await userEvent.type(password() as HTMLElement, ' ya no');
  await save();
  await expect
    .poll(saved)
    .toEqual([{ username: 'Ana Ñañez', email: 'ana@example.org', password: 'corta ya no' }]);
});

test.each([
  ['blank', false],
  ['removed by the checkbox', true],
])('a password that is %s is not sent', async (_, isTakenBack) => {
  const { dialog, saved, save } = await open();
  const checkbox = dialog.getByRole('checkbox', { name: 'Cambiar contraseña' });
  await userEvent.click(checkbox);
  await userEvent.type(password() as HTMLElement, isTakenBack ? 'corta' : '   ');
  if (isTakenBack) await userEvent.click(checkbox);
  await save();
  await expect.poll(saved).toEqual([{ username: 'Ana Ñañez', email: 'ana@example.org' }]);
});

test('shows that it is saving and ignores a second press', async () => {
  const { dialog, saved } = await open(respond(updateAdmin, () => new Promise(() => {}), { id: ana._id }));
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Guardar Cambios' }));
  expect(await dialog.findByRole('button', { name: 'Guardando...' })).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Correo electrónico'), '{Enter}');
  expect(saved()).toHaveLength(1);
});

test.each([
  ['El correo ya está en uso', errorResponse(409, 'El correo ya está en uso')],
  ['Error al actualizar administrador', { status: 409 }],
])('an error is shown in the open dialog: %s', async (sentence, response) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { dialog, save } = await open(respond(updateAdmin, response, { id: ana._id }));
  await save();
  expect(await dialog.findByText('Se encontraron 1 error(es)')).toBeTruthy();
  expect(dialog.getByRole('listitem').textContent).toBe(sentence);
  expect(dialog.getByLabelText('Correo electrónico').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(dialog.getByLabelText('Correo electrónico'));
  act(() => void vi.advanceTimersByTime(3_000));
  expect(dialog.queryByText('Se encontraron 1 error(es)')).toBeNull();
});

test('saving a deleted admin closes the dialog and shows the error on the page', async () => {
  const { save } = await open(
    respond(
      updateAdmin,
      { status: 404, body: { message: 'Ya no existe', code: 'NOT_FOUND' } },
      { id: ana._id },
    ),
  );
  await save();
  expect(await screen.findByText('Ya no existe')).toBeTruthy();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('validation errors are shown at the fields', async () => {
  const { dialog, saved, save } = await open();
  await userEvent.clear(dialog.getByLabelText('Nombre de usuario'));
  await userEvent.clear(dialog.getByLabelText('Correo electrónico'));
  await save();
  expect(await dialog.findByText('El nombre de usuario es requerido')).toBeTruthy();
  expect(dialog.getByText('El correo electrónico es requerido')).toBeTruthy();
  expect(saved()).toEqual([]);
});

test('the form starts with the refetched account instead of the listed one', async () => {
  let admins = [ana];
  const responses = respond(listAdmins, () => ({ body: admins, total: admins.length }));
  renderDashboard('superadmin', '?tab=administradores', responses);
  const edit = await screen.findByRole('button', { name: 'Editar: Ana Ñañez' });
  admins = [{ ...ana, email: 'ana.nueva@example.org' }];
  await userEvent.click(edit);
  expect(await screen.findByLabelText('Correo electrónico')).toHaveProperty('value', 'ana.nueva@example.org');
});

test('an admin deleted since is not edited', async () => {
  let admins = [ana];
  const responses = respond(listAdmins, () => ({ body: admins, total: admins.length }));
  renderDashboard('superadmin', '?tab=administradores', responses);
  const edit = await screen.findByRole('button', { name: 'Editar: Ana Ñañez' });
  admins = [];
  await userEvent.click(edit);
  expect(await screen.findByText('Esa cuenta de administración no existe')).toBeTruthy();
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('No hay administradores registrados')).toBeTruthy();
});
