// npm run walks [-- --only NAME] [--device phone|desk] [--activities 50000]: walks through the built product as a neighbour, a shop-keeper, an
// organiser and an administrator do in a week, and writes what each step took to docs/walks.md. Names on the error output the
// slowest press of a step if it takes more than 200 ms.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from '../../../scripts/build.ts';
import { findOrInstallChromium } from '../../../scripts/chromium.ts';
import { startProduct } from '../../../scripts/product.ts';
import { fillActivities } from '../../load/fill-activities.ts';
import { withPostgres } from '../../load/with-postgres.ts';
import { administrator } from './administrator.ts';
import type { Device } from './device.ts';
import { firstScreensTable } from './first-screens.ts';
import { longForm } from './long-form.ts';
import { neighbour } from './neighbour.ts';
import { organiserWalk } from './organiser.ts';
import { shopKeeper } from './shop-keeper.ts';
import { interactionToNextPaint, type Step, total } from './step.ts';
import type { Walk } from './walk.ts';

const walks: readonly Walk[] = [neighbour, shopKeeper, organiserWalk, longForm, administrator];
const DOCUMENT = new URL('../../../docs/walks.md', import.meta.url);

const INTRODUCTION = `# Walks

Written by \`npm run walks\`: a neighbour, a shop-keeper, an organiser and an administrator use the built product as in a week of theirs. The phone is
360 px wide, six times slower than this machine, on a mobile network, used with one thumb; the desk is 1280 px wide, as slow, used with
the keyboard alone. Presses are taps and keys that are no text, such as Tab; seconds are those that a person waits, without typing and
reading. The slowest is the longest time from a press or a key to the frame that shows it. 'Interaction to Next Paint' is the slowest of a
screen, in three quarters of the screens; good are 200 ms. Each walk starts on an empty site; the first screens and what they load are measured before. The organiser with forty needs and sixty dates fills the longest form that there can be.
A walk searches the page for its next step only after the frame of a press, because its search is slower than most presses.
An operator's way from a bare Debian to a site that was updated and rolled back is walked by hand; its seconds are in [running.md](running.md).
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    device: { type: 'string' },
    activities: { type: 'string', default: '0' },
  },
});
const activities = Number(options.activities);
const devices = (['phone', 'desk'] as const).filter(device => (options.device ?? device) === device);

if (!(await build())) process.exit(1);
const executablePath = await findOrInstallChromium();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const tables: string[] = [];
try {
  if ('first-screens'.includes(options.only)) add(await firstScreensTable(browser));
  for (const walk of walks.filter(({ name }) => name.includes(options.only)))
    for (const device of devices.filter(device => walk.devices?.includes(device) ?? true))
      add(table(walk, device, await take(walk, device)));
} finally {
  await browser.close();
}
if (options.only === '' && options.device === undefined && activities === 0)
  await writeFile(DOCUMENT, [INTRODUCTION, ...tables].join('\n'));

function add(table: string): void {
  process.stdout.write(`${table}\n`);
  tables.push(table);
}

/** Each walk has a product and a database of its own. */
async function take({ settings, take }: Walk, device: Device): Promise<Step[]> {
  let steps: Step[] = [];
  await withPostgres(async databaseUrl => {
    const own = typeof settings === 'function' ? await settings() : settings;
    const product = await startProduct({ ...own, DATABASE_URL: databaseUrl, RATE_LIMIT_FACTOR: '1' });
    try {
      if (activities > 0) await fillActivities(databaseUrl, activities);
      steps = await take(browser, product, device);
    } finally {
      await product.stop();
    }
  });
  return steps;
}

function table({ title }: Walk, device: Device, steps: readonly Step[]): string {
  const lines = [...steps, total(steps, '**Total**')].map(
    ({ name, presses, characters, screens, seconds, slowest }) =>
      `| ${name} | ${presses} | ${characters} | ${screens} | ${seconds.toFixed(1)} | ${slowest} |`,
  );
  const head = '| Step | Presses | Characters | Screens | Seconds | Slowest, ms |\n|---|---|---|---|---|---|';
  const inp = `Interaction to Next Paint: ${interactionToNextPaint(steps)} ms`;
  return `## ${title}, ${device}\n\n${head}\n${lines.join('\n')}\n\n${inp}\n`;
}
