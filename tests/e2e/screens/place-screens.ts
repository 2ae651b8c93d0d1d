import type { Page } from '@playwright/test';
import { dayAt, NOW } from './fixed-times.ts';
import { changeResponse, stubError, stubPending, stubResponse } from './network-stubs.ts';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

/** The server's own are random. */
const CODE = '5k3v9a2mnp5r7ty1gh4wqz8cde';
const PATH = `/estoy/${CODE}`;
const READ = 'POST /attendances/place';
const ARRIVE = 'POST /attendances/self-check-in';
const TITLE = 'Siembra de árboles nativos en el nacimiento de agua';
const activity = {
  _id: '0199bbbb-0000-7000-8000-000000000001',
  title: TITLE,
  place: 'Cerro de la Eme',
  date: NOW,
  endDate: dayAt(0, 14),
};
const person = { name: 'María Fernanda Astudillo Rengifo', status: 'confirmed', checkedInAt: null };
const stubPlace = (page: Page, attendance: object | null, changes: object = {}) =>
  stubResponse(page, READ, { activity: { ...activity, ...changes }, attendance });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

/** Opens the place without a network: it loads as for a first visit, and then no request arrives. */
async function stubUnreachable(page: Page, path: string): Promise<void> {
  await page.route(`**/api${path}`, route => route.abort());
}

const placeState = (name: string, shows: string | RegExp, stub: (page: Page) => Promise<void>): Screen => ({
  name,
  viewer: 'visitor',
  path: PATH,
  stub,
  shows,
});

/** The page behind the code that hangs at the place. */
const visitorScreens: readonly Screen[] = [
  placeState('place', 'Ya llegué', page => stubPlace(page, person)),
  placeState('place-loading', 'Abriendo el código del lugar…', page => stubPending(page, READ)),
  placeState('place-error', /^Demasiados intentos/, page => stubError(page, READ)),
  placeState('place-unknown', 'Este código ya no sirve', page =>
    stubError(page, READ, 404, { message: 'No existe', code: 'NOT_FOUND' }),
  ),
  placeState('place-stranger', 'Confirmar y registrar mi llegada', page =>
    stubPlace(page, null, { date: dayAt(0, 11) }),
  ),
  placeState('place-stranger-late', /la actividad ya comenzó/, page =>
    stubPlace(page, null, { date: dayAt(0, 9) }),
  ),
  placeState('place-waiting', /^Estás en la lista de espera/, page =>
    stubPlace(page, { ...person, status: 'waiting' }),
  ),
  placeState('place-offered', /^Tienes un cupo ofrecido/, page =>
    stubPlace(page, { ...person, status: 'offered' }),
  ),
  placeState('place-early', /^Todavía no/, page =>
    stubPlace(page, person, { date: dayAt(0, 14), endDate: null }),
  ),
  placeState('place-late', /^Ya pasó la hora/, page =>
    stubPlace(page, person, { date: dayAt(0, 7), endDate: dayAt(0, 9) }),
  ),
  placeState('place-arrived', /^Llegaste a las/, page => stubPlace(page, { ...person, checkedInAt: NOW })),
  {
    ...placeState('place-offline', /^No hay conexión en este momento/, page =>
      stubUnreachable(page, '/attendances/place'),
    ),
    // Of its own: the browser shows what it has stored of the place of other states.
    path: '/estoy/7k3v9a2mnp5r7ty1gh4wqz8cde',
  },
  {
    ...placeState('place-stored', 'Guardamos tu llegada', async page => {
      await stubPlace(page, person);
      await stubUnreachable(page, '/attendances/self-check-in');
    }),
    // Of its own: the browser stores what it could not send.
    path: '/estoy/6k3v9a2mnp5r7ty1gh4wqz8cde',
    interact: page => press(page, 'Ya llegué'),
  },
  {
    ...placeState('place-not-now', /^Las llegadas se registran/, async page => {
      await stubPlace(page, person);
      await stubError(page, ARRIVE, 409, {
        message: 'Las llegadas se registran desde 60 minutos antes de comenzar',
        code: 'NOT_NOW',
      });
    }),
    interact: page => press(page, 'Ya llegué'),
  },
  {
    ...placeState('place-mailed', /^Si confirmaste/, async page => {
      await stubPlace(page, null);
      await stubResponse(page, 'POST /attendances/personal-link', {
        message: 'Si confirmaste con ese correo, te enviamos tu enlace.',
      });
    }),
    interact: async page => {
      await page.getByLabel('El correo con el que confirmaste').fill('maria.fernanda@example.org');
      await press(page, 'Enviarme el enlace');
    },
  },
];

/** A party as the door lists it, which came by itself. */
const bySelf = (list: object): object => {
  const { activity: shown, attendances } = list as { activity: object; attendances: object[] };
  return {
    activity: { ...shown, selfCheckIn: true },
    attendances: attendances.map((entry, index) => ({
      ...entry,
      ...(index < 2 && { checkedInAt: dayAt(-4, 9), checkedInBy: index === 0 ? 'self' : 'door' }),
    })),
  };
};
const door = ({ past }: SiteFixture) => `/tasks/${past[1]}/puerta`;
const stubDoor = async (page: Page) => {
  await changeResponse(page, 'GET /attendances/*/door', bySelf);
  await stubResponse(page, 'GET /attendances/*/place-code', {
    code: CODE,
    url: `https://minga.example${PATH}`,
  });
};
const openCode = (page: Page) => press(page, 'Código del lugar');

const organiserScreens: readonly Screen[] = [
  { name: 'door-self', viewer: 'owner', path: door, stub: stubDoor, shows: 'Llegó por su cuenta' },
  {
    name: 'place-code',
    viewer: 'owner',
    path: door,
    stub: stubDoor,
    interact: openCode,
    shows: 'Cambiar el código',
  },
  {
    name: 'place-code-replace',
    viewer: 'owner',
    path: door,
    stub: stubDoor,
    interact: async page => {
      await openCode(page);
      await press(page, 'Cambiar el código');
    },
    shows: { dialog: 'Cambiar el código del lugar' },
  },
  {
    name: 'my-attendance-place',
    viewer: 'visitor',
    path: ({ links }) => links.myAttendance,
    stub: async (page, { luis }) => {
      await page.addInitScript(
        ([taskId, code]) => localStorage.setItem('minga.place', JSON.stringify({ taskId, code })),
        [luis.pot, CODE] as const,
      );
      await changeResponse(page, 'POST /attendances/personal', attendance => ({
        ...attendance,
        task: { ...(attendance as { task: object }).task, date: NOW },
      }));
    },
    shows: 'Ya llegué',
  },
];

export const placeScreens: readonly Screen[] = [...visitorScreens, ...organiserScreens];
