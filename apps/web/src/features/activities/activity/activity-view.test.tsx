import { type Activity, getActivity, searchActivities, type WholeActivity } from '@minga/contract/activities';
import { checkAttendance, checkAttendances } from '@minga/contract/attendance';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aCollective } from '../../../../test/collective.ts';
import { aNeed } from '../../../../test/need.ts';
import { renderApp } from '../../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  maria,
  noActivities,
  type Responses,
  respond,
  type SentRequest,
  signedIn,
  visitor,
} from '../../../../test/server.ts';

const path = `/actividades/${anActivity()._id}`;

let sent: readonly SentRequest[];

let router: ReturnType<typeof renderApp>['router'];

/** With places, or once the form is open, the viewer's attendance has a check of its own. */
const isNotAttending = respond(
  checkAttendance,
  {
    body: {
      isAttending: false,
      status: null,
      position: null,
      offerExpiresAt: null,
      askedAgainAt: null,
      reconfirmed: null,
    },
  },
  { taskId: anActivity()._id },
);

function show(changes: Partial<WholeActivity> = {}, responses: Responses = {}) {
  sent = declareResponses({
    ...visitor,
    ...attendsNone,
    ...noActivities,
    ...respond(getActivity, { body: anActivity(changes) }, { id: anActivity()._id }),
    ...responses,
  });
  ({ router } = renderApp(path));
  return screen.findByRole('heading', { level: 1, name: 'Siembra de árboles' });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
});

