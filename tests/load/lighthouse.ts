// npm run lighthouse: what a visitor on Lighthouse's simulated mid-range phone gets, on the built product with the demo's
// community. Lighthouse itself is fetched when it is wanted: nothing else needs its 170 MB.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from '../../scripts/build.ts';
import { findOrInstallChromium } from '../../scripts/chromium.ts';
import { startProduct } from '../../scripts/product.ts';
import { percentile } from './percentile.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const LOADS = 5;
const REPORT_BYTES_MAX = 50_000_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const MEASURES = {
  'first paint ms': 'first-contentful-paint',
  'largest paint ms': 'largest-contentful-paint',
  'blocked ms': 'total-blocking-time',
  moved: 'cumulative-layout-shift',
};

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number }>;
}

if (!(await build())) process.exit(1);
const chromium = await findOrInstallChromium();
const product = await startProduct({ RATE_LIMIT_FACTOR: '0' }, ['--demo']);
try {
  const [first] = (await (await fetch(`${product.url}/api/tasks/search?date=proximas&limit=1`)).json()) as {
    _id: string;
  }[];
  const rows: Record<string, Record<string, string>> = {};
  for (const path of ['/', '/actividades', `/actividades/${first?._id}`, '/ayuda', '/login', '/register']) {
    await fetch(product.url + path);
    const reports: Report[] = [];
    for (let load = 0; load < LOADS; load += 1) reports.push(await visit(product.url + path));
    rows[path.replace(first?._id ?? '', '{id}')] = summary(reports);
  }
  console.log(`${LOADS} loads of each: the worst score; of the rest median and worst`);
  console.table(rows);
} finally {
  await product.stop();
}

async function visit(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync',
    ],
    { maxBuffer: REPORT_BYTES_MAX, env: { ...process.env, ...(chromium && { CHROME_PATH: chromium }) } },
  );
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

const round = (value: number): string => (value < 1 ? value.toFixed(3) : value.toFixed(0));
