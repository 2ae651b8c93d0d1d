// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { anActivity } from '../../test/activity.ts';
import { aCollective } from '../../test/collective.ts';
import {
  accountFormAddress,
  calendarAddress,
  catalogueAddress,
  collectivesAddress,
  impactAddress,
  mapAddress,
  renderAccountForm,
  renderActivity,
  renderCalendar,
  renderCatalogue,
  renderCertificate,
  renderCollective,
  renderCollectives,
  renderImpact,
  renderMap,
  renderMissingActivity,
  renderMissingCollective,
  renderMissingImpact,
} from './entry-server.tsx';

const BOGOTA = { timeZone: 'America/Bogota', isDataSaved: false };

const activity = anActivity({ title: 'Siembra <i>en</i> el cerro', date: '2099-12-05T14:00:00.000Z' });
const nothing = async () => ({ rows: [], total: 0 });

test('renders the catalogue with the results of its address', async () => {
  const searches: unknown[] = [];
  const { html, data } = await renderCatalogue('/actividades?q=siembra', BOGOTA, async search => {
    searches.push(search);
    return { rows: [activity], total: 31 };
  });
  expect(searches).toEqual([{ q: 'siembra', date: 'proximas', limit: 24, offset: 0 }]);
  expect(html).toContain('Siembra &lt;i&gt;en&lt;/i&gt; el cerro');
  expect(html).toContain('value="siembra"');
  expect(html).toContain('31 actividades');
  // The visitor's links, without a session request.
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
  ['/actividades?accesible=escaleras', '/actividades'],
  [`/actividades?q=${'a'.repeat(300)}`, `/actividades?q=${'a'.repeat(200)}`],
])('the canonical address of %s is %s', (path, address) => {
  expect(catalogueAddress(path)).toBe(address);
  if (address) expect(catalogueAddress(address)).toBeNull();
});

test('ignores parameters that are not filters', async () => {
  const { html } = await renderCatalogue('/actividades?fbclid=1', BOGOTA, async () => ({
    rows: [activity],
    total: 1,
  }));
  expect(html).toContain('1 actividad');
  expect(html).not.toContain('fbclid');
});

test.each([
  ['sombra', 10, 'Sombra'],
  // Several, from a link or from the sheet, remain chosen.
  ['sin-escalones%2Csombra', 11, 'Lo que ya elegiste'],
])('offers accessibility as a filter without JavaScript: %s', async (chosen, count, name) => {
  const found = async () => ({ rows: [activity], total: 1 });
  const { html } = await renderCatalogue(`/actividades?accesible=${chosen}`, BOGOTA, found);
  const [, options = ''] = /<select[^>]*name="accesible"[^>]*>(.*?)<\/select>/.exec(html) ?? [];
  expect(options.match(/<option/g)).toHaveLength(count);
  expect(options).toMatch(new RegExp(`selected=""[^>]*>${name}<`));
});

test('leaves the styles to the document', async () => {
  const { html } = await renderActivity(`/actividades/${activity._id}`, BOGOTA, activity);
  expect(html).not.toContain('<style');
});

test('renders a missing activity as deleted or unknown', async () => {
  const path = `/actividades/${activity._id}`;
  const deleted = await renderMissingActivity(path, BOGOTA, true);
  expect(deleted.html).toContain('Esta actividad fue eliminada');
  expect(deleted.data).toContain('DELETED');
  const unknown = await renderMissingActivity('/actividades/uno', BOGOTA, false);
  expect(unknown.html).toContain('No encontramos esta actividad');
});

test('excludes the session from the initial data', async () => {
  const { data } = await renderCatalogue('/actividades', BOGOTA, nothing);
  expect(data).not.toContain('session');
});

test('searches past activities if the address says so', async () => {
  const dates: unknown[] = [];
  await renderCatalogue('/actividades?date=pasadas', BOGOTA, async search => {
    dates.push(search.date);
    return nothing();
  });
  expect(dates).toEqual(['pasadas', 'proximas']);
});

test('renders times in the zone of the site', async () => {
  const path = `/actividades/${activity._id}`;
  expect((await renderActivity(path, BOGOTA, activity)).html).toContain('9:00\u00a0a.\u00a0m.');
  expect((await renderActivity(path, { ...BOGOTA, timeZone: 'Asia/Tokyo' }, activity)).html).toContain(
    '11:00\u00a0p.\u00a0m.',
  );
});

test('rejects if the search fails', async () => {
  const failing = async () => Promise.reject(new Error('the database is unavailable'));
  await expect(renderCatalogue('/actividades', BOGOTA, failing)).rejects.toThrow('unavailable');
});

