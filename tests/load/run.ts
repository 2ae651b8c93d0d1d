// npm run load [-- [--short] [--sizes 1000,10000] part …]: speed and memory of the built product, relative to a plain Node server
// or plain SQL in the same run. Prints a table and writes tests/load/results.json; a full run also writes
// docs/load-test-results.md. docs/performance.md explains both.
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from '../../scripts/build.ts';
import { activity } from './activity.ts';
import { administration } from './administration.ts';
import { conditional } from './conditional.ts';
import { confirm } from './confirm.ts';
import { create } from './create.ts';
import { door } from './door.ts';
import { federation } from './federation.ts';
import { fillActivities } from './fill-activities.ts';
import { floods } from './floods.ts';
import { followers } from './followers.ts';
import { growthRows } from './growth-rows.ts';
import { health } from './health.ts';
import { lists } from './lists.ts';
import { live } from './live.ts';
import { memory } from './memory.ts';
import { mix } from './mix.ts';
import { type Options, readOptions } from './options.ts';
import { pages } from './pages.ts';
import { participants } from './participants.ts';
import { peakMemoryRows } from './peak-memory.ts';
import { reminders } from './reminders.ts';
import { resultsDocument } from './results-document.ts';
import type { Row } from './row.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { type Part, withSite } from './site.ts';
import { start } from './start.ts';
import { tableHead, tableLine } from './table.ts';
import { webhooks } from './webhooks.ts';

/** Run on one site that grows from size to size. */
const atEachSize: Part[] = [
  lists,
  search,
  activity,
  pages,
  session,
  conditional,
  confirm,
  participants,
  door,
  create,
  live,
  mix,
];
/** Each run on a site of its own. */
const once: Part[] = [
  ...[start, memory, reminders, followers, webhooks, federation, floods, administration, health],
];
const RESULTS = fileURLToPath(new URL('results.json', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../docs/load-test-results.md', import.meta.url));

const options = readOptionsOrExit();
if (!(await build())) process.exit(1);
const startedAt = new Date().toISOString();
const machine = { cores: availableParallelism(), node: process.version, platform: process.platform };
const rows: Row[] = [];

console.log(tableHead());
try {
  await measureAtEachSize(options);
  for (const part of selected(once))
    await withSite(options.profile, async site => report(await part.run(site)));
} finally {
  // Also after a failure, with the rows measured until then.
  await writeFile(RESULTS, `${JSON.stringify({ startedAt, machine, rows }, null, 2)}\n`);
}
if (options.isFull) await writeFile(DOCUMENT, resultsDocument({ startedAt, machine, rows }));
const missed = rows.filter(({ met }) => met === 'no').length;
const aims = rows.filter(({ met }) => met !== null).length;
console.log(`\n${aims - missed} of ${aims} aims are met. JSON: ${RESULTS}`);

async function measureAtEachSize({ sizes, profile }: Options): Promise<void> {
  const parts = selected(atEachSize);
  if (parts.length === 0) return;
  const measured: Row[] = [];
  await withSite(profile, async site => {
    for (const size of sizes) {
      await fillActivities(site.databaseUrl, size);
      for (const part of parts) {
        const found = await part.run({ ...site, size });
        measured.push(...found);
        report(found);
      }
    }
  });
  report([...growthRows(measured), ...peakMemoryRows(measured)]);
}

function selected(parts: readonly Part[]): Part[] {
  const { names } = options;
  return parts.filter(({ name }) => names.length === 0 || names.includes(name));
}

function report(found: readonly Row[]): void {
  rows.push(...found);
  for (const row of found) console.log(tableLine(row));
}

function readOptionsOrExit(): Options {
  try {
    return readOptions([...atEachSize, ...once].map(({ name }) => name));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
