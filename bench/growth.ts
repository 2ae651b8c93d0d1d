import autocannon from 'autocannon';
import { startProduct } from '../scripts/product.ts';
import { startBareServer } from './bare-server.ts';
import { withPostgres } from './database.ts';
import { fillActivities, someWords } from './many-activities.ts';

const SIZES = [1_000, 10_000, 100_000];
const CONNECTIONS = 20;
const SECONDS = 4;
// More than a process keeps replies: none of them is answered from memory.
const UNKEPT = 1_500;

/** The lists, the search and one activity as the number of activities grows, beside a bare server with the same bytes. */
export async function measureGrowth(): Promise<void> {
  await withPostgres(async databaseUrl => {
    const product = await startProduct({ RATE_LIMIT_FACTOR: '0', DATABASE_URL: databaseUrl });
    try {
      for (const size of SIZES) {
        await fillActivities(databaseUrl, size);
        console.log(`${size.toLocaleString('en')} activities, ${CONNECTIONS} connections`);
        console.table(await measureCalls(product.url, await someWords(databaseUrl, UNKEPT)));
      }
    } finally {
      await product.stop();
    }
  });
}

async function measureCalls(url: string, words: string[]) {
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
  const rows: Record<string, number | string>[] = [];
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
  const paths = [20, 21, 22, 23, 24].flatMap(limit =>
    words.map(word => `/api/tasks/search?q=${word}&limit=${limit}`),
  );
  for (const [call, connections] of [
    ['search, another word each time', CONNECTIONS],
    ['the same, one after another', 1],
  ] as const) {
    const unkept = await shoot(url, paths, connections);
    rows.push({
      call,
      'requests/s': Math.round(unkept.requests.average),
      'p50 ms': unkept.latency.p50,
      'p99 ms': unkept.latency.p99,
    });
  }
  return rows;
}

async function shoot(url: string, paths?: string[], connections = CONNECTIONS) {
  const requests = paths?.map(path => ({ path }));
  // Each connection begins elsewhere: side by side they would all be answered by one reading.
  const setupClient = (client: autocannon.Client) => {
    const start = Math.floor(Math.random() * (requests?.length ?? 0));
    client.setRequests([...(requests ?? []).slice(start), ...(requests ?? []).slice(0, start)]);
  };
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    ...(requests && { requests, setupClient }),
  });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} replies were not 2xx`);
  return result;
}
