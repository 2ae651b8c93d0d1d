import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Activity } from '@minga/contract/activities';
import type { Certificate } from '@minga/contract/certificates';
import type { Collective } from '@minga/contract/collectives';
import type { Impact } from '@minga/contract/impact';
import type { RenderedPage, SsrRenderer } from '@minga/contract/server-rendering';
import { PurgeCSS } from 'purgecss';
import { lateFonts } from './late-fonts.ts';

const STYLE_SHEET = /[ ]*(<link rel="stylesheet"[^>]*href="([^"]*)"[^>]*>)\n/;
const CODE = '<template id="code">\n';
const VARIABLE = /--[\w-]+/g;
/** The root element of a server-rendered page (apps/api/src/modules/pages/shell.ts), with a pending press. */
const ROOT = '<div id="root" data-server-rendered><button data-pressed></button></div>';
const ZONE = 'America/Bogota';
const ID = '0197a000-0000-7000-8000-000000000000';

/**
 * Inlines into the documents of server-rendered screens the styles that these need, a quarter of all, so that the first
 * frame waits for nothing else. The style sheet loads with the app's code (public/deferred-scripts.js), or without JavaScript
 * at once.
 */
export async function inlineCriticalCss(folder: string): Promise<void> {
  const renderer: SsrRenderer = await import(pathToFileURL(join(folder, 'server/entry-server.js')).href);
  await inline(folder, 'actividades.html', await renderedCatalogues(renderer));
  await inline(folder, 'actividad.html', await renderedActivities(renderer));
  await inline(folder, 'calendario.html', await renderedCalendars(renderer));
  await inline(folder, 'colectivos.html', await renderedLists(renderer));
  await inline(folder, 'impacto.html', await renderedImpact(renderer));
  await inline(folder, 'colectivo.html', await renderedCollectives(renderer));
  await inline(folder, 'constancia.html', await renderedCertificates(renderer));
}

async function inline(folder: string, name: string, pages: readonly RenderedPage[]): Promise<void> {
  const file = join(folder, name);
  const html = await readFile(file, 'utf8');
  const [line, link = '', href = ''] = STYLE_SHEET.exec(html) ?? [];
  if (line === undefined || !html.includes(CODE)) throw new Error(`${name} is not as expected`);
  const content = [html, ROOT, ...pages.map(page => page.html)].map(raw => ({ raw, extension: 'html' }));
  const [critical] = await new PurgeCSS().purge({
    content,
    css: [{ raw: await readFile(join(folder, href), 'utf8') }],
    keyframes: true,
    variables: true,
    safelist: { variables: content.flatMap(({ raw }) => raw.match(VARIABLE) ?? []) },
  });
  const styles = `    ${lateFonts(critical?.css ?? '')}\n    <noscript>${link}</noscript>\n`;
  const deferred = link.replace('>', ' media="print">');
  await writeFile(
    file,
    html.replace(line, () => styles).replace(CODE, () => `${CODE}    ${deferred}\n`),
  );
}

/** Every state that an address and its activities can produce. */
const renderedCatalogues = (renderer: SsrRenderer) =>
  Promise.all(
    [
      '',
      '?q=olla',
      '?date=pasadas',
      '?categoria=cultura&etiqueta=olla&cupos=libres&cerca=2.44,-76.61',
    ].flatMap(search =>
      [activities, aFullList, []].map(rows =>
        renderer.renderCatalogue(`/actividades${search}`, ZONE, async () => ({
          rows,
          total: 30 * rows.length,
        })),
      ),
    ),
  );

/** A full month with a crowded day and an activity of many days, an empty one, and filters. */
const renderedCalendars = (renderer: SsrRenderer) =>
  Promise.all(
    ['', '?mes=2126-12&categoria=salud&q=olla'].flatMap(search =>
      [aFullMonth, []].map(rows =>
        renderer.renderCalendar(
          `/calendario${search}`,
          ZONE,
          new Date('2126-12-05T05:00:00.000Z'),
          async () => ({ rows, total: rows.length }),
        ),
      ),
    ),
  );

const renderedActivities = (renderer: SsrRenderer) =>
  Promise.all([
    ...activities.map(activity => renderer.renderActivity(`/actividades/${activity._id}`, ZONE, activity)),
    renderer.renderMissingActivity(`/actividades/${ID}`, ZONE, false),
    renderer.renderMissingActivity(`/actividades/${ID}`, ZONE, true),
  ]);

const renderedLists = (renderer: SsrRenderer) =>
  Promise.all(
    ['', '?q=olla'].flatMap(search =>
      [collectives, []].map(rows =>
        renderer.renderCollectives(`/colectivos${search}`, ZONE, async () => ({
          rows,
          total: 30 * rows.length,
        })),
      ),
    ),
  );

const renderedCollectives = (renderer: SsrRenderer) =>
  Promise.all([
    ...collectives.flatMap(collective =>
      [activities, []].map(rows =>
        renderer.renderCollective(`/colectivos/${collective.slug}`, ZONE, collective, async () => ({
          rows,
          total: 30 * rows.length,
        })),
      ),
    ),
    renderer.renderMissingCollective('/colectivos/ninguno', ZONE),
  ]);

