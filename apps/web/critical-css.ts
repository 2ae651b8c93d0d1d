import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderedPage, SsrRenderer } from '@minga/contract/server-rendering';
import { PurgeCSS } from 'purgecss';
import {
  activities,
  aFullList,
  aFullMonth,
  aYear,
  bare,
  certificate,
  collectives,
  ID,
} from './critical-css-samples.ts';
import { deferredFonts } from './deferred-fonts.ts';

const STYLE_SHEET = /[ ]*(<link rel="stylesheet"[^>]*href="([^"]*)"[^>]*>)\n/;
const CODE = /<template id="code"[^>]*>\n/;
const VARIABLE = /--[\w-]+/g;
/** The root element of a server-rendered page (apps/api/src/modules/pages/shell.ts), with a pending press and a typed password. */
const ROOT =
  '<div id="root" data-server-rendered><button data-pressed></button><input name="password" autocomplete="new-password" data-typed></div>';
const VIEWING = { timeZone: 'America/Bogota', isDataSaved: false };

/**
 * Inlines into the documents of server-rendered screens the styles that these need, a quarter of all, so that the first
 * frame waits for nothing else. The style sheet loads after it (public/deferred-scripts.js), or without JavaScript
 * at once.
 */
export async function inlineCriticalCss(folder: string): Promise<void> {
  const renderer: SsrRenderer = await import(pathToFileURL(join(folder, 'server/entry-server.js')).href);
  await inline(folder, 'actividades.html', await renderedCatalogues(renderer));
  await inline(folder, 'mapa.html', await renderedMaps(renderer));
  await inline(folder, 'actividad.html', await renderedActivities(renderer));
  await inline(folder, 'calendario.html', await renderedCalendars(renderer));
  await inline(folder, 'colectivos.html', await renderedLists(renderer));
  await inline(folder, 'impacto.html', await renderedImpact(renderer));
  await inline(folder, 'colectivo.html', await renderedCollectives(renderer));
  await inline(folder, 'constancia.html', await renderedCertificates(renderer));
  await inline(folder, 'login.html', await renderedForms(renderer, '/login'));
  await inline(folder, 'register.html', await renderedForms(renderer, '/register'));
}

async function inline(folder: string, name: string, pages: readonly RenderedPage[]): Promise<void> {
  const file = join(folder, name);
  const html = await readFile(file, 'utf8');
  const [line, link = '', href = ''] = STYLE_SHEET.exec(html) ?? [];
  if (line === undefined || !CODE.test(html)) throw new Error(`${name} is not as expected`);
  const content = [html, ROOT, ...pages.map(page => page.html)].map(raw => ({ raw, extension: 'html' }));
  const [critical] = await new PurgeCSS().purge({
    content,
    css: [{ raw: await readFile(join(folder, href), 'utf8') }],
    keyframes: true,
    variables: true,
    safelist: { variables: content.flatMap(({ raw }) => raw.match(VARIABLE) ?? []) },
  });
  const styles = `    ${deferredFonts(critical?.css ?? '')}\n    <noscript>${link}</noscript>\n`;
  const deferred = link.replace('>', ' media="print">');
  await writeFile(
    file,
    html.replace(line, () => styles).replace(CODE, tag => `${tag}    ${deferred}\n`),
  );
}

/** The number that a search instead of an empty one finds, which is asked for with a limit of 1. */
const INSTEAD = 3;

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
        renderer.renderCatalogue(`/actividades${search}`, VIEWING, async ({ limit }) => ({
          rows,
          total: limit === 1 ? INSTEAD : 30 * rows.length,
        })),
      ),
    ),
  );

const renderedMaps = (renderer: SsrRenderer) =>
  Promise.all(
    ['', '?categoria=cultura&etiqueta=olla&cupos=libres', `?actividad=${ID}`].flatMap(search =>
      [activities, []].map(rows =>
        renderer.renderMap(`/mapa${search}`, VIEWING, async ({ limit }) => ({
          rows,
          total: limit === 1 ? INSTEAD : rows.length,
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
          VIEWING,
          new Date('2126-12-05T05:00:00.000Z'),
          async () => ({ rows, total: rows.length }),
        ),
      ),
    ),
  );

const renderedActivities = (renderer: SsrRenderer) =>
  Promise.all([
    ...[VIEWING, { ...VIEWING, isDataSaved: true }].flatMap(viewing =>
      activities.map(activity => renderer.renderActivity(`/actividades/${activity._id}`, viewing, activity)),
    ),
    renderer.renderMissingActivity(`/actividades/${ID}`, VIEWING, false),
    renderer.renderMissingActivity(`/actividades/${ID}`, VIEWING, true),
  ]);

const renderedForms = (renderer: SsrRenderer, path: string) =>
  Promise.all(['', '?volver=%2Ftasks'].map(query => renderer.renderAccountForm(path + query, VIEWING)));

const renderedLists = (renderer: SsrRenderer) =>
  Promise.all(
    ['', '?q=olla'].flatMap(search =>
      [collectives, []].map(rows =>
        renderer.renderCollectives(`/colectivos${search}`, VIEWING, async ({ limit }) => ({
          rows,
          total: limit === 1 ? INSTEAD : 30 * rows.length,
        })),
      ),
    ),
  );

const renderedCollectives = (renderer: SsrRenderer) =>
  Promise.all([
    ...collectives.flatMap(collective =>
      [activities, []].map(rows =>
        renderer.renderCollective(`/colectivos/${collective.slug}`, VIEWING, collective, async () => ({
          rows,
          total: 30 * rows.length,
        })),
      ),
    ),
    renderer.renderMissingCollective('/colectivos/ninguno', VIEWING),
  ]);

const renderedImpact = (renderer: SsrRenderer) =>
  Promise.all([
    ...[0, 1000].map(activities =>
      renderer.renderImpact('/impacto', VIEWING, { ...aYear, activities }, null),
    ),
    renderer.renderImpact('/impacto?colectivo=guardianes', VIEWING, aYear, bare),
    renderer.renderMissingImpact('/impacto?colectivo=ninguno', VIEWING),
  ]);

const renderedCertificates = (renderer: SsrRenderer) =>
  Promise.all(
    [certificate, { ...certificate, revokedAt: certificate.issuedAt }, null].map(shown =>
      renderer.renderCertificate('/constancia/K7MN-2RTX-9QWE', VIEWING, shown),
    ),
  );
