// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import {
  catalogueAddress,
  mantineStyles,
  paintActivity,
  paintCatalogue,
  paintUnknownActivity,
} from './first-paint.tsx';

const activity = anActivity({ title: 'Siembra <i>en</i> el cerro', date: '2099-12-05T14:00:00.000Z' });
const nothing = async () => ({ rows: [], total: 0 });

test('the catalogue is painted with what its address asks for', async () => {
  const asked: unknown[] = [];
  const { html, data } = await paintCatalogue('/actividades?q=siembra', 'America/Bogota', async search => {
    asked.push(search);
    return { rows: [activity], total: 31 };
  });
  expect(asked).toEqual([
    { q: 'siembra', place: undefined, date: 'proximas', estado: undefined, limit: 24, offset: 0 },
  ]);
  expect(html).toContain('Siembra &lt;i&gt;en&lt;/i&gt; el cerro');
  expect(html).toContain('value="siembra"');
  expect(html).toContain('31 actividades');
  // Nobody is signed in, and the page knows: it must not wait for an answer to show the visitor's links.
  expect(html).toContain('Iniciar sesión');
  expect(data).toContain('Siembra <i>en</i> el cerro');
  expect(html).not.toContain('<script');
});

test.each([
  ['/actividades', null],
  ['/actividades?q=siembra+%26+r%C3%ADo&date=pasadas', null],
  ['/actividades?fbclid=1&q=olla', null],
  ['/actividades?date=proximas', '/actividades'],
  ['/actividades?place=Cajete&estado=promocionadas&date=pasadas', '/actividades?date=pasadas'],
  ['/actividades?q=olla%20', '/actividades?q=olla'],
  ['/actividades?q=%00olla', '/actividades?q=olla'],
  ['/actividades?q=', '/actividades'],
  ['/actividades?fbclid=1&date=xxx', '/actividades'],
  [`/actividades?q=${'a'.repeat(300)}`, `/actividades?q=${'a'.repeat(200)}`],
])('the catalogue of %s is at %s', (path, address) => {
  expect(catalogueAddress(path)).toBe(address);
  if (address) expect(catalogueAddress(address)).toBeNull();
});

test('what no search knows changes nothing', async () => {
  const { html } = await paintCatalogue('/actividades?fbclid=1', 'America/Bogota', async () => ({
    rows: [activity],
    total: 1,
  }));
  expect(html).toContain('1 actividad');
  expect(html).not.toContain('fbclid');
});

test('styles are for the documents, not for each page', async () => {
  const { html } = await paintActivity(`/actividades/${activity._id}`, 'America/Bogota', activity);
  expect(html).not.toContain('<style');
  expect(mantineStyles()).toContain('--mantine-font-family: var(--minga-text-font)');
});

test('an activity that is not there is painted as such', async () => {
  const path = `/actividades/${activity._id}`;
  const gone = await paintUnknownActivity(path, 'America/Bogota', true);
  expect(gone.html).toContain('Esta actividad fue eliminada');
  expect(gone.data).toContain('DELETED');
  const unknown = await paintUnknownActivity('/actividades/uno', 'America/Bogota', false);
  expect(unknown.html).toContain('No encontramos esta actividad');
});

test('who is here is never among what a page begins with', async () => {
  const { data } = await paintCatalogue('/actividades', 'America/Bogota', nothing);
  expect(data).not.toContain('session');
});

test('what is past is asked for when the address says so', async () => {
  const dates: unknown[] = [];
  await paintCatalogue('/actividades?date=pasadas', 'America/Bogota', async search => {
    dates.push(search.date);
    return nothing();
  });
  expect(dates).toEqual(['pasadas']);
});

test('an activity is painted with its hour in the zone of the site', async () => {
  const path = `/actividades/${activity._id}`;
  expect((await paintActivity(path, 'America/Bogota', activity)).html).toContain('9:00\u00a0a.\u00a0m.');
  expect((await paintActivity(path, 'Asia/Tokyo', activity)).html).toContain('11:00\u00a0p.\u00a0m.');
});

test('what cannot be found is no page', async () => {
  const away = async () => Promise.reject(new Error('the database is away'));
  await expect(paintCatalogue('/actividades', 'America/Bogota', away)).rejects.toThrow('away');
});

test('painted a moment later it is the same, until something that is shown has passed', async () => {
  const soon = anActivity({ date: '2026-11-21T15:00:30.000Z' });
  const paintedAt = async (moment: string) => {
    vi.setSystemTime(new Date(moment));
    const catalogue = await paintCatalogue('/actividades', 'America/Bogota', async () => ({
      rows: [soon],
      total: 1,
    }));
    return { catalogue, page: await paintActivity(`/actividades/${soon._id}`, 'America/Bogota', soon) };
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  const first = await paintedAt('2026-11-21T15:00:00.000Z');
  expect(await paintedAt('2026-11-21T15:00:10.500Z')).toEqual(first);
  const passed = await paintedAt('2026-11-21T15:00:31.000Z');
  expect(passed.page.html).not.toBe(first.page.html);
  expect(passed.page.data).toBe(first.page.data);
  vi.useRealTimers();
});