const renderedImpact = (renderer: SsrRenderer) =>
  Promise.all([
    ...[0, 1000].map(activities => renderer.renderImpact('/impacto', ZONE, { ...aYear, activities }, null)),
    renderer.renderImpact('/impacto?colectivo=guardianes', ZONE, aYear, bare),
    renderer.renderMissingImpact('/impacto?colectivo=ninguno', ZONE),
  ]);

const aYear: Impact = {
  activities: 3,
  people: 12,
  hours: 30.5,
  goals: [{ unit: 'árboles', reached: 300 }],
  months: [{ month: '2126-12', activities: 3, people: 12, hours: 30.5 }],
};

const renderedCertificates = (renderer: SsrRenderer) =>
  Promise.all(
    [certificate, { ...certificate, revokedAt: certificate.issuedAt }, null].map(shown =>
      renderer.renderCertificate('/constancia/K7MN-2RTX-9QWE', ZONE, shown),
    ),
  );

const certificate: Certificate = {
  number: 'K7MN-2RTX-9QWE',
  issuedAt: '2026-11-01T10:00:00.000Z',
  revokedAt: null,
  name: 'Rosa',
  hours: 3,
  period: { from: null, until: null },
  activities: [
    {
      title: 'Olla comunitaria',
      date: '2026-10-05T14:00:00.000Z',
      endDate: '2026-10-05T17:00:00.000Z',
      place: 'Parque Caldas',
      collective: 'Guardianes del Río',
      hours: 3,
    },
  ],
};

const plain: Activity = {
  _id: ID,
  title: 'Olla comunitaria',
  description: 'Trae plato.',
  place: 'Parque Caldas',
  date: '2999-12-05T14:00:00.000Z',
  endDate: null,
  series: null,
  location: null,
  directions: '',
  isLocationPrivate: false,
  questions: [],
  needs: [],
  needsRequired: false,
  contact: 'email',
  capacity: null,
  companionsMax: 0,
  hasWaitingList: true,
  asksAgain: false,
  goals: [],
  places: { taken: 0, free: null, waiting: 0 },
  category: null,
  tags: [],
  responsible: ['Ana', 'Don Efraín'],
  image: null,
  picture: null,
  isPromoted: false,
  promotion: null,
  status: 'approved',
  user: { _id: ID, username: 'Marta' },
  isOwner: false,
  canManage: false,
  canCheckIn: false,
  collective: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
};
const activities: Activity[] = [
  plain,
  {
    ...plain,
    _id: '0197a000-0000-7000-8000-000000000001',
    date: '2001-12-05T14:00:00.000Z',
    description: '',
    place: '',
    responsible: [],
    status: 'pending',
    goals: [{ _id: ID, label: 'Sembrar', target: 300, unit: 'árboles', reached: 120 }],
    memory: { text: 'Sembramos.', images: [{ _id: ID, url: `/imagenes/${ID}/1280.webp` }] },
  },
  {
    ...plain,
    _id: '0197a000-0000-7000-8000-000000000002',
    endDate: '2999-12-05T17:00:00.000Z',
    series: {
      _id: ID,
      index: 1,
      count: 12,
      repeat: { frequency: 'weekly', interval: 1, weekdays: ['th'] },
      remaining: 12,
    },
    category: 'cultura',
    tags: ['olla'],
    distanceKm: 1.6,
    isPromoted: true,
    collective: { _id: ID, slug: 'guardianes', name: 'Guardianes del Río', isVerified: true },
    promotion: { startDate: '2001-12-05T14:00:00.000Z', endDate: '2999-12-05T14:00:00.000Z' },
    image: `/imagenes/${ID}/960.webp`,
    picture: {
      width: 960,
      height: 540,
      widths: [320, 960],
      hasAvif: true,
      placeholder: 'data:image/webp;base64,AA',
    },
  },
];
const aFullList = Array.from({ length: 30 }, (_, number) => ({ ...plain, _id: `${ID}-${number}` }));

const aFullMonth = aFullList.map((activity, index) => ({
  ...activity,
  date: '2126-12-05T14:00:00.000Z',
  endDate: index === 0 ? '2126-12-09T14:00:00.000Z' : null,
}));

const bare: Collective = {
  _id: ID,
  slug: 'guardianes',
  name: 'Guardianes del Río',
  description: '',
  place: '',
  website: null,
  whatsapp: null,
  image: null,
  picture: null,
  isVerified: false,
  status: 'active',
  myRole: null,
  isFollowing: false,
  followMail: null,
  followers: 0,
  upcoming: 0,
  createdAt: '2026-11-01T10:00:00.000Z',
};
const collectives: Collective[] = [
  bare,
  {
    ...bare,
    _id: '0197a000-0000-7000-8000-000000000001',
    slug: 'tejedoras',
    description: 'Tejemos.',
    place: 'Silvia',
    website: 'https://example.org',
    whatsapp: '+573124567890',
    image: `/imagenes/${ID}/960.webp`,
    picture: {
      width: 960,
      height: 540,
      widths: [960],
      hasAvif: true,
      placeholder: 'data:image/webp;base64,AA',
    },
    isVerified: true,
    followers: 12,
    upcoming: 3,
  },
];
