import autocannon from 'autocannon';
import type { LoadProfile } from './load-profile.ts';
import { type Timing, timingOf } from './timing.ts';

/** As many as the aims are set for. */
export const CONNECTIONS = 20;
const TIMEOUT_SECONDS = 60;
const SAMPLE_MS = 100;

export interface LoadRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Load {
  readonly origin: string;
  /** The same each time, or what is request next. */
  readonly request: LoadRequest | (() => LoadRequest);
  /** What every reply must have; any other ends the bench. */
  readonly status: number | '2xx';
  readonly connections: number;
  /** Requests a second, of all connections, each second's at once; without it as many as are answered. */
  readonly rate?: number;
}

/** Asks over kept connections, each the next as soon as it has its reply; first for as long to warm up. */
export async function timeRequests({ seconds }: Pick<LoadProfile, 'seconds'>, load: Load): Promise<Timing> {
  await runLoad(seconds, load);
  const { times, elapsedMs } = await runLoad(seconds, load);
  return timingOf(times, elapsedMs);
}

async function runLoad(seconds: number, { origin, request, status, connections, rate }: Load) {
  const times: number[] = [];
  const wrong: number[] = [];
  const start = performance.now();
  let end = start;
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_MS,
    timeout: TIMEOUT_SECONDS,
    ...(rate !== undefined && { overallRate: rate }),
    requests: [
      typeof request === 'function' ? { setupRequest: base => ({ ...base, ...request() }) } : request,
    ],
    setupClient: client => {
      client.on('response', (answered, _bytes, ms) => {
        if (status === '2xx' ? answered >= 300 : answered !== status) wrong.push(answered);
        times.push(ms);
        end = performance.now();
      });
    },
  });
  if (wrong.length + result.errors > 0) {
    const what = JSON.stringify(nextRequest(request));
    throw new Error(`${what}: ${wrong.length} replies were ${wrong[0]}, ${result.errors} did not come`);
  }
  return { times, elapsedMs: end - start };
}

export const nextRequest = (request: Load['request']): LoadRequest =>
  typeof request === 'function' ? request() : request;
