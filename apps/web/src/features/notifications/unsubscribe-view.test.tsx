import { readSubscription, unsubscribe } from '@minga/contract/notification-settings';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, type Responses, respond, signedIn, visitor } from '../../../test/server.ts';

const changes = { body: { kind: 'change' as const, hasAccount: true } };
const bad = {
  status: 400,
  body: { message: 'Este enlace no es válido o ya venció.', code: 'INVALID_TOKEN' },
};

function show(responses: Responses, path = '/dejar-correos?token=123456') {
  const sent = declareResponses({ ...visitor, ...responses });
  const { router } = renderApp(path);
  return {
    router,
    posts: () => sent.filter(({ path }) => path.startsWith('/notif')).map(({ path }) => path),
  };
}

const end = async () => userEvent.click(await screen.findByRole('button', { name: 'Dejar de recibirlos' }));

test('opening the link changes nothing; its button unsubscribes from the named e-mails', async () => {
  const { posts, router } = show({ ...respond(readSubscription, changes), ...respond(unsubscribe, changes) });
  expect(await screen.findByText(/los correos sobre cambios en las actividades a las que vas/)).toBeTruthy();
  expect([posts(), router.state.location.href]).toEqual([['/notifications/suscripcion'], '/dejar-correos']);
  await end();
  expect(await screen.findByRole('heading', { level: 1, name: 'Listo' })).toBeTruthy();
  expect(posts().at(-1)).toBe('/notifications/baja');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Ver la agenda' })).toBeTruthy();
});

test('a signed-in user gets a link to all preferences', async () => {
  show({ ...signedIn(), ...respond(readSubscription, changes), ...respond(unsubscribe, changes) });
  await end();
  const link = await screen.findByRole('link', { name: 'Elegir mis avisos' });
  expect([link.getAttribute('href')]).toEqual(['/tasks/notificaciones#avisos']);
});

test.each([
  ['a bad link', respond(readSubscription, bad), '?token=123'],
  ['no link', {}, ''],
])('%s', async (_, responses, search) => {
  show(responses, `/dejar-correos${search}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Este enlace ya no sirve' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Dejar de recibirlos' })).toBeNull();
});

test('a failed unsubscription can be retried', async () => {
  show({ ...respond(readSubscription, changes), ...respond(unsubscribe, 'unreachable') });
  await end();
  expect(await screen.findByText('Error al guardar tu decisión')).toBeTruthy();
  declareResponses({ ...visitor, ...respond(unsubscribe, changes) });
  await end();
  expect(await screen.findByRole('heading', { level: 1, name: 'Listo' })).toBeTruthy();
});
