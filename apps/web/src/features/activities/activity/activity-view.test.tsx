import { type Activity, getActivity, searchActivities } from '@minga/contract/activities';
import { checkAttendances } from '@minga/contract/attendance';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aCollective } from '../../../../test/collective.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  maria,
  noActivities,
  respond,
  type SentRequest,
  signedIn,
  visitor,
} from '../../../../test/server.ts';

const path = `/actividades/${anActivity()._id}`;

let sent: readonly SentRequest[];

function show(changes: Partial<Activity> = {}) {
  sent = declareResponses({
    ...visitor,
    ...attendsNone,
    ...noActivities,
    ...respond(getActivity, { body: anActivity(changes) }, { id: anActivity()._id }),
  });
  renderApp(path);
  return screen.findByRole('heading', { level: 1, name: 'Siembra de árboles' });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

test('shows all details of an activity', async () => {
  await show();
  const facts = screen.getByRole('complementary', { name: 'Cuándo y dónde' });

  expect(screen.getByText('Trae guantes.')).toBeTruthy();
  expect(within(facts).getByText('sábado, 5 de diciembre de 2099, 9:00 a. m.')).toBeTruthy();
  expect(within(facts).getByText('Cerro de la Eme')).toBeTruthy();
  expect(within(facts).getByText('Don Efraín')).toBeTruthy();
  expect(within(facts).getByText('Marta')).toBeTruthy();
  expect(within(facts).getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(document.title).toBe('Siembra de árboles · Minga');
});

test('the dates of a series differ in the title of the window', async () => {
  const repeat = { frequency: 'weekly', interval: 1, weekdays: ['sa'] } as const;
  const _id = '0199bbbb-0000-7000-8000-000000000001';
  await show({
    series: { _id, index: 1, count: 1, repeat: { ...repeat, weekdays: [...repeat.weekdays] }, remaining: 1 },
  });
  expect(document.title).toBe(
    'Siembra de árboles, sábado, 5 de diciembre de 2099, 9:00\u00a0a.\u00a0m. · Minga',
  );
});

test('a collective organises, and a person has published', async () => {
  const { _id, slug, name, isVerified } = aCollective();
  await show({ collective: { _id, slug, name, isVerified } });
  const facts = within(screen.getByRole('complementary', { name: 'Cuándo y dónde' }));
  expect(facts.getByRole('link', { name }).getAttribute('href')).toBe(`/colectivos/${slug}`);
  expect(facts.getByText('Marta').parentElement?.textContent).toBe('La publicó Marta');
});

test('a co-organiser gets the links of the organiser and may attend', async () => {
  await show({ canManage: true });
  expect(screen.getByRole('link', { name: 'Editar' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
});

test('offers the organiser the attendance list and the form instead of joining', async () => {
  await show({ isOwner: true });
  expect(screen.getByText('La organizas tú')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Asistir a actividad' })).toBeNull();
  const links = ['Ver la asistencia', 'Editar'].map(name => screen.getByRole('link', { name }));
  expect(links.map(link => link.getAttribute('href'))).toEqual([
    `/tasks/asistencia?taskId=${anActivity()._id}`,
    `/tasks/${anActivity()._id}`,
  ]);
});

test('once it has begun, the organiser’s work afterwards comes first', async () => {
  await show({ isOwner: true, canManage: true, date: '2001-05-01T15:00:00.000Z' });
  const facts = within(screen.getByRole('complementary', { name: 'Cuándo y dónde' }));
  const [first, second] = facts.getAllByRole('link');
  expect([first, second].map(link => link?.textContent)).toEqual(['Horas y memoria', 'Ver la asistencia']);
});

test.each([
  ['rejected', false],
  ['pending', true],
  ['approved', true],
] as const)('an admin can join a %s activity: %j', async (status, canJoin) => {
  declareResponses({
    ...signedIn({ ...maria, role: 'admin' }),
    ...attendsNone,
    ...respond(getActivity, { body: anActivity({ status }) }, { id: anActivity()._id }),
    ...respond(checkAttendances, { body: { attending: [], arrived: [] } }),
  });
  renderApp(path);
  await screen.findByRole('button', { name: 'Notificaciones' });
  await screen.findByRole('heading', { level: 1, name: 'Siembra de árboles' });
  expect(screen.queryByRole('button', { name: 'Asistir a actividad' }) !== null).toBe(canJoin);
});

test('a past activity cannot be joined', async () => {
  await show({ date: '2001-05-01T15:00:00.000Z' });
  expect(screen.getByText('FINALIZADA')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Asistir a actividad' })).toBeNull();
});

test('uses the native share sheet', async () => {
  const share = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Compartir' }));
  expect(share).toHaveBeenCalledWith({ title: 'Siembra de árboles', url: location.origin + path });
});

test('copies the link without a native share sheet', async () => {
  await show();
  const user = userEvent.setup();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Compartir' }));
  expect(await screen.findByText('Enlace copiado')).toBeTruthy();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(location.origin + path);
});

test('copies the link if the browser denies the share sheet', async () => {
  const denied = async () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  Object.defineProperty(navigator, 'share', { value: denied, configurable: true });
  await show();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Compartir' }));
  expect(await screen.findByText('Enlace copiado')).toBeTruthy();
});

test('does nothing if the user closes the share sheet', async () => {
  const closed = vi.fn(async () => Promise.reject(new DOMException('No', 'AbortError')));
  Object.defineProperty(navigator, 'share', { value: closed, configurable: true });
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Compartir' }));
  expect(closed).toHaveBeenCalled();
  expect(screen.queryByText('Enlace copiado')).toBeNull();
});

test.each<[string, Partial<Activity>, string[]]>([
  ['an upcoming activity offers a calendar entry', {}, ['Compartir', 'Agregar al calendario']],
  ['a past activity does not', { date: '2001-05-01T15:00:00.000Z' }, ['Compartir']],
  ['a rejected activity cannot be shared', { isOwner: true, status: 'rejected' }, []],
])('%s', async (_, changes, expected) => {
  await show(changes);
  const facts = within(screen.getByRole('complementary', { name: 'Cuándo y dónde' }));
  const actions = ['Compartir', 'Agregar al calendario'].filter(name => facts.queryByText(name));
  expect(actions).toEqual(expected);
});

test("links to the server's calendar file", async () => {
  await show();
  const link = screen.getByRole('link', { name: 'Agregar al calendario' });
  expect(link.getAttribute('href')).toBe(`${path}.ics`);
});

test('goes back to the list that the user came from', async () => {
  declareResponses({
    ...visitor,
    ...attendsNone,
    ...respond(searchActivities, { body: [anActivity()], total: 1 }),
    ...respond(getActivity, { body: anActivity() }, { id: anActivity()._id }),
  });
  const { router } = renderApp('/actividades?q=siembra');
  await userEvent.click(await screen.findByRole('link', { name: 'Siembra de árboles' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Volver a la lista' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Actividades' })).toBeTruthy();
  expect(router.state.location.href).toBe('/actividades?q=siembra');
  expect(router.history.canGoBack()).toBe(false);
});

test('links to the catalogue after a shared link', async () => {
  await show();
  await userEvent.click(screen.getByRole('link', { name: 'Todas las actividades' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Actividades' })).toBeTruthy();
  // The check of the button, which is sent in a batch, ends with this test.
  await waitFor(() => expect(sent.map(request => request.path)).toContain('/attendances/check'));
});

test('says that an activity was deleted', async () => {
  const body = { message: 'Esta actividad fue eliminada', code: 'DELETED' };
  declareResponses({ ...visitor, ...respond(getActivity, { status: 404, body }, { id: anActivity()._id }) });
  renderApp(path);
  expect(await screen.findByRole('heading', { level: 1, name: 'Esta actividad fue eliminada' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buscar otra actividad' })).toBeTruthy();
});

test.each([
  ['gone', { status: 404, body: { message: 'Actividad no encontrada', code: 'NOT_FOUND' } }, path],
  [
    'cut off',
    { status: 400, body: { message: ['Identificador no válido'], code: 'VALIDATION' } },
    '/actividades/0193',
  ],
])('an address that is %s links to the catalogue', async (_, response, address) => {
  declareResponses({
    ...visitor,
    ...respond(getActivity, response, { id: address.replace('/actividades/', '') }),
  });
  renderApp(address);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'No encontramos esta actividad' }),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buscar otra actividad' }).getAttribute('href')).toBe(
    '/actividades',
  );
});

test('does not report other errors as a missing activity', async () => {
  declareResponses({
    ...visitor,
    ...respond(
      getActivity,
      {
        status: 429,
        body: { message: 'Demasiados intentos', code: 'RATE_LIMITED' },
      },
      { id: anActivity()._id },
    ),
  });
  renderApp(path);
  expect(await screen.findByText('Demasiados intentos')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Intentar de nuevo' })).toBeTruthy();
});
