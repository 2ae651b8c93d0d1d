// npm run bench: speed of the calls that matter, on the built product with the demo's community, as ratios in one run.
import autocannon from 'autocannon';
import { build } from '../scripts/build.ts';
import { startProduct } from '../scripts/product.ts';

const SECONDS = 5;
const CONNECTIONS = 10;

if (!(await build())) process.exit(1);
const product = await startProduct({ RATE_LIMIT_FACTOR: '0' }, ['--demo']);
try {
  await measureAll(product.url);
} finally {
  await product.stop();
}

async function measureAll(url: string): Promise<void> {
  const [first] = (await (await fetch(`${url}/api/tasks/search?date=proximas&limit=1`)).json()) as {
    _id: string;
  }[];
  const id = first?._id ?? '';
  const calls: [name: string, path: string][] = [
    ['liveness (the measure of all)', '/healthz'],
    ['one activity', `/api/tasks/${id}`],
    ['catalogue, 24 rows', '/api/tasks/search?date=proximas&limit=24'],
    ['search "rio", 24 rows', '/api/tasks/search?q=rio&limit=24'],
    ['page of an activity', `/actividades/${id}`],
    ['landing page', '/'],
  ];
  const rows = [];
  let measure = 0;
  for (const [name, path] of calls) {
    const { requests, latency, non2xx } = await autocannon({
      url: url + path,
      duration: SECONDS,
      connections: CONNECTIONS,
    });
    if (non2xx > 0) throw new Error(`${name}: ${non2xx} replies were not 2xx`);
    measure ||= requests.average;
    rows.push({
      call: name,
      'requests/s': Math.round(requests.average),
      'times slower than liveness': Number((measure / requests.average).toFixed(1)),
      'p50 ms': latency.p50,
      'p99 ms': latency.p99,
    });
  }
  console.table(rows);
}
