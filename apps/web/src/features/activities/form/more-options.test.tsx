import { listOwnActivities } from '@minga/contract/activities';
import { createActivity } from '@minga/contract/activity-fields';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { federating } from '../../../../test/federating.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, respond, signedIn } from '../../../../test/server.ts';

// In the last hours of a month, which in UTC has ended.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T03:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show() {
  const created = { status: 201, body: anActivity({ isOwner: true }) };
  const sent = declareResponses({
    ...signedIn(),
    ...respond(listOwnActivities, { body: [] }),
    ...respond(createActivity, created),
  });
  renderApp('/add-task');
  await userEvent.type(await screen.findByRole('textbox', { name: /Título/ }), 'Siembra');
  return () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

async function pick(field: RegExp, day: RegExp, isNextMonth: boolean) {
  await userEvent.click(screen.getByRole('button', { name: field }));
  const dialog = within(await screen.findByRole('dialog', { name: field }));
  if (isNextMonth) await userEvent.click(dialog.getByRole('button', { name: 'Mes siguiente' }));
  await userEvent.click(dialog.getByRole('button', { name: day }));
  await userEvent.click(dialog.getByRole('button', { name: 'Listo' }));
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Publicar' }));
const fold = (title: string) => screen.getByText(title, { selector: 'summary span' }).closest('details');
const location = () => screen.getByRole('textbox', { name: 'Coordenadas o enlace del mapa' });

test('an end is proposed two hours after the start, shown while folded, sent, and can be removed', async () => {
  const posts = await show();
  await pick(/Fecha y hora/, /^1 /, true);
  await userEvent.click(screen.getByText('Hora de fin', { selector: 'summary span' }));
  await pick(/Hora de fin/, /^1 /, false);
  const summary = () => fold('Hora de fin')?.querySelector('summary')?.textContent;
  expect(summary()).toBe('Hora de fin11:00\u00a0a.\u00a0m.');
  await userEvent.click(screen.getByRole('button', { name: 'Quitar: hora de fin' }));
  expect(summary()).toBe('Hora de fin');
  await pick(/Hora de fin/, /^2 /, false);
  await save();
  await waitFor(() =>
    expect(posts()).toEqual([
      expect.objectContaining({ endDate: expect.stringMatching(/-02T16:00:00.000Z$/) }),
    ]),
  );
});

const inDialog = async () => within(await screen.findByRole('dialog', { name: /Hora de fin/ }));

test.each([
  [
    'the proposed time, by its button',
    (dialog: Dialog) => userEvent.click(dialog.getByText('Listo')),
    '11:00\u00a0a',
  ],
  [
    'the proposed time, by Enter',
    (dialog: Dialog) => userEvent.type(hour(dialog), '{Enter}'),
    '11:00\u00a0a',
  ],
  [
    'a typed time',
    async (dialog: Dialog) => {
      await userEvent.type(hour(dialog), '10');
      await userEvent.click(dialog.getByText('Listo'));
    },
    '10:00\u00a0a',
  ],
  [
    'a time of the last day',
    async (dialog: Dialog) => {
      await userEvent.click(dialog.getByRole('button', { name: /^15 / }));
      await userEvent.click(dialog.getByText('Listo'));
    },
    '.* 15 dic .*, 11:00\u00a0a',
  ],
])("'Listo' of the end takes %s, on the day of the start if none is picked", async (_, accept, shown) => {
  await show();
  await pick(/Fecha y hora/, /^1 /, true);
  await userEvent.click(screen.getByText('Hora de fin', { selector: 'summary span' }));
  await userEvent.click(screen.getByRole('button', { name: /Hora de fin/ }));
  await accept(await inDialog());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fold('Hora de fin')?.querySelector('summary')?.textContent).toMatch(
    new RegExp(`^Hora de fin${shown}`),
  );
});

type Dialog = Awaited<ReturnType<typeof inDialog>>;
const hour = (dialog: Dialog) => dialog.getByRole('spinbutton', { name: 'Hora' });

test('an end is chosen by its duration', async () => {
  const posts = await show();
  await userEvent.click(screen.getByText('Hora de fin', { selector: 'summary span' }));
  expect(screen.queryByRole('group', { name: 'Cuánto dura' })).toBeNull();
  await pick(/Fecha y hora/, /^1 /, true);
  await userEvent.click(screen.getByRole('button', { name: '3 horas' }));
  expect(screen.getByRole('button', { name: '3 horas' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: '1 hora' }).getAttribute('aria-pressed')).toBe('false');
  await save();
  await waitFor(() =>
    expect(posts()).toEqual([
      expect.objectContaining({ endDate: expect.stringMatching(/-01T17:00:00.000Z$/) }),
    ]),
  );
});

