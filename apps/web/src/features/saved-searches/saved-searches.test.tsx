import { searchActivities } from '@minga/contract/activities';
import {
  deleteSavedSearch,
  listSavedSearches,
  type SavedSearch,
  saveSearch,
  updateSavedSearch,
} from '@minga/contract/saved-searches';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderNotificationSettings } from '../../../test/notification-settings.ts';
import { renderApp } from '../../../test/render.tsx';
import {
  declareResponses,
  errorResponse,
  type Responses,
  respond,
  signedIn,
  visitor,
} from '../../../test/server.ts';

const river: SavedSearch = {
  _id: '01930000-0000-7000-8000-0000000000a1',
  words: '«río» · Ambiente · a 20 km',
  filters: { q: 'río', categoria: 'ambiente', cerca: '2.44,-76.61', radio: '20' },
  mail: 'diario',
  createdAt: '2026-11-01T15:00:00.000Z',
};
const birds: SavedSearch = {
  ...river,
  _id: river._id.replace('a1', 'a2'),
  words: '#aves',
  filters: { etiqueta: 'aves' },
};
const NAME = 'Avísame de lo nuevo';

describe('the button in the catalogue', () => {
  function show(path: string, session: Responses, responses: Responses = {}) {
    const sent = declareResponses({
      ...session,
      // Past: its attendance is not checked, not even after a short test.
      ...respond(searchActivities, { body: [anActivity({ date: '2001-05-01T15:00:00.000Z' })], total: 1 }),
      ...respond(saveSearch, { body: river }),
      ...responses,
    });
    renderApp(path);
    return { saved: () => sent.filter(({ path: to }) => to === '/saved-searches').map(({ body }) => body) };
  }

  test.each(['/actividades', '/actividades?date=pasadas'])(
    'is not in %s, which has nothing to save',
    async path => {
      show(path, signedIn());
      expect(await screen.findByText('1 actividad encontrada')).toBeTruthy();
      expect(screen.queryByText(NAME)).toBeNull();
    },
  );

  test('leads a visitor to sign in and back, without the point', async () => {
    show('/actividades?q=r%C3%ADo&cerca=2.44%2C-76.61', visitor);
    const link = await screen.findByRole('link', { name: NAME });
    expect(link.getAttribute('href')).toBe('/login?volver=%2Factividades%3Fq%3Dr%25C3%25ADo');
  });

  test('saves the search of a member once and says where to change it', async () => {
    const { saved } = show('/actividades?q=r%C3%ADo&categoria=ambiente&desde=2026-12-01', signedIn());
    await userEvent.dblClick(await screen.findByRole('button', { name: NAME }));
    const text = await screen.findByText(
      /Te avisaremos de lo nuevo: «río» · Ambiente · a 20 km, de cualquier fecha/,
    );
    const status = text.parentElement ?? text;
    expect(status.textContent).toContain('En la campana y con un resumen diario por correo.');
    expect(document.activeElement).toBe(status);
    const link = within(status).getByRole('link', { name: 'Ver mis búsquedas guardadas' });
    expect(link.getAttribute('href')).toBe('/tasks/notificaciones#busquedas-guardadas');
    expect(saved()).toEqual([{ filters: { q: 'río', categoria: 'ambiente', desde: '2026-12-01' } }]);
    expect(screen.queryByRole('button', { name: NAME })).toBeNull();
  });

  test('says that the approximate point is stored', async () => {
    show('/actividades?cerca=2.44%2C-76.61', signedIn());
    expect(await screen.findByText(/queda guardado en tu cuenta el punto aproximado/)).toBeTruthy();
  });

  test('shows why a search cannot be saved and stays', async () => {
    const full =
      'Ya tienes 20 búsquedas guardadas. Quita una en «Configurar Notificaciones» para guardar otra.';
    show('/actividades?q=agua', signedIn(), respond(saveSearch, errorResponse(409, full, 'CONFLICT')));
    await userEvent.click(await screen.findByRole('button', { name: NAME }));
    expect(await screen.findByText(full)).toBeTruthy();
    expect(screen.getByRole('button', { name: NAME })).toBeTruthy();
  });
});

describe('the list in the settings of notifications', () => {
  function show(responses: Responses = {}) {
    let stored = [river, birds];
    const { sent } = renderNotificationSettings({
      ...respond(listSavedSearches, () => ({ body: stored })),
      ...respond(
        updateSavedSearch,
        ({ body }) => {
          const changed = { ...river, ...(body as Pick<SavedSearch, 'mail'>) };
          stored = [changed, birds];
          return { body: changed };
        },
        { id: river._id },
      ),
      ...respond(
        deleteSavedSearch,
        () => {
          stored = [birds];
          return { status: 204 };
        },
        { id: river._id },
      ),
      ...responses,
    });
    return { sent };
  }
  const list = async () => within(await screen.findByRole('region', { name: 'Búsquedas guardadas' }));

  test('without searches says how to save one', async () => {
    renderNotificationSettings();
    expect((await list()).getByText(/toca «Avísame de lo nuevo»/)).toBeTruthy();
    expect((await list()).getByRole('link', { name: 'Buscar actividades' })).toHaveProperty(
      'pathname',
      '/actividades',
    );
  });

  test('has the focus if the link of a saved search leads to it', async () => {
    location.hash = '#busquedas-guardadas';
    show();
    const title = (await list()).getByRole('heading', { name: 'Búsquedas guardadas' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    location.hash = '';
  });

  test('opens each search, without its point', async () => {
    show();
    const links = (await list())
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      [river.words, '/actividades?q=r%C3%ADo&categoria=ambiente'],
      [birds.words, '/actividades?etiqueta=aves'],
    ]);
  });

  test('changes how often e-mails are sent, and takes the change back if that fails', async () => {
    const { sent } = show();
    const select = (await list()).getByRole<HTMLSelectElement>('combobox', { name: /«río»/ });
    expect(select.value).toBe('diario');
    await userEvent.selectOptions(select, 'Correo al instante');
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ mail: 'inmediato' }),
    );
    expect(select.value).toBe('inmediato');
  });

  test('takes a failed change back', async () => {
    show(respond(updateSavedSearch, errorResponse(500, 'Falló', 'INTERNAL'), { id: river._id }));
    const select = (await list()).getByRole<HTMLSelectElement>('combobox', { name: /«río»/ });
    await userEvent.selectOptions(select, 'Sin correos');
    await waitFor(() => expect(select.value).toBe('diario'));
  });

  test('removes one, and moves the focus to the next', async () => {
    show();
    await userEvent.click((await list()).getByRole('button', { name: `Quitar: ${river.words}` }));
    await waitFor(() => expect(screen.queryByText(river.words)).toBeNull());
    expect(document.activeElement).toBe((await list()).getByRole('button', { name: 'Quitar: #aves' }));
  });
});
