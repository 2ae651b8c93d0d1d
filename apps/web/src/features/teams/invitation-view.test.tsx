import { login } from '@minga/contract/accounts';
import { getCollective, listCollectives } from '@minga/contract/collectives';
import { logout } from '@minga/contract/session';
import { acceptInvitation, type InvitationOffer, readInvitation } from '@minga/contract/teams';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import {
  declareResponses,
  errorResponse,
  maria,
  type Responses,
  respond,
  signedIn,
  visitor,
} from '../../../test/server.ts';

const TOKEN = 'abc123';
const PATH = `/invitacion?token=${TOKEN}`;
const offer: InvitationOffer = {
  kind: 'collective',
  name: 'Guardianes del Río',
  role: 'organizer',
  slug: 'guardianes-del-rio',
  taskId: null,
  expiresAt: '2026-12-01T15:00:00.000Z',
};

function show(responses: Responses = {}, path = PATH) {
  const sent = declareResponses({ ...signedIn(), ...respond(readInvitation, { body: offer }), ...responses });
  return { ...renderApp(path), sent };
}
const accept = async () => userEvent.click(await screen.findByRole('button', { name: 'Aceptar' }));

test('shows to what and as what, and accepts by the button alone', async () => {
  const { router, sent } = show(respond(acceptInvitation, { body: offer }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Te invitan a Guardianes del Río' }),
  ).toBeTruthy();
  expect(screen.getByText('Edita actividades, ve y maneja la lista de participantes.')).toBeTruthy();
  expect(screen.getByText(/La invitación sirve hasta el martes, 1 de diciembre de 2026, 10:00/)).toBeTruthy();
  // Others may read the address bar.
  expect(router.state.location.href).toBe('/invitacion');
  expect(sent.map(({ path }) => path)).not.toContain('/invitations/accept');
  await accept();
  expect(await screen.findByRole('heading', { level: 1, name: '¡Ya haces parte!' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver el colectivo' }).getAttribute('href')).toBe(
    '/colectivos/guardianes-del-rio',
  );
  expect(sent.find(({ path }) => path === '/invitations/accept')?.body).toEqual({ token: TOKEN });
});

test('an invitation to an activity leads to it', async () => {
  const taskId = '01930000-0000-7000-8000-00000000000a';
  const body: InvitationOffer = {
    ...offer,
    kind: 'activity',
    name: 'Siembra',
    role: 'door',
    slug: null,
    taskId,
  };
  show({ ...respond(readInvitation, { body }), ...respond(acceptInvitation, { body }) });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Te invitan a recibir en «Siembra»' }),
  ).toBeTruthy();
  await accept();
  expect(await screen.findByText(/entra a «Voy a ir» y toca «Puerta»/)).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Ver la actividad' });
  expect(link.getAttribute('href')).toBe(`/actividades/${taskId}`);
});

test('a door keeper of a collective is told the way to the door', async () => {
  const body: InvitationOffer = { ...offer, role: 'door' };
  show({ ...respond(readInvitation, { body }), ...respond(acceptInvitation, { body }) });
  await accept();
  expect(await screen.findByText(/entra a «Voy a ir» y toca «Puerta»/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver el colectivo' })).toBeTruthy();
});

test('a visitor signs in first and comes back to it', async () => {
  let isSignedIn = false;
  const { router } = show({
    ...visitor,
    ...signedIn(() => (isSignedIn ? maria : null)),
    ...respond(login, () => {
      isSignedIn = true;
      return { body: maria };
    }),
  });
  const main = within(await screen.findByRole('main'));
  await userEvent.click(await main.findByRole('link', { name: 'Iniciar sesión' }));
  await waitFor(() => expect(router.state.location.href).toBe('/login?volver=%2Finvitacion'));
  await userEvent.type(await screen.findByRole('textbox', { name: /Correo/ }), maria.email);
  await userEvent.type(screen.getByLabelText(/^Contraseña/), 'tejer mochilas');
  await userEvent.click(main.getByRole('button', { name: 'Iniciar sesión' }));
  expect(await screen.findByRole('button', { name: 'Aceptar' })).toBeTruthy();
});

test('a new account comes back to it from the link in its e-mail, which opens in a new tab', async () => {
  const { router } = show(visitor);
  const main = within(await screen.findByRole('main'));
  await userEvent.click(await main.findByRole('link', { name: 'Crear una cuenta' }));
  await waitFor(() => expect(router.state.location.href).toBe('/register?volver=%2Finvitacion'));
  cleanup();
  sessionStorage.clear();
  show({}, '/invitacion');
  expect(await screen.findByRole('button', { name: 'Aceptar' })).toBeTruthy();
});

test('another account is explained, with the way out', async () => {
  const { router } = show({
    ...respond(acceptInvitation, errorResponse(403, 'Otra cuenta', 'WRONG_ACCOUNT')),
    ...respond(logout, { status: 204 }),
  });
  await accept();
  expect(
    (await screen.findByText(/Esta invitación llegó a otra dirección/)).closest('[role=alert]'),
  ).toBeTruthy();
  expect(screen.getByText(/Pide que te inviten a/).textContent).toContain(maria.email);
  await userEvent.click(screen.getByRole('button', { name: 'Entrar con la otra cuenta' }));
  await waitFor(() => expect(router.state.location.href).toBe('/login?volver=%2Finvitacion'));
});

test.each([
  ['when opened', respond(readInvitation, errorResponse(400, 'Venció', 'INVALID_TOKEN'))],
  ['when accepted', respond(acceptInvitation, errorResponse(400, 'Venció', 'INVALID_TOKEN'))],
])('an expired link is explained %s', async (when, responses) => {
  show(responses);
  if (when === 'when accepted') await accept();
  expect(await screen.findByRole('heading', { level: 1, name: 'Esta invitación ya no sirve' })).toBeTruthy();
  expect(screen.getByText(/sirve 7 días y una sola vez/)).toBeTruthy();
});

test('an incomplete link is explained', async () => {
  show({}, '/invitacion');
  expect(await screen.findByRole('heading', { level: 1, name: 'El enlace no está completo' })).toBeTruthy();
});

test('another failure stays on the page, to try again', async () => {
  show(respond(acceptInvitation, errorResponse(503, 'Vuelve a intentarlo')));
  await accept();
  expect(await screen.findByText('Vuelve a intentarlo')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Aceptar' })).toBeTruthy();
});

test('a used token is not offered again', async () => {
  show({
    ...respond(acceptInvitation, { body: offer }),
    ...respond(listCollectives, { body: [], total: 0 }),
    ...respond(getCollective, errorResponse(404, 'No'), { slug: 'guardianes-del-rio' }),
  });
  await accept();
  await screen.findByRole('heading', { level: 1, name: '¡Ya haces parte!' });
  for (const storage of [sessionStorage, localStorage])
    expect(storage.getItem('minga.invitation')).toBeNull();
});
