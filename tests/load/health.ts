import { Agent, request as httpRequest } from 'node:http';
import { Worker } from 'node:worker_threads';
import { type HealthRequest, healthCalls, healthPages, type NextRequest } from './health-calls.ts';
import { fillHealthData, type HealthData } from './health-data.ts';
import { percentile } from './percentile.ts';
import { type Aim, type Row, rowOf } from './row.ts';
import type { Part, Site } from './site.ts';

const part = 'health';
/** Of each call at the same time. */
const CONCURRENCY = 20;
/** The worst latency of /healthz during a call, in milliseconds. */
const AIM_MS = 250;
/** Calls below have no row of their own. */
const SHOWN_MS = 100;
const TIMEOUT_MS = 300_000;

/** Twenty of one call at the same time. */
interface Volley {
  readonly call: string;
  readonly worstMs: number;
  readonly seconds: number;
  readonly bytes: number;
}

/** The worst latency of /healthz while 20 of a call are in progress: of each call and page, with the largest rows. */
export const health: Part = {
  name: part,
  async run(site) {
    const data = await fillHealthData(site);
    return rowsOf(await measureHealth(site, data));
  },
};

async function measureHealth({ origin }: Pick<Site, 'origin'>, data: HealthData): Promise<Volley[]> {
  const watch = startWatch(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const volleys: Volley[] = [];
  try {
    for (const [method, next] of requestsOf(data)) volleys.push(await volleyOf(method, next));
    return volleys;
  } finally {
    agent.destroy();
    await watch.stop();
  }

  async function volleyOf(method: string, next: NextRequest): Promise<Volley> {
    await watch.worst();
    const start = performance.now();
    const responses = await Promise.all(
      Array.from({ length: CONCURRENCY }, (_, number) => send(origin, agent, method, next(number))),
    );
    const seconds = (performance.now() - start) / 1000;
    const worstMs = await watch.worst();
    const statuses = [...new Set(responses.map(({ status }) => status))].sort();
    const fault = statuses.find(status => status >= 500 && status !== 503);
    const call = `${method} ${next(0).path.slice(0, 60)}`;
    if (fault !== undefined) throw new Error(`${call}: ${fault}`);
    const bytes = responses.reduce((sum, response) => sum + response.bytes, 0);
    return { call: `${call}, ${statuses.join(' and ')}`, worstMs, seconds, bytes };
  }
}

/** Pages first, then the calls, those that remove rows last. */
function requestsOf(data: HealthData): [method: string, next: NextRequest][] {
  const calls = Object.entries(healthCalls(data)).flatMap(([name, all]) => {
    const [method = ''] = name.split(' ');
    return all.map((next): [string, NextRequest] => [
      method,
      number => {
        const request = next(number);
        return { ...request, path: `/api${request.path}` };
      },
    ]);
  });
  const removes = ([method, next]: [string, NextRequest]) =>
    method === 'DELETE' || /removals|bulk|hours$/.test(next(0).path);
  return [
    ...healthPages(data).map((next): [string, NextRequest] => ['GET', next]),
    ...calls.filter(call => !removes(call)),
    ...calls.filter(removes),
  ];
}

const ANSWERS: Aim = {
  text: `/healthz ≤ ${AIM_MS} ms`,
  holds: ({ p99 }) => p99 !== null && p99 <= AIM_MS,
};

/** The worst of all, and each that is noticed. In these rows p99 is the worst. */
function rowsOf(volleys: readonly Volley[]): Row[] {
  const sorted = volleys.toSorted((one, other) => other.worstMs - one.worstMs);
  const times = volleys.map(({ worstMs }) => worstMs);
  const all = `the worst of ${volleys.length} calls and pages, ${CONCURRENCY} at once`;
  return [
    rowOf({ part, call: all, p50: percentile(times, 0.5), p99: Math.max(...times) }, ANSWERS),
    ...sorted
      .filter(({ worstMs }) => worstMs > SHOWN_MS)
      .map(({ call, worstMs, seconds, bytes }) => {
        const size = `${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`;
        return rowOf({ part, call: `${call}: ${size}`, rate: CONCURRENCY / seconds, p99: worstMs }, ANSWERS);
      }),
  ];
}

function startWatch(origin: string) {
  const worker = new Worker(new URL('health-watch.ts', import.meta.url), { workerData: { origin } });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  return {
    /** Since the last call. */
    worst: () => {
      const answered = new Promise<number>(resolve => worker.once('message', resolve));
      worker.postMessage(null);
      return Promise.race([answered, failed]);
    },
    stop: () => worker.terminate(),
  };
}

interface Received {
  readonly status: number;
  readonly bytes: number;
}

/** Discards the body as it comes: twenty may have hundreds of megabytes. */
async function send(
  origin: string,
  agent: Agent,
  method: string,
  { path, headers, body }: HealthRequest,
): Promise<Received> {
  const form = body instanceof FormData ? new Response(body) : null;
  const type = form?.headers.get('content-type') ?? 'application/json';
  const payload = form === null ? JSON.stringify(body) : Buffer.from(await form.arrayBuffer());
  return new Promise((resolve, reject) => {
    const sent = {
      ...headers,
      ...(payload !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(payload) }),
    };
    const request = httpRequest(
      origin + path,
      { method, agent, timeout: TIMEOUT_MS, headers: sent },
      response => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
        response.on('error', reject);
      },
    );
    request.on('timeout', () => request.destroy(new Error(`${method} ${path}: no response`)));
    request.on('error', cause => reject(new Error(`${method} ${path}: no response`, { cause })));
    request.end(payload);
  });
}
