// npm run bench: speed of the calls that matter, on the built product with the demo's community, as ratios in one run.
import autocannon from 'autocannon';
import { build } from '../scripts/build.ts';
import { startProduct } from '../scripts/product.ts';
import { measureAdministration } from './administration.ts';
import { measureConfirmations } from './confirmations.ts';
import { measureGrowth } from './growth.ts';
import { measureLive } from './live.ts';
import { percentile } from './percentile.ts';
import { measureReminders } from './reminders.ts';

const SECONDS = 5;
const CONNECTIONS = 10;
const SIGN_INS = 50;
const CHECKS = 200;

const SUPERADMIN = { email: 'bench@example.org', password: 'una clave de prueba' };

if (!(await build())) process.exit(1);
const settings = { SUPERADMIN_EMAIL: SUPERADMIN.email, SUPERADMIN_PASSWORD: SUPERADMIN.password };
const product = await startProduct({ RATE_LIMIT_FACTOR: '0', ...settings }, ['--demo']);
try {
  await measureAll(product.url);
  await measureSignIns(product.url);
} finally {
  await product.stop();
}
await measureConfirmations();
await measureReminders();
await measureLive();
await measureGrowth();
await measureAdministration();

async function measureAll(url: string): Promise<void> {
  const [first] = (await (await fetch(`${url}/api/tasks/search?date=proximas&limit=1`)).json()) as {
    _id: string;
  }[];
  const id = first?._id ?? '';
  const cookie = await signIn(url);
  const calls: [name: string, path: string, headers?: Record<string, string>][] = [
    ['liveness (the measure of all)', '/healthz'],
    ['one activity', `/api/tasks/${id}`],
    ['catalogue, 24 rows', '/api/tasks/search?date=proximas&limit=24'],
    ['search "rio", 24 rows', '/api/tasks/search?q=rio&limit=24'],
    ['page of an activity', `/actividades/${id}`],
    ['landing page', '/'],
    ['session check', '/api/auth/verify', { cookie }],
    ['session check without a cookie', '/api/auth/verify'],
  ];
  const rows = [];
  let measure = 0;
  for (const [name, path, headers = {}] of calls) {
    const { requests, latency, non2xx } = await autocannon({
      url: url + path,
      headers,
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

async function signIn(url: string): Promise<string> {
  const reply = await postSignIn(url, SUPERADMIN);
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function postSignIn(url: string, credentials: object): Promise<Response> {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
}

/** What everybody else waits while fifty people sign in at once: hashing must not take the machine. */
async function measureSignIns(url: string): Promise<void> {
  const quiet = await latencies(url, () => false);
  let isOver = false;
  const strangers = Array.from({ length: SIGN_INS }, (_, index) => `nadie${index}@example.org`);
  const start = performance.now();
  const signIns = Promise.all(strangers.map(email => postSignIn(url, { email, password: 'no-es-esta' })));
  const over = signIns.then(() => (isOver = true));
  const busy = await latencies(url, () => isOver);
  await over;
  console.log(`${SIGN_INS} sign-ins at once took ${Math.round(performance.now() - start)} ms`);
  console.table([
    { 'other requests': 'quiet', ...quiet },
    { 'other requests': `beside ${SIGN_INS} sign-ins`, ...busy },
  ]);
}

/** Milliseconds of small searches one after the other, until there are enough or `isOver`. */
async function latencies(url: string, isOver: () => boolean): Promise<Record<string, number>> {
  const waits: number[] = [];
  while (waits.length < CHECKS && !isOver()) {
    const start = performance.now();
    await (await fetch(`${url}/api/tasks/search?limit=1`)).arrayBuffer();
    waits.push(performance.now() - start);
  }
  const at = (share: number) => percentile(waits, share);
  return { requests: waits.length, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'most ms': at(1) };
}
