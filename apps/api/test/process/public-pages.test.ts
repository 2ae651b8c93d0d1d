import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { activityNeeds } from '../../src/modules/activities/schema.ts';
import { NOON, testApp } from '../app.ts';
import { aCollective, anActivity, anAttendance, anOccurrence } from '../factories.ts';

const SITE = 'http://localhost:3000';
const web = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const app = await testApp(
  { CONTACT_EMAIL: 'hola@minga.example', CONTACT_PHONE: '+573001234567' },
  undefined,
  web,
);
const { db } = app.platform;

const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(NOON.getTime() + days * DAY);

const categories = ['ambiente', 'educacion', 'salud', 'cultura'] as const;
const { id: collectiveId, slug } = await aCollective(db, { name: 'Guardianes del río' });
for (let number = 0; number < 40; number += 1) {
  const { id: activityId } = await anActivity(db, {
    title: `Siembra ${number} «junto al río»`,
    date: inDays(number - 8),
    endDate: new Date(inDays(number - 8).getTime() + DAY / 12),
    category: categories[number % categories.length] ?? null,
    tags: [`tema ${number % 10}`, 'río'],
    ...(number % 4 === 0 && { collectiveId }),
    ...(number % 3 === 0 && { latitude: 2.44, longitude: -76.61 }),
    ...(number % 5 === 0 && { capacity: 1 }),
  });
  if (number % 10 === 0) await anAttendance(db, { activityId });
}
// Upcoming by the clock of the web app, which renders the pages.
const LATER = new Date('2126-12-05T14:00:00Z');
const { id: richId } = await anActivity(db, {
  title: 'Minga por el río',
  date: LATER,
  latitude: 2.44,
  longitude: -76.61,
  directions: 'Junto a la iglesia.',
  accessibility: ['sin-escalones', 'mascotas'],
  goals: [{ _id: v7(), label: 'Sembrar', target: 300, unit: 'árboles', reached: 20 }],
  capacity: 20,
  companionsMax: 2,
  needsRequired: true,
  selfCheckIn: true,
});
await db.insert(activityNeeds).values(
  Array.from({ length: 10 }, (_, position) => ({
    activityId: richId,
    position,
    kind: position === 0 ? ('task' as const) : ('thing' as const),
    name: `Pala ${position}`,
    quantity: 2,
    startsAt: position === 0 ? LATER : null,
    endsAt: position === 0 ? new Date(LATER.getTime() + DAY / 12) : null,
    note: 'Con guantes.',
    taken: position === 1 ? 2 : 0,
  })),
);
const occurrence = await anOccurrence(db, { title: 'Olla de los sábados', date: inDays(7) });

const read = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
const unescaped = (attribute: string) => attribute.replaceAll('&amp;', '&');
const attributeOf = (tag: string, name: string) =>
  unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** The pages by address that a crawler meets that starts at '/' and honours robots.txt, nofollow and the header. */
async function crawl(): Promise<Map<string, string>> {
  const disallowed = (await read('/robots.txt')).body
    .split('\n')
    .flatMap(line => /^Disallow: (.*)$/.exec(line)?.[1] ?? [])
    .map(path => new RegExp(`^${path.replaceAll(/[.?]/g, '\\$&').replaceAll('*', '.*')}`));
  const met = new Map<string, string>();
  const waiting = ['/'];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (met.has(url) || disallowed.some(pattern => pattern.test(url as string))) continue;
    const { body, headers, statusCode } = await read(url);
    expect([url, statusCode]).toEqual([url, 200]);
    const isPage = String(headers['content-type']).startsWith('text/html');
    met.set(url, isPage ? body : '');
    const robots = attributeOf(/<meta name="robots"[^>]*>/.exec(body)?.[0] ?? '', 'content');
    if (!isPage || `${robots} ${headers['x-robots-tag'] ?? ''}`.includes('nofollow')) continue;
    for (const [link] of body.matchAll(/<a [^>]*>/g)) {
      if (attributeOf(link, 'rel').includes('nofollow')) continue;
      const { origin, pathname, search } = new URL(attributeOf(link, 'href'), SITE + url);
      if (origin === SITE) waiting.push(pathname + search);
    }
  }
  return met;
}

const met = await crawl();

const classesIn = (css: string): Set<string> =>
  new Set([...css.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));

/** The style sheet without the rules of what is pointed at or pressed, which the first frame does not need. */
const restingStyles = (css: string): string =>
  css.replaceAll(/[^{}]*:(?:hover|active)\b[^{}]*\{[^{}]*\}/g, '');

