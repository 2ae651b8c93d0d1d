import autocannon from 'autocannon';
import type { LoadProfile } from './load-profile.ts';
import { type Timing, timingOf } from './timing.ts';

/** The number of connections that the aims are defined for. */
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
  /** One request for all, or a function that returns the next one. */
  readonly request: LoadRequest | (() => LoadRequest);
  /** Required of every response; any other status aborts the run. */
  readonly status: number | '2xx';
  readonly connections: number;
  /** Requests a second over all connections, sent in one burst per second; unlimited by default. */
  readonly rate?: number;
}

/** Sends requests over keep-alive connections, one in flight per connection, after a warm-up. */
export async function timeRequests(
  { seconds, warmUpSeconds = seconds }: Pick<LoadProfile, 'seconds' | 'warmUpSeconds'>,
  load: Load,
): Promise<Timing> {
  await runLoad(warmUpSeconds, load);
  const { times, elapsedMs } = await runLoad(seconds, load);
  return timingOf(times, elapsedMs);
}

async function runLoad(seconds: number, { origin, request, status, connections, rate }: Load) {
  const times: number[] = [];
  const unexpected: number[] = [];
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
      client.on('response', (responseStatus, _bytes, ms) => {
        if (status === '2xx' ? responseStatus >= 300 : responseStatus !== status)
          unexpected.push(responseStatus);
        times.push(ms);
        end = performance.now();
      });
    },
  });
  if (unexpected.length + result.errors > 0) {
    const sample = JSON.stringify(nextRequest(request));
    throw new Error(
      `${sample}: ${unexpected.length} responses had status ${unexpected[0]}, ${result.errors} requests failed`,
    );
  }
  return { times, elapsedMs: end - start };
}

export const nextRequest = (request: Load['request']): LoadRequest =>
  typeof request === 'function' ? request() : request;