test('an error opens its fold', async () => {
  const posts = await show();
  await pick(/Fecha y hora/, /^1 /, true);
  expect(fold('Ubicación')?.open).toBe(false);
  await userEvent.type(location(), 'el parque');
  await save();
  expect(await screen.findByText(/^No encontramos una ubicación ahí/)).toBeTruthy();
  await waitFor(() => expect(fold('Ubicación')?.open).toBe(true));
  expect(fold('Hora de fin')?.open).toBe(false);
  expect(posts()).toEqual([]);
});

test('a link of a map is understood, and sent as coordinates with how to get there', async () => {
  const posts = await show();
  await pick(/Fecha y hora/, /^1 /, true);
  await userEvent.type(location(), 'https://maps.google.com/?q=2.4448,-76.6147');
  expect(screen.getByText('Encontramos: 2.4448, -76.6147')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Cómo llegar' }), 'La casa azul');
  await userEvent.click(
    screen.getByRole('checkbox', { name: 'Mostrar la ubicación solo a quienes confirman' }),
  );
  expect(screen.getByText('En el mapa · Con indicaciones')).toBeTruthy();
  await save();
  await waitFor(() =>
    expect(posts()).toEqual([
      expect.objectContaining({
        location: { latitude: 2.4448, longitude: -76.6147 },
        directions: 'La casa azul',
        isLocationPrivate: true,
      }),
    ]),
  );
});

test('a link that shows a part of the map is sent only after the point was seen on the map', async () => {
  const posts = await show();
  await pick(/Fecha y hora/, /^1 /, true);
  await userEvent.click(screen.getByText('Ubicación', { selector: 'summary span' }));
  await userEvent.click(location());
  await userEvent.paste('https://www.google.com/maps/dir/Casa/Parque/@2.4448,-76.6147,13z');
  expect(await screen.findByText(/^Ese enlace dice qué parte del mapa se veía/)).toBeTruthy();
  await save();
  expect(await screen.findByText(/^Mira el punto en el mapa/)).toBeTruthy();
  expect(posts()).toEqual([]);
  expect(await screen.findByText('Punto: 2.4448, -76.6147')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Usar este punto' }));
  expect(location()).toHaveProperty('value', '2.4448, -76.6147');
  expect(document.activeElement).toBe(location());
  expect(screen.queryByText(/^Ese enlace dice|^Mira el punto/)).toBeNull();
  await save();
  await waitFor(() =>
    expect(posts()).toEqual([
      expect.objectContaining({ location: { latitude: 2.4448, longitude: -76.6147 } }),
    ]),
  );
});

test('a short link says at once that it has to be opened first', async () => {
  await show();
  await userEvent.click(screen.getByText('Ubicación', { selector: 'summary span' }));
  await userEvent.click(location());
  await userEvent.paste('https://maps.app.goo.gl/abc');
  expect(await screen.findByText(/^Ese enlace es corto/)).toBeTruthy();
  await save();
  expect(await screen.findAllByText(/^Ese enlace es corto/)).toHaveLength(1);
});

test.each([
  [1, /^Este navegador no tiene permiso/],
  [3, /^No pudimos saber dónde estás/],
])('the position of the device is put into the form; its error %d is explained', async (code, sentence) => {
  const attempts: ((found: PositionCallback, failed: PositionErrorCallback) => void)[] = [
    (_, failed) => failed({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError),
    found => found({ coords: { latitude: 2.44481249, longitude: -76.6147 } } as GeolocationPosition),
  ];
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    onLine: true,
    geolocation: {
      getCurrentPosition: (found: PositionCallback, failed: PositionErrorCallback) =>
        attempts.shift()?.(found, failed),
    },
  });
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Usar donde estoy ahora' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Usar donde estoy ahora' }));
  expect(location()).toHaveProperty('value', '2.444812, -76.6147');
  expect(screen.queryByText(sentence)).toBeNull();
});

test('the organiser says whether other servers show the activity, where the site sends it there', async () => {
  const posts = await show();
  expect(screen.queryByText('Otros servidores')).toBeNull();
  cleanup();
  federating();
  localStorage.clear();
  const sent = await show();
  await pick(/Fecha y hora/, /^1 /, true);
  await userEvent.click(screen.getByText('Otros servidores', { selector: 'summary span' }));
  const choice = screen.getByRole('checkbox', { name: 'Mostrarla también en Mastodon, Mobilizon y otros' });
  expect(choice).toHaveProperty('checked', true);
  await userEvent.click(choice);
  expect(fold('Otros servidores')?.querySelector('summary')?.textContent).toContain('No sale de aquí');
  // A private location never leaves the site.
  const isPrivate = screen.getByRole('checkbox', { name: 'Mostrar la ubicación solo a quienes confirman' });
  await userEvent.click(isPrivate);
  expect(screen.queryByText('Otros servidores')).toBeNull();
  await userEvent.click(isPrivate);
  expect(screen.getByText('No sale de aquí')).toBeTruthy();
  await save();
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ isFederated: false })]));
  expect(posts()).toEqual([]);
});
