import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Activity } from '@minga/contract/activities';
import { PurgeCSS } from 'purgecss';
import { lateFonts } from './late-fonts.ts';

const STYLE_SHEET = /[ ]*(<link rel="stylesheet"[^>]*href="([^"]*)"[^>]*>)\n/;
const CODE = '<template id="code">\n';
const EMPTY_ROOT = '<div id="root"></div>';
const VARIABLE = /--[\w-]+/g;
const STYLE_TAG = /<\/?style[^>]*>/g;
/** PurgeCSS looks at a style sheet alone: what one asks of the other would go. */
const SEAM = '/* Mantine */';
/** What the server puts around what is painted (apps/api/src/modules/pages/shell.ts), and a press that waits. */
const ROOT = '<div id="root" data-painted><button data-pressed></button></div>';
const ZONE = 'America/Bogota';
const ID = '0197a000-0000-7000-8000-000000000000';

interface Painted {
  readonly html: string;
}

/** What src/app/first-paint.tsx exports. */
interface Painter {
  mantineStyles(): string;
  paintCatalogue(
    path: string,
    zone: string,
    find: () => Promise<{ rows: Activity[]; total: number }>,
  ): Promise<Painted>;
  paintActivity(path: string, zone: string, activity: Activity): Promise<Painted>;
  paintUnknownActivity(path: string, zone: string, isDeleted: boolean): Promise<Painted>;
}

/**
 * Puts into the documents of painted screens the styles that these need, a quarter of all, so that nothing more is waited
 * for to see them. The whole sheet comes with the code and takes effect with the take-over (src/app/whole-styles.ts), or at
 * once where there is no JavaScript.
 */
export async function inlineFirstStyles(folder: string): Promise<void> {
  const painter: Painter = await import(pathToFileURL(join(folder, 'server/first-paint.js')).href);
  const common = painter.mantineStyles().replaceAll(STYLE_TAG, '');
  await inline(folder, 'actividades.html', common, await paintedCatalogues(painter));
  await inline(folder, 'actividad.html', common, await paintedActivities(painter));
}

/** Of the sheet and of what is `common` to all pages, which goes to where the app has it: right before what is painted. */
async function inline(
  folder: string,
  name: string,
  common: string,
  painted: readonly Painted[],
): Promise<void> {
  const file = join(folder, name);
  const html = await readFile(file, 'utf8');
  const [line, link = '', href = ''] = STYLE_SHEET.exec(html) ?? [];
  if (line === undefined || !html.includes(CODE) || !html.includes(EMPTY_ROOT)) {
    throw new Error(`${name} is not as expected`);
  }
  const content = [html, ROOT, ...painted.map(paint => paint.html)].map(raw => ({ raw, extension: 'html' }));
  const [needed] = await new PurgeCSS().purge({
    content,
    css: [{ raw: (await readFile(join(folder, href), 'utf8')) + SEAM + common }],
    keyframes: true,
    variables: true,
    safelist: { variables: content.flatMap(({ raw }) => raw.match(VARIABLE) ?? []) },
  });
  const [sheet = '', beforeRoot = ''] = needed?.css.split(SEAM) ?? [];
  const styles = `    ${lateFonts(sheet)}\n    <noscript>${link}</noscript>\n`;
  const waiting = link.replace('>', ' media="print">');
  await writeFile(
    file,
    html
      .replace(line, () => styles)
      .replace(CODE, () => `${CODE}    ${waiting}\n`)
      .replace(EMPTY_ROOT, () => `<style>${beforeRoot.trim()}</style>\n    ${EMPTY_ROOT}`),
  );
}

/** With everything on them that their addresses and their activities may bring about. */
const paintedCatalogues = (painter: Painter) =>
  Promise.all(
    ['', '?q=olla', '?date=pasadas'].flatMap(search =>
      [activities, aFullList, []].map(rows =>
        painter.paintCatalogue(`/actividades${search}`, ZONE, async () => ({
          rows,
          total: 30 * rows.length,
        })),
      ),
    ),
  );

const paintedActivities = (painter: Painter) =>
  Promise.all([
    ...activities.map(activity => painter.paintActivity(`/actividades/${activity._id}`, ZONE, activity)),
    painter.paintUnknownActivity(`/actividades/${ID}`, ZONE, false),
    painter.paintUnknownActivity(`/actividades/${ID}`, ZONE, true),
  ]);

const plain: Activity = {
  _id: ID,
  title: 'Olla comunitaria',
  description: 'Trae plato.',
  place: 'Parque Caldas',
  date: '2999-12-05T14:00:00.000Z',
  responsible: ['Ana', 'Don Efraín'],
  image: null,
  picture: null,
  isPromoted: false,
  promotion: null,
  status: 'approved',
  user: { _id: ID, username: 'Marta' },
  isOwner: false,
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
  },
  {
    ...plain,
    _id: '0197a000-0000-7000-8000-000000000002',
    isPromoted: true,
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