test('renders the same page at another time, until a shown activity has started', async () => {
  const soon = anActivity({ date: '2026-11-21T15:00:30.000Z' });
  const renderedAt = async (moment: string) => {
    vi.setSystemTime(new Date(moment));
    const catalogue = await renderCatalogue('/actividades', BOGOTA, async () => ({
      rows: [soon],
      total: 1,
    }));
    return { catalogue, page: await renderActivity(`/actividades/${soon._id}`, BOGOTA, soon) };
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  const first = await renderedAt('2026-11-21T15:00:00.000Z');
  expect(await renderedAt('2026-11-21T15:00:10.500Z')).toEqual(first);
  const passed = await renderedAt('2026-11-21T15:00:31.000Z');
  expect(passed.page.html).not.toBe(first.page.html);
  expect(passed.page.data).not.toBe(first.page.data);
  vi.useRealTimers();
});

const collective = aCollective({ name: 'Guardianes <del> Río', isVerified: true });

test('renders the collectives of an address', async () => {
  const searches: unknown[] = [];
  const { html, data } = await renderCollectives('/colectivos?q=rio', BOGOTA, async search => {
    searches.push(search);
    return { rows: [collective], total: 1 };
  });
  expect(searches).toEqual([{ q: 'rio', limit: 24, offset: 0 }]);
  expect(html).toContain('Guardianes &lt;del&gt; Río');
  expect(html).toContain('value="rio"');
  expect(html).toContain('1 colectivo');
  expect(data).toContain('Guardianes <del> Río');
});

test('renders a collective with what is to come and what was', async () => {
  const searches: unknown[] = [];
  const { html, data } = await renderCollective(
    `/colectivos/${collective.slug}`,
    BOGOTA,
    collective,
    async search => {
      searches.push(search);
      return { rows: [anActivity({ title: `Minga de ${search.date}` })], total: 1 };
    },
  );
  const shared = { colectivo: collective.slug, limit: 24, offset: 0 };
  expect(searches).toEqual([
    { ...shared, date: 'proximas' },
    { ...shared, date: 'pasadas' },
  ]);
  for (const text of [
    'Guardianes &lt;del&gt; Río',
    'Minga de proximas',
    'Minga de pasadas',
    'Lo que ya pasó (1)',
  ]) {
    expect(html).toContain(text);
  }
  // A visitor signs in to follow.
  expect(html).toContain(`/login?volver=%2Fcolectivos%2F${collective.slug}`);
  expect(data).toContain('Minga de pasadas');
});

test('renders a missing collective', async () => {
  const { html, data } = await renderMissingCollective('/colectivos/ninguno', BOGOTA);
  expect(html).toContain('No encontramos este colectivo');
  expect(data).toContain('NOT_FOUND');
});

test('renders a certificate, that it was revoked, and that there is none', async () => {
  const path = '/constancia/K7MN-2RTX-9QWE';
  const issuedAt = '2026-11-01T10:00:00.000Z';
  const { title, date, endDate, place } = activity;
  const certificate = {
    number: 'K7MN-2RTX-9QWE',
    issuedAt,
    revokedAt: null,
    name: 'Rosa',
    hours: 1.5,
    period: null,
    activities: [{ title, date, endDate, place, collective: null, hours: 1.5 }],
  };
  const valid = await renderCertificate(path, BOGOTA, certificate);
  expect(valid.html).toContain('1 hora y 30 minutos');
  expect(valid.html).toContain('Siembra &lt;i&gt;en&lt;/i&gt; el cerro');
  const revoked = await renderCertificate(path, BOGOTA, { ...certificate, revokedAt: issuedAt });
  expect(revoked.html).toContain('Esta constancia fue anulada');
  const missing = await renderCertificate(path, BOGOTA, null);
  expect(missing.html).toContain('No existe una constancia con ese número');
  expect(missing.data).toContain('NOT_FOUND');
});

test.each([
  ['/colectivos', null],
  ['/colectivos?q=rio', null],
  ['/colectivos?fbclid=1&q=rio', null],
  ['/colectivos?q=%20rio', '/colectivos?q=rio'],
  ['/colectivos?q=', '/colectivos'],
])('the canonical address of %s is %s', (path, address) => {
  expect(collectivesAddress(path)).toBe(address);
});

const impact = {
  activities: 2,
  people: 5,
  hours: 7.5,
  goals: [{ unit: 'árboles', reached: 300 }],
  months: [{ month: '2026-12', activities: 2, people: 5, hours: 7.5 }],
};

test('renders the impact of the site and of a collective', async () => {
  const { html, data } = await renderImpact('/impacto', BOGOTA, impact, null);
  for (const text of ['Lo que hemos logrado', '<caption', 'diciembre de 2026', 'árboles', '7,5'])
    expect(html).toContain(text);
  expect(data).toContain('"/tasks/impact"');
  expect(html).not.toContain('Desde otras redes');
  const followed = await renderImpact(
    '/impacto',
    { ...BOGOTA, siteHandle: '@minga@minga.example' },
    impact,
    null,
  );
  expect(followed.html).toContain('@minga@minga.example');
  const path = `/impacto?colectivo=${collective.slug}`;
  const own = await renderImpact(path, BOGOTA, impact, collective);
  expect(own.html).toContain('Lo que ha logrado Guardianes');
  const missing = await renderMissingImpact('/impacto?colectivo=ninguno', BOGOTA);
  expect(missing.html).toContain('No encontramos este colectivo');
});

test.each([
  ['/impacto', null],
  ['/impacto?colectivo=guardianes', null],
  ['/impacto?fbclid=1', null],
  ['/impacto?colectivo=', '/impacto'],
])('the canonical address of %s is %s', (path, address) => {
  expect(impactAddress(path)).toBe(address);
});

test('renders the memory of an activity, without a script', async () => {
  const id = '0199cccc-0000-7000-8000-000000000001';
  const memory = { text: 'Sembramos <b>', images: [{ _id: id, url: `/imagenes/${id}/640.webp` }] };
  const { html } = await renderActivity(`/actividades/${activity._id}`, BOGOTA, {
    ...activity,
    memory,
  });
  for (const text of ['Lo que hicimos', 'Sembramos &lt;b&gt;', `/imagenes/${id}/320.webp 320w`])
    expect(html).toContain(text);
});

test('renders the list of the map with the first page of the catalogue', async () => {
  const searches: unknown[] = [];
  const { html, data } = await renderMap('/mapa?q=siembra', BOGOTA, async search => {
    searches.push(search);
    return { rows: [activity], total: 31 };
  });
  expect(searches).toEqual([{ q: 'siembra', date: 'proximas', limit: 24, offset: 0 }]);
  for (const text of ['Siembra &lt;i&gt;en&lt;/i&gt; el cerro', '31 actividades encontradas'])
    expect(html).toContain(text);
  for (const text of ['Buscando actividades', 'Aquí están las primeras']) expect(html).not.toContain(text);
  expect(data).toContain('Siembra <i>en</i> el cerro');
});

test.each([
  ['/mapa', null],
  [`/mapa?actividad=${activity._id}&q=olla`, null],
  ['/mapa?actividad=x', '/mapa'],
  ['/mapa?place=Cajete&date=pasadas', '/mapa?date=pasadas'],
])('the canonical address of %s is %s', (path, address) => {
  expect(mapAddress(path)).toBe(address);
});

test('renders a month of the calendar at the start of the day, or after what has passed since', async () => {
  const noon = { ...activity, date: '2026-12-05T17:00:00.000Z' };
  vi.setSystemTime(new Date('2026-12-05T20:00:00.000Z'));
  const start = new Date('2026-12-05T05:00:00.000Z');
  const render = (date: string) =>
    renderCalendar('/calendario', BOGOTA, start, async () => ({
      rows: [{ ...noon, date }],
      total: 1,
    }));
  const { html, data } = await render(noon.date);
  expect(html).toContain('<caption');
  expect(html).toContain('diciembre de 2026');
  expect(html).toContain('Siembra &lt;i&gt;en&lt;/i&gt; el cerro');
  expect(html).toContain('aria-current="date"');
  expect(JSON.parse(data).renderTime).toBe('2026-12-05T17:00:00.001Z');
  expect(JSON.parse((await render('2026-12-24T17:00:00.000Z')).data).renderTime).toBe(
    '2026-12-05T05:00:00.001Z',
  );
  vi.useRealTimers();
});

test.each([
  ['/calendario?mes=2026-12&categoria=x', '/calendario?mes=2026-12'],
  ['/calendario?categoria=ambiente&mes=2026-12', null],
  ['/calendario?mes=2200-01', '/calendario'],
  ['/calendario', null],
])('the canonical address of %s is %s', (path, address) => {
  expect(calendarAddress(path)).toBe(address);
});

test.each([
  ['/login', 'Iniciar sesión', '/register'],
  ['/register', 'Crear cuenta', '/login'],
])(
  'renders the form of %s, which only the code sends, and no value of its address',
  async (path, title, other) => {
    const { html } = await renderAccountForm(`${path}?volver=%2Fcolectivos%2Frio`, BOGOTA);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html).toContain(`href="${other}?volver=%2Fcolectivos%2Frio"`);
    expect(html.match(/<form [^>]*>/g)).toEqual([expect.stringMatching(/method="post"/)]);
    expect(html).not.toMatch(/<form [^>]*action=|<input [^>]*value="[^"]/);
  },
);

test.each([
  ['/login', null],
  ['/register?fbclid=1', null],
  ['/login?recuperar=si&volver=%2Ftasks', null],
  ['/login?volver=%2Fa%2F..%2Ftasks', '/login?volver=%2Ftasks'],
  ['/login?recuperar=1', '/login?recuperar=si'],
  ['/register?volver=%2F%2Fevil.example.org', '/register'],
  ['/login?volver=%2F%5Cevil.example.org', '/login'],
  ['/login?volver=https%3A%2F%2Fevil.example.org', '/login'],
  ['/login?volver=%2Ftasks&volver=%2Fprofile', '/login?volver=%2Fprofile'],
])('the canonical address of %s is %s', async (path, address) => {
  expect(accountFormAddress(path)).toBe(address);
  expect((await renderAccountForm(address ?? path, BOGOTA)).html).toContain('<h1');
});

test('the link of a mail loads the code, which opens the dialog', async () => {
  expect((await renderAccountForm('/login?recuperar=si', BOGOTA)).html).toContain('data-needs-code');
  expect((await renderAccountForm('/login', BOGOTA)).html).not.toContain('data-needs-code');
});
