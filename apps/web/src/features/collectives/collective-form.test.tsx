import { searchActivities } from '@minga/contract/activities';
import { createCollective, deleteCollective, updateCollective } from '@minga/contract/collective-fields';
import { type Collective, getCollective, listCollectives } from '@minga/contract/collectives';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aCollective } from '../../../test/collective.ts';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond, signedIn } from '../../../test/server.ts';

const slug = aCollective().slug;
const params = { slug };
const owned = (changes: Partial<Collective> = {}) => aCollective({ myRole: 'owner', ...changes });

function show(path: string, responses: Responses = {}) {
  const sent = declareResponses({
    ...signedIn(),
    ...respond(getCollective, { body: owned() }, params),
    ...respond(searchActivities, { body: [], total: 0 }),
    ...respond(listCollectives, { body: [], total: 0 }),
    ...responses,
  });
  return { ...renderApp(path), sent };
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('creates a collective and opens its page', async () => {
  const { router, sent } = show('/colectivos/nuevo', respond(createCollective, { body: owned() }));
  await userEvent.type(await field('Nombre'), 'Guardianes del Río');
  await userEvent.type(await field('Página web (opcional)'), 'ejemplo.org');
  await userEvent.type(await field('WhatsApp (opcional)'), '312 456 7890');
  await press('Crear colectivo');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/colectivos/${slug}`));
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Guardianes del Río',
    description: '',
    place: '',
    website: 'https://ejemplo.org',
    whatsapp: '312 456 7890',
  });
  expect(screen.getByText('Colectivo creado')).toBeTruthy();
});

test('errors are at their fields', async () => {
  show('/colectivos/nuevo', respond(createCollective, errorResponse(400, ['Ingresa un teléfono válido'])));
  await userEvent.type(await field('Página web (opcional)'), 'http://ejemplo.org');
  await press('Crear colectivo');
  expect(await screen.findByText('El nombre es requerido')).toBeTruthy();
  expect(screen.getByText('La página web debe comenzar con https://')).toBeTruthy();
  await userEvent.clear(await field('Página web (opcional)'));
  await userEvent.type(await field('Nombre'), 'Guardianes');
  await userEvent.type(await field('WhatsApp (opcional)'), '12');
  await press('Crear colectivo');
  expect(await screen.findByText('Ingresa un teléfono válido')).toBeTruthy();
  const whatsapp = await field('WhatsApp (opcional)');
  expect(whatsapp.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(whatsapp);
});

test('a name in use is an error of the name', async () => {
  show(
    '/colectivos/nuevo',
    respond(createCollective, errorResponse(409, 'Ya hay un colectivo con ese nombre')),
  );
  await userEvent.type(await field('Nombre'), 'Guardianes');
  await press('Crear colectivo');
  expect(await screen.findByText('Ya hay un colectivo con ese nombre')).toBeTruthy();
  expect((await field('Nombre')).getAttribute('aria-invalid')).toBe('true');
});

test('other errors are shown below the fields', async () => {
  show('/colectivos/nuevo', respond(createCollective, errorResponse(429, 'Creaste muchos colectivos hoy')));
  await userEvent.type(await field('Nombre'), 'Guardianes');
  await press('Crear colectivo');
  const alerts = await screen.findAllByRole('alert');
  await waitFor(() =>
    expect(alerts.map(alert => alert.textContent)).toContain('Creaste muchos colectivos hoy'),
  );
});

test('an edit sends everything, and warns before the verification is lost', async () => {
  const { router, sent } = show(`/colectivos/${slug}/editar`, {
    ...respond(getCollective, { body: owned({ isVerified: true }) }, params),
    ...respond(updateCollective, { body: owned({ name: 'Guardianas' }) }, params),
  });
  const name = await field('Nombre');
  expect(screen.queryByText(/pierde la marca/)).toBeNull();
  await userEvent.clear(name);
  await userEvent.type(name, 'Guardianas');
  expect(screen.getByText(/pierde la marca/)).toBeTruthy();
  await press('Guardar cambios');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/colectivos/${slug}`));
  expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    name: 'Guardianas',
    place: 'Popayán',
    removeImage: true,
  });
});

test('who does not administer it cannot edit it', async () => {
  show(
    `/colectivos/${slug}/editar`,
    respond(getCollective, { body: owned({ myRole: 'organizer' }) }, params),
  );
  expect(await screen.findByText('Solo quienes lo administran pueden cambiar sus datos.')).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});

test('the deletion says what happens, and leads to the list', async () => {
  const { router, sent } = show(
    `/colectivos/${slug}/editar`,
    respond(deleteCollective, { status: 204 }, params),
  );
  await field('Nombre');
  await press('Eliminar');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar este colectivo?' }));
  expect(dialog.getByText(/Las actividades\s+quedan con quienes las publicaron/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar para siempre' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/colectivos'));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('a failed deletion is explained in the dialog', async () => {
  show(
    `/colectivos/${slug}/editar`,
    respond(deleteCollective, errorResponse(403, 'Solo quien lo administra'), params),
  );
  await field('Nombre');
  await press('Eliminar');
  const dialog = within(await screen.findByRole('dialog', { name: '¿Eliminar este colectivo?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Eliminar para siempre' }));
  expect(await dialog.findByText('Solo quien lo administra')).toBeTruthy();
});
