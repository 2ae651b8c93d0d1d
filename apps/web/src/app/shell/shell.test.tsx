import { getActivity } from '@minga/contract/activities';
import { getCollective } from '@minga/contract/collectives';
import { logout, verifySession } from '@minga/contract/session';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderApp } from '../../../test/render.tsx';
import {
  attendsNone,
  declareResponses,
  errorResponse,
  maria,
  noActivities,
  respond,
  signedIn,
  visitor,
} from '../../../test/server.ts';
import {
  handleSessionLoss,
  notifyOtherTabs,
  sessionQuery,
  startSession,
  syncWithOtherTabs,
} from '../../features/accounts/session/session.ts';
import { createQueryClient } from '../../lib/server/query-client.ts';

describe('shell', () => {
  /** A button of the account menu, which is a popover that jsdom cannot open. */
  const closedMenu = (name: string) => screen.getByRole('button', { name, hidden: true });

  test('with a session the bar links to the user’s activities and has the account menu', async () => {
    declareResponses(signedIn());
    renderApp('/welcome');
    await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByRole('link', { name: 'Minga' })).toHaveProperty('pathname', '/tasks');
    const links = within(bar.getByRole('navigation', { name: 'Principal' }));
    expect(links.getByRole('link', { name: 'Mis actividades' })).toHaveProperty('pathname', '/tasks');
    expect(links.getByRole('link', { name: 'Crear Actividad' })).toHaveProperty('pathname', '/add-task');
    expect(bar.getByRole('button', { name: 'Menú de María Chocué' }).textContent).toBe('M');
    for (const fact of ['María Chocué', 'maria@example.org', '3124567890'])
      expect(bar.getByText(fact)).toBeTruthy();
    const places = within(screen.getByRole('navigation', { name: 'Accesos rápidos' }));
    expect(places.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Agenda',
      'Colectivos',
      'Crear',
      'Lo mío',
    ]);
    expect(places.getByRole('link', { name: 'Crear Actividad' })).toHaveProperty('pathname', '/add-task');
    expect(places.getByRole('button', { name: 'Avisos' }).getAttribute('popovertarget')).toBe(
      bar.getByRole('button', { name: 'Notificaciones' }).getAttribute('popovertarget'),
    );
  });

  test('without a session it links to the landing page, the catalogue and the sign-in', async () => {
    declareResponses(visitor);
    renderApp('/login');
    const bar = within(await screen.findByRole('banner'));
    expect(bar.getByRole('link', { name: 'Minga' })).toHaveProperty('pathname', '/');
    expect(await bar.findByRole('link', { name: 'Agenda' })).toHaveProperty('pathname', '/actividades');
    expect(screen.queryByText('Cerrar Sesión')).toBeNull();
    const places = within(screen.getByRole('navigation', { name: 'Accesos rápidos' }));
    const targets = places
      .getAllByRole<HTMLAnchorElement>('link')
      .map(link => [link.textContent, link.pathname]);
    expect(targets).toEqual([
      ['Agenda', '/actividades'],
      ['Colectivos', '/colectivos'],
      ['?Ayuda', '/ayuda'],
      ['Entrar', '/login'],
    ]);
  });

  // docs/rules.md R2.12
  test('an activity and a collective lead back to themselves by a sign-in or a new account', async () => {
    const activity = anActivity();
    const path = `/actividades/${activity._id}`;
    declareResponses({
      ...visitor,
      ...attendsNone,
      ...noActivities,
      ...respond(getActivity, { body: activity }, { id: activity._id }),
      ...respond(getCollective, errorResponse(404, 'No encontramos este colectivo'), { slug: 'tejedoras' }),
    });
    const { router } = renderApp(path);
    await screen.findByRole('heading', { level: 1, name: activity.title });
    const bar = within(screen.getByRole('banner'));
    const signIn = await bar.findByRole('link', { name: 'Iniciar sesión' });
    const address = `?${new URLSearchParams({ volver: path })}`;
    expect(signIn).toHaveProperty('search', address);
    expect(bar.getByRole('link', { name: 'Únete' })).toHaveProperty('search', address);
    await router.navigate({ to: '/colectivos/$slug', params: { slug: 'tejedoras' } });
    const tab = await screen.findByRole('link', { name: 'Entrar' });
    expect(tab).toHaveProperty('search', '?volver=%2Fcolectivos%2Ftejedoras');
    await userEvent.click(tab);
    expect(await screen.findByText(/después vuelves a donde estabas/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Iniciar sesión' })).toHaveProperty('search', '');
  });

  test('the form has the whole height of a phone, without the tab bar', async () => {
    declareResponses(signedIn());
    renderApp('/add-task');
    await screen.findByRole('button', { name: 'Menú de María Chocué' });
    await expect.poll(() => screen.queryByRole('navigation', { name: 'Accesos rápidos' })).toBeNull();
  });

  test.each([
    ['a member', signedIn(), 'Mis actividades'],
    ['a visitor', visitor, 'Agenda'],
  ])('an activity has the whole height of a phone for %s, without the tab bar', async (_, viewer, link) => {
    const activity = anActivity();
    const sent = declareResponses({
      ...viewer,
      ...attendsNone,
      ...noActivities,
      ...respond(getActivity, { body: activity }, { id: activity._id }),
    });
    renderApp(`/actividades/${activity._id}`);
    await screen.findByRole('heading', { level: 1, name: activity.title });
    await within(screen.getByRole('banner')).findByRole('link', { name: link });
    expect(screen.queryByRole('navigation', { name: 'Accesos rápidos' })).toBeNull();
    // The screen's last request.
    await expect.poll(() => sent.some(({ path }) => path === '/attendances/check')).toBe(true);
  });

  // docs/rules.md R3.14
  test('the result of publishing has the tab bar again', async () => {
    declareResponses(signedIn());
    renderApp('/add-task?publicada=0199bbbb-0000-7000-8000-000000000001');
    expect(await screen.findByRole('navigation', { name: 'Accesos rápidos' })).toBeTruthy();
  });

  test('on a phone the menu has what the specification names, and not the places of the tab bar', async () => {
    declareResponses(signedIn());
    renderApp('/welcome');
    await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
    const menu = within(screen.getByRole('navigation', { name: 'Menú', hidden: true }));
    // The last one is for tablets, whose bar has no room for it.
    expect(menu.getAllByRole('link', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      'Mis actividades',
      'Crear Actividad',
      'Colectivos',
    ]);
  });

  test('while the session is unknown the bar shows no visitor’s links', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    renderApp('/login');
    const bar = within(await screen.findByRole('banner'));
    expect(bar.getByRole('link', { name: 'Minga' })).toHaveProperty('pathname', '/');
    expect(bar.queryByText('Iniciar sesión')).toBeNull();
    expect(bar.queryByText('Únete')).toBeNull();
  });

  test('a failed session check is explained below the bar, with a retry', async () => {
    const away = { status: 409, body: { message: 'La base de datos no responde.', code: 'CONFLICT' } };
    declareResponses(respond(verifySession, away));
    renderApp('/login');
    expect(await screen.findByText(/No pudimos comprobar si tienes una sesión abierta/)).toBeTruthy();
    expect(screen.getByText(/La base de datos no responde/)).toBeTruthy();
    const bar = within(screen.getByRole('banner'));
    expect(bar.queryByText('Iniciar sesión')).toBeNull();
    expect(bar.queryByText('Cerrar Sesión')).toBeNull();
    declareResponses(visitor);
    await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    expect((await bar.findAllByText('Iniciar sesión')).length).toBeGreaterThan(0);
    expect(screen.queryByText(/No pudimos comprobar/)).toBeNull();
  });

  test('a guarded page explains it in the page only', async () => {
    declareResponses(
      respond(verifySession, { status: 409, body: { message: 'Algo pasó', code: 'CONFLICT' } }),
    );
    renderApp('/welcome');
    expect(await screen.findByText('Algo pasó')).toBeTruthy();
    expect(screen.queryByText(/No pudimos comprobar/)).toBeNull();
  });

  const LISTS = JSON.stringify({ 'maria@example.org': ['1'], 'visita@example.org': ['2'] });

  test('signing out clears the stored identity and all attendance lists, whatever the server responds', async () => {
    declareResponses({
      ...signedIn(),
      ...respond(logout, { status: 503, body: { message: 'No', code: 'UNAVAILABLE' } }),
    });
    localStorage.setItem('minga.attendances', LISTS);
    const { router, queryClient } = renderApp('/welcome');
    await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
    expect(localStorage.getItem('minga.attendances')).toBe(LISTS);
    expect(localStorage.getItem('userEmail')).toBe('maria@example.org');
    expect(localStorage.getItem('userName')).toBe('María Chocué');
    queryClient.setQueryData(['secret'], 'of María');

    await userEvent.click(closedMenu('Cerrar Sesión'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeTruthy();
    expect(router.state.location.href).toBe('/login');
    expect(screen.getByText(/^Cerraste tu sesión/)).toBeTruthy();
    expect(screen.queryByText(/^Tu sesión se cerró/)).toBeNull();
    expect(localStorage.getItem('userEmail')).toBeNull();
    expect(localStorage.getItem('userName')).toBeNull();
    expect(localStorage.getItem('minga.attendances')).toBeNull();
    expect(queryClient.getQueryData(['secret'])).toBeUndefined();
  });

  test('a failed session check clears the stored identity and all attendance lists', async () => {
    localStorage.setItem('userEmail', 'maria@example.org');
    localStorage.setItem('minga.attendances', LISTS);
    declareResponses(respond(verifySession, { status: 409, body: { message: 'No', code: 'CONFLICT' } }));
    renderApp('/login');
    await expect.poll(() => localStorage.getItem('userEmail')).toBeNull();
    expect(localStorage.getItem('minga.attendances')).toBeNull();
  });

  test('a visitor keeps the attendance lists', async () => {
    localStorage.setItem('minga.attendances', LISTS);
    declareResponses(visitor);
    renderApp('/login');
    await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' });
    await screen.findAllByRole('link', { name: 'Agenda' });
    expect(localStorage.getItem('minga.attendances')).toBe(LISTS);
  });

  test('navigation sets the document title and focuses the new heading', async () => {
    declareResponses(visitor);
    renderApp('/login');
    await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' });
    await userEvent.click(screen.getByRole('link', { name: 'Crea una' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Crear cuenta' });
    await expect.poll(() => document.activeElement).toBe(heading);
    expect(document.title).toBe('Crear cuenta · Minga');
  });

  test('an unknown address shows a message with a link', async () => {
    declareResponses(visitor);
    renderApp('/no-hay-tal-cosa');
    expect(await screen.findByRole('heading', { level: 1, name: 'Esta página no existe' })).toBeTruthy();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Ver la agenda' })).toHaveProperty('pathname', '/actividades');
  });

  test('the first link skips the bar', async () => {
    declareResponses(visitor);
    renderApp('/login');
    await screen.findByRole('banner');
    const [first] = screen.getAllByRole('link');
    expect(first?.textContent).toBe('Saltar al contenido');
    expect(first?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
  });
});

describe('other-tabs', () => {
  const known = { ...maria, gender: null };

  /** Simulates another tab of the browser: its own query client on the same channel. */
  async function withOtherTab(use: (otherTab: ReturnType<typeof createQueryClient>) => Promise<void>) {
    const otherTab = createQueryClient();
    const leave = syncWithOtherTabs(otherTab);
    await use(otherTab).finally(leave);
  }

  test('signing out in one tab leaves private screens in the others, which show the reason', () =>
    withOtherTab(async otherTab => {
      let user: typeof known | null = known;
      const sent = declareResponses(signedIn(() => user));
      const { router } = renderApp('/welcome');
      await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });

      user = null;
      // Not by `endSession`: real tabs have separate session storages, while these two share one.
      notifyOtherTabs(otherTab);
      expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
      expect(router.state.location.href).toBe('/login?volver=%2Fwelcome');
      expect(screen.queryByText(maria.email)).toBeNull();
      // One check per notification, and none in return: two tabs do not trigger each other endlessly.
      expect(sent.filter(({ path }) => path === '/auth/verify')).toHaveLength(2);
    }));

  test('signing in in one tab signs the others in, at the page they requested', () =>
    withOtherTab(async otherTab => {
      let user: typeof known | null = null;
      declareResponses(signedIn(() => user));
      renderApp('/welcome');
      await screen.findByRole('heading', { name: 'Iniciar sesión' });
      user = known;
      startSession(otherTab, known);
      expect(await screen.findByRole('heading', { level: 1, name: /Bienvenida/ })).toBeTruthy();
    }));

  test('changes in this tab are announced to the others', () =>
    withOtherTab(async otherTab => {
      declareResponses({ ...signedIn(known), ...respond(logout, { status: 204 }) });
      renderApp('/welcome');
      await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
      otherTab.setQueryData(sessionQuery.queryKey, known);
      await userEvent.click(screen.getByRole('button', { name: 'Cerrar Sesión', hidden: true }));
      await expect.poll(() => otherTab.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true);
    }));
});

describe('use-session-loss-toast', () => {
  const TOAST = 'Tu sesión terminó. Inicia sesión de nuevo.';

  test('a public page shows a toast when the session has expired', async () => {
    declareResponses({ ...signedIn(), ...noActivities });
    const { queryClient } = renderApp('/actividades');
    await screen.findByRole('button', { name: 'Menú de María Chocué' });
    handleSessionLoss(queryClient);
    expect(await screen.findByText(TOAST)).toBeTruthy();
  });

  test('on a guarded page only the sign-in screen shows it', async () => {
    declareResponses({ ...signedIn(), ...noActivities });
    const { queryClient } = renderApp('/welcome');
    await screen.findByRole('heading', { level: 1, name: /Bienvenida/ });
    handleSessionLoss(queryClient);
    expect(await screen.findByText(/^Tu sesión se cerró/)).toBeTruthy();
    expect(screen.queryByText(TOAST)).toBeNull();
  });
});
