// npm run lighthouse: scores of the public pages on Lighthouse's simulated mid-range phone, for the built product with the demo's
// community, in a browser of Colombia: its language decides when the code is loaded, its time zone what an activity says.
// Arguments select pages: `npm run lighthouse -- /actividades`. Lighthouse is fetched by npx instead of being a dependency, because
// nothing else needs its 170 MB.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from '../../scripts/build.ts';
import { findOrInstallChromium } from '../../scripts/chromium.ts';
import { onInterrupt } from '../../scripts/on-interrupt.ts';
import { startProduct } from '../../scripts/product.ts';
import { percentile } from './percentile.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const LOADS = 5;
/** Once in some dozens of loads (docs/performance.md). */
const TRACE_LOST = 'NO_NAVSTART';
const LOST_MAX = 3;
const REPORT_BYTES_MAX = 50_000_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Without /mapa, whose map would be drawn without a graphics card here. */
const PAGES = [
  '/',
  '/actividades',
  '/actividades/{id}',
  '/colectivos/{slug}',
  '/ayuda',
  '/login',
  '/register',
];
const MEASURES = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
}

const selected = process.argv.slice(2);
const pages = PAGES.filter(page => selected.length === 0 || selected.includes(page));
if (pages.length < selected.length) throw new Error(`the pages are ${PAGES.join(', ')}`);
if (!(await build())) process.exit(1);
const chromium = await findOrInstallChromium();
const product = await startProduct({ RATE_LIMIT_FACTOR: '0' }, ['--demo']);
try {
  const activity = await first<{ _id: string }>('/tasks/search?date=proximas&limit=1');
  const collective = await first<{ slug: string }>('/collectives?limit=1');
  const rows: Record<string, Record<string, string>> = {};
  for (const page of pages) {
    const url = product.url + page.replace('{id}', activity._id).replace('{slug}', collective.slug);
    await fetch(url);
    const reports: Report[] = [];
    for (let load = 0; load < LOADS; load += 1) reports.push(await measured(url));
    rows[page] = summary(reports);
    console.log(page, rows[page]);
  }
  console.log(`${LOADS} loads of each page: the worst score; median and worst of the metrics`);
  console.table(rows);
} finally {
  await product.stop();
}

/** The first item of a list of the API. */
async function first<Item>(path: string): Promise<Item> {
  const [item] = (await (await fetch(`${product.url}/api${path}`)).json()) as Item[];
  if (item === undefined) throw new Error(`nothing in ${path}`);
  return item;
}

/** Repeats a load of which Lighthouse has lost the beginning: that says nothing about the page. */
async function measured(url: string): Promise<Report> {
  for (let lost = 0; ; lost += 1) {
    try {
      return await visit(url);
    } catch (error) {
      if (lost === LOST_MAX || !String(error).includes(TRACE_LOST)) throw error;
      console.log(`Lighthouse lost the beginning of ${url} (${TRACE_LOST})`);
    }
  }
}

async function visit(url: string): Promise<Report> {
  const lighthouse = promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --accept-lang=es-CO,es --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync',
    ],
    {
      maxBuffer: REPORT_BYTES_MAX,
      env: { ...process.env, TZ: 'America/Bogota', ...(chromium && { CHROME_PATH: chromium }) },
    },
  );
  // On SIGINT Lighthouse closes its browser.
  const unregister = onInterrupt(async () => lighthouse.child.kill('SIGINT'));
  const { stdout } = await lighthouse.finally(unregister);
  return JSON.parse(stdout) as Report;
}

function summary(reports: readonly Report[]): Record<string, string> {
  const scores = CATEGORIES.map(name => {
    const worst = Math.min(...reports.map(({ categories }) => categories[name]?.score ?? 0));
    return [name, worst.toFixed(2)];
  });
  const measures = Object.entries(MEASURES).map(([label, audit]) => {
    const values = reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
    return [label, `${round(percentile(values, 0.5))} / ${round(Math.max(...values))}`];
  });
  return Object.fromEntries([...scores, ...measures]);
}

// Not a const: the loads above run before such a declaration is evaluated.
function round(value: number): string {
  return value < 1 ? value.toFixed(3) : value.toFixed(0);
}