describe('crawlers', () => {
  it('meet each page once, and no combination of filters, months and ways back', () => {
    const withQuery = [...met.keys()].filter(url => url.includes('?'));
    expect(
      withQuery.filter(url => !/^\/actividades\?categoria=\w+$|^\/impacto\?colectivo=[\w-]+$/.test(url)),
    ).toEqual([]);
    expect([...met.keys()].filter(url => /^\/actividades\/[\w-]{36}$/.test(url)).length).toBeGreaterThan(20);
    // Pages, files of activities, and what the manual has.
    expect(met.size).toBeLessThan(150);
  });
});

describe('a screen that the browser renders', () => {
  const codeOf = async (url: string) => (await read(url)).body.split('rel="modulepreload"').length;

  it.each([
    '/verify-email',
    '/reset-password',
    '/confirm-email',
    '/segundo-factor',
    '/mi-asistencia',
    '/invitacion',
    '/dejar-correos',
    '/llegada/1234',
    '/estoy/abcd',
  ])('and to which a visitor comes first, %s, has its code requested at once', async url => {
    expect(await codeOf(url)).toBeGreaterThan(await codeOf('/tasks'));
  });
});

describe('the HTML of public pages', () => {
  const validator = new HtmlValidate(
    new StaticConfigLoader({
      extends: ['html-validate:recommended', 'html-validate:a11y', 'html-validate:document'],
      rules: {
        // The style that React writes.
        'attr-case': 'off',
        'attribute-boolean-style': 'off',
        'attribute-empty-style': 'off',
        'doctype-style': 'off',
        'void-style': 'off',
        // The policy of the site allows inline styles, and letters alone are a rule of HTML 4.
        'no-inline-style': 'off',
        'valid-id': ['error', { relaxed: true }],
        // The title of a date of a series has that date too.
        'long-title': 'off',
        // Subresource integrity is for files of other sites.
        'require-sri': ['error', { target: 'crossorigin' }],
      },
    }),
  );
  const unknown = '0197a000-0000-7000-8000-000000000000';
  const others = [
    `/actividades/${occurrence.id}`,
    `/actividades/${richId}`,
    '/actividades?q=siembra&desde=2026-12-01&cupos=libres',
    '/actividades?q=nada-se-encuentra',
    '/actividades?etiqueta=río',
    '/actividades?date=pasadas',
    '/calendario?mes=2026-12&categoria=ambiente',
    '/calendario?mes=2150-01',
    '/mapa?categoria=ambiente',
    '/colectivos?q=río',
    '/colectivos?q=nada-se-encuentra',
    `/impacto?colectivo=${slug}`,
    '/impacto?colectivo=ninguno',
    `/actividades/${unknown}`,
    '/actividades/nada',
    '/colectivos/ninguno',
    '/nada',
    '/constancia/NADA-1234',
    '/dejar-correos?token=nada',
    '/llegada/nada',
    '/mi-asistencia',
    '/tasks',
    '/login?volver=%2Factividades',
    '/incrustar/actividades',
    '/incrustar/actividades?categoria=ambiente',
    '/incrustar/actividades?limite=0',
    `/incrustar/actividades/${occurrence.id}`,
    `/incrustar/actividades/${unknown}`,
    '/correo-local',
    '/api/docs/',
  ];

  async function allPages(): Promise<Map<string, string>> {
    const pages = new Map([...met].filter(([, body]) => body !== ''));
    for (const url of others) {
      const { pathname, search } = new URL(url, SITE);
      pages.set(url, (await read(pathname + search)).body);
    }
    return pages;
  }

  it('has inline the styles of all that it shows, so that nothing moves when the style sheet comes', async () => {
    const folder = join(web, 'assets');
    const [file = ''] = (await readdir(folder)).filter(name => /^style-.*\.css$/.test(name));
    const styled = classesIn(restingStyles(await readFile(join(folder, file), 'utf8')));
    const missing: string[] = [];
    let inlined = 0;
    for (const [url, body] of await allPages()) {
      const styles = [...body.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n');
      if (!body.includes(`/assets/${file}" media="print"`)) continue;
      inlined += 1;
      const present = classesIn(styles);
      const shown = new Set(
        [...body.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
      );
      for (const name of shown) if (styled.has(name) && !present.has(name)) missing.push(`${url} .${name}`);
    }
    expect(inlined).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });

  it('is valid and accessible', async () => {
    const pages = await allPages();
    expect(pages.size).toBeGreaterThan(80);
    const findings: string[] = [];
    for (const [url, body] of pages) {
      const { results } = await validator.validateString(body, url);
      for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
        findings.push(`${url} ${ruleId}: ${message} (${selector})`);
    }
    expect(findings).toEqual([]);
  });
});
