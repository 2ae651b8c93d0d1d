import type { Page } from '@playwright/test';
import { popayanGround } from '../popayan-ground.ts';
import type { Screen } from './screen.ts';

/** Gives most results a location around the centre of Popayán. */
const stubLocations = async (page: Page): Promise<void> => {
  await page.route('**/api/tasks/search?*', async route => {
    const response = await route.fetch();
    const rows = (await response.json()) as object[];
    const json = rows.map((row, index) => ({
      ...row,
      location:
        index % 4 === 3
          ? null
          : { latitude: 2.43 + ((index * 7) % 10) / 300, longitude: -76.62 + ((index * 3) % 10) / 300 },
    }));
    await route.fulfill({ response, json });
  });
};

/** The operator has provided the file of the ground. */
const stubGround = async (page: Page): Promise<void> => {
  await page.route('**/api/mapa.pmtiles', async route => {
    const file = Buffer.from(popayanGround());
    const [, start, end] =
      /^bytes=(\d+)-(\d+)$/.exec((await route.request().headerValue('range')) ?? '') ?? [];
    const body = file.subarray(Number(start), Number(end) + 1);
    await route.fulfill({ status: 206, body, headers: { etag: '"ground"' } });
  });
};

export const mapScreens: readonly Screen[] = [
  {
    name: 'map',
    viewer: 'visitor',
    path: '/mapa',
    stub: async page => {
      await stubLocations(page);
      await stubGround(page);
    },
    shows: '© OpenStreetMap',
  },
  {
    name: 'map-without-ground',
    viewer: 'visitor',
    path: '/mapa',
    stub: stubLocations,
    shows: 'Cerca de mí',
  },
  {
    name: 'map-without-ground-of-an-administrator',
    viewer: 'admin',
    path: '/mapa',
    stub: stubLocations,
    interact: page => page.getByText('Poner calles en este mapa').click(),
    shows: /^sudo minga map -- --bbox=/,
  },
  {
    name: 'map-around-a-point',
    viewer: 'visitor',
    path: '/mapa?cerca=2.44,-76.61&radio=50',
    stub: async page => {
      await stubLocations(page);
      await stubGround(page);
      // The server finds none around a point, as none has a location.
      await page.route('**/api/tasks/search?*', route => {
        const url = new URL(route.request().url());
        url.searchParams.delete('cerca');
        return route.fallback({ url: url.href });
      });
    },
    shows: '© OpenStreetMap',
  },
  {
    name: 'map-not-found',
    viewer: 'visitor',
    path: '/mapa?q=ajedrez',
    shows: 'No se encontraron actividades',
  },
  {
    name: 'new-activity-map',
    viewer: 'newcomer',
    path: '/add-task',
    stub: stubGround,
    interact: async page => {
      await page.getByText('Ubicación', { exact: true }).click();
      await page.getByRole('button', { name: 'Elegir en el mapa' }).click();
    },
    shows: '© OpenStreetMap',
  },
];
