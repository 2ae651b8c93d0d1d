import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startEmbeddedPostgres } from '../apps/api/src/platform/database/embedded.ts';
import { createLog } from '../apps/api/src/platform/log.ts';
import { startProduct } from '../scripts/product.ts';
import { startBareServer } from './bare-server.ts';
import { fillActivities } from './many-activities.ts';

const SIZES = [1_000, 10_000, 100_000];
const CONNECTIONS = 20;
const SECONDS = 4;

/** The lists, the search and one activity as the number of activities grows, beside a bare server with the same bytes. */
export async function measureGrowth(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'minga-bench-'));
  // Under root the embedded PostgreSQL runs as another user and has to get in.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  try {
    const product = await startProduct({ RATE_LIMIT_FACTOR: '0', DATABASE_URL: postgres.url });
    try {
      for (const size of SIZES) {
        await fillActivities(postgres.url, size);
        console.log(`${size.toLocaleString('en')} activities, ${CONNECTIONS} connections`);
        console.table(await measureCalls(product.url));
      }
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureCalls(url: string) {
  const [first] = (await (await fetch(`${url}/api/tasks/others?limit=1`)).json()) as { _id: string }[];
  const calls: [name: string, path: string][] = [
    ['others, 24 rows', '/api/tasks/others?limit=24'],
    ['search without words', '/api/tasks/search?date=proximas&limit=24'],
    ['search, ten hits', '/api/tasks/search?q=yarumal&limit=24'],
    ['search, one in a hundred', '/api/tasks/search?q=humedal&limit=24'],
    ['search, misspelt', '/api/tasks/search?q=yarumla&limit=24'],
    ['search by place', '/api/tasks/search?place=vereda&limit=24'],
    ['one activity', `/api/tasks/${first?._id}`],
  ];
  const rows = [];
  for (const [name, path] of calls) {
    const body = Buffer.from(await (await fetch(url + path)).arrayBuffer());
    const bare = await startBareServer(body);
    const best = await shoot(bare.url);
    bare.server.close();
    const ours = await shoot(url + path);
    rows.push({
      call: name,
      'requests/s': Math.round(ours.requests.average),
      'share of a bare server': Number((ours.requests.average / best.requests.average).toFixed(3)),
      'p50 ms': ours.latency.p50,
      'p99 ms': ours.latency.p99,
      bytes: body.length,
    });
  }
  return rows;
}

async function shoot(url: string) {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} replies were not 2xx`);
  return result;
}