test('shows all details of an activity', async () => {
  await show();
  const facts = screen.getByRole('complementary', { name: 'Cuándo y dónde' });

  expect(screen.getByText('Trae guantes.')).toBeTruthy();
  expect(within(facts).getByText('Sábado 5 de diciembre de 2099, 9:00 a. m.')).toBeTruthy();
  expect(within(facts).getByText('Cerro de la Eme')).toBeTruthy();
  expect(within(facts).getByText('Marta').parentElement?.textContent).toBe(
    'Organiza Marta con Ana y Don Efraín',
  );
  expect(within(facts).getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
  expect(document.title).toBe('Siembra de árboles · Minga');
});

test('says what there is for people with particular needs, and leads to the chat whoever may enter', async () => {
  await show({ accessibility: ['bano-accesible', 'mascotas'], chatUrl: 'https://chat.example.org/grupo' });
  expect(screen.getByText('Baño accesible · Pueden venir mascotas')).toBeTruthy();
  const chat = screen.getByRole('link', { name: 'Entrar al grupo de chat' });
  expect([chat.getAttribute('href'), chat.getAttribute('rel')]).toEqual([
    'https://chat.example.org/grupo',
    'noopener noreferrer',
  ]);
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

test('a collective organises, in one line with its people', async () => {
  const { _id, slug, name, isVerified } = aCollective();
  await show({ collective: { _id, slug, name, isVerified } });
  const facts = within(screen.getByRole('complementary', { name: 'Cuándo y dónde' }));
  const link = facts.getByRole('link', { name });
  expect(link.getAttribute('href')).toBe(`/colectivos/${slug}`);
  expect(link.parentElement?.textContent).toBe(`Organiza ${name} con Ana y Don Efraín`);
  expect(facts.queryByText('Marta')).toBeNull();
});

test.each([
  [false, 'Viene del calendario de agenda.example.org'],
  [true, 'Cancelada en el calendario de agenda.example.org'],
])('names the calendar from which it comes; cancelled there: %j', async (isCancelled, text) => {
  await show({ collective: aCollective(), source: { host: 'agenda.example.org', isCancelled } });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByText(/ en? el calendario de|del calendario de/)).toHaveLength(1);
});

test('a co-organiser gets the links of the organiser and may attend', async () => {
  await show({ canManage: true });
  expect(await screen.findByRole('link', { name: 'Editar' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Asistir a actividad' })).toBeTruthy();
});

test('offers the organiser the attendance list and the form instead of joining', async () => {
  await show({ isOwner: true, places: { taken: 14, free: null, waiting: 0 } });
  expect(screen.getByText('La organizas tú')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Asistir a actividad' })).toBeNull();
  const strip = within(await screen.findByRole('navigation', { name: 'Organizar' }));
  expect(strip.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Gente (14)', `/tasks/${anActivity()._id}/gente`],
    ['Mensaje', `/tasks/${anActivity()._id}/mensajes`],
    ['Editar', `/tasks/${anActivity()._id}`],
  ]);
  // jsdom has no popovers: what is rare is in the menu.
  const hidden = { hidden: true } as const;
  expect(await strip.findByRole('button', { name: 'Eliminar', ...hidden })).toBeTruthy();
  const rare = [
    ...['Equipo', 'Duplicar', 'Agregar al calendario'].map(name =>
      strip.getByRole('link', { name, ...hidden }),
    ),
    ...['Afiche', 'Compartir', 'Compartir por WhatsApp', 'Eliminar'].map(name =>
      strip.getByRole('button', { name, ...hidden }),
    ),
    strip.getByRole('switch', { name: 'Promocionar', ...hidden }),
  ];
  expect(rare.map(action => action.closest('[popover]')).filter(Boolean)).toHaveLength(rare.length);
  // Each is there once.
  for (const name of ['Compartir', 'Agregar al calendario'])
    expect(screen.getAllByText(name)).toHaveLength(1);
});

test('once it has begun, the organiser’s work afterwards comes first', async () => {
  await show({ isOwner: true, canManage: true, date: '2001-05-01T15:00:00.000Z' });
  const strip = within(await screen.findByRole('navigation', { name: 'Organizar' }));
  const [first, second] = strip.getAllByRole('link');
  expect([first, second].map(link => link?.textContent)).toEqual(['Después', 'Gente (0)']);
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

test('each fact is on the page once, in the order of a decision', async () => {
  const location = { latitude: 2.4448, longitude: -76.6147 };
  const places = { taken: 12, free: 5, waiting: 0 };
  await show({ places, capacity: 17, location, directions: 'La casa azul.' }, isNotAttending);
  const page = screen.getByRole('article').textContent ?? '';
  const order = [
    'Siembra de árboles',
    'Sábado 5 de diciembre de 2099',
    'Cerro de la Eme',
    'Cómo llegar',
    'La casa azul.',
    'Organiza Marta',
    '12 van\u00a0· quedan 5',
    'Trae guantes.',
    'Compartir',
    'Agregar al calendario',
    'Reportar',
  ];
  const positions = order.map(text => page.indexOf(text));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual([...positions].sort((one, other) => one - other));
  for (const text of order) expect(page.split(text)).toHaveLength(2);
});

test('shows six needs and then the rest, and a press confirms with the need chosen', async () => {
  const needs = Array.from({ length: 9 }, (_, index) =>
    aNeed({ _id: `0199dddd-0000-7000-8000-00000000000${index}`, name: `Tarea ${index}`, quantity: 2 }),
  );
  await show({ needs }, isNotAttending);
  const section = within(screen.getByRole('region', { name: 'Qué se necesita' }));
  expect(section.getByRole('list').dataset.folded).toBe('true');
  await userEvent.click(section.getByRole('button', { name: 'Ver 3 más' }));
  expect(section.getByRole('list').dataset.folded).toBeUndefined();
  await userEvent.click(section.getByRole('button', { name: 'Ayudar con Tarea 4' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirmar asistencia' }));
  expect(dialog.getByRole('checkbox', { name: 'Tarea 4', hidden: true })).toHaveProperty('checked', true);
});

test('cuts a long description, and shows all of it on a press', async () => {
  await show({ description: `${'Traigan agua y guantes. '.repeat(40)}Escribe a https://example.org/minga` });
  const link = screen.getByRole('link', { name: 'https://example.org/minga' });
  expect(link.getAttribute('rel')).toBe('nofollow ugc noopener');
  expect(link.parentElement?.dataset.cut).toBe('always');
  await userEvent.click(screen.getByRole('button', { name: 'Leer más' }));
  expect(link.parentElement?.dataset.cut).toBeUndefined();
});

test('the picture opens on the whole screen, and the back button closes it', async () => {
  const picture = { width: 600, height: 900, widths: [320, 600], hasAvif: false, placeholder: 'data:,' };
  await show({ image: '/imagenes/a/600.webp', picture });
  await userEvent.click(screen.getByRole('button', { name: 'Ver la imagen en toda la pantalla' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Siembra de árboles' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Acercar' }));
  expect(dialog.getByRole('img').style.width).toBe('175%');
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
  const actions = ['Compartir', 'Agregar al calendario'].filter(name => screen.queryByText(name));
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
  expect(await screen.findByRole('heading', { level: 1, name: 'Agenda' })).toBeTruthy();
  expect(router.state.location.href).toBe('/actividades?q=siembra');
  expect(router.history.canGoBack()).toBe(false);
});

test('links to the catalogue after a shared link', async () => {
  await show();
  await userEvent.click(screen.getByRole('link', { name: 'Todas las actividades' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Agenda' })).toBeTruthy();
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
