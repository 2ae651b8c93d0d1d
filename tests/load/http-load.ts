import autocannon from 'autocannon';
import type { Pace } from './pace.ts';
import { type Timing, timingOf } from './timing.ts';

/** As many as the aims are set for. */
export const CONNECTIONS = 20;
const PATIENCE_SECONDS = 60;
const SAMPLE_MS = 100;

export interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Load {
  readonly origin: string;
  /** The same each time, or what is asked next. */
  readonly asked: Asked | (() => Asked);
  /** What every reply must have; any other ends the bench. */
  readonly status: number | '2xx';
  readonly connections: number;
  /** Requests a second, of all connections, each second's at once; without it as many as are answered. */
  readonly rate?: number;
}

/** Asks over kept connections, each the next as soon as it has its reply; first for as long to warm up. */
export async function timeRequests({ seconds }: Pick<Pace, 'seconds'>, load: Load): Promise<Timing> {
  await shoot(seconds, load);
  const { times, elapsedMs } = await shoot(seconds, load);
  return timingOf(times, elapsedMs);
}

async function shoot(seconds: number, { origin, asked, status, connections, rate }: Load) {
  const times: number[] = [];
  const wrong: number[] = [];
  const start = performance.now();
  let end = start;
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_MS,
    timeout: PATIENCE_SECONDS,
    ...(rate !== undefined && { overallRate: rate }),
    requests: [
      typeof asked === 'function' ? { setupRequest: request => ({ ...request, ...asked() }) } : asked,
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
    const what = JSON.stringify(askedOnce(asked));
    throw new Error(`${what}: ${wrong.length} replies were ${wrong[0]}, ${result.errors} did not come`);
  }
  return { times, elapsedMs: end - start };
}

export const askedOnce = (asked: Load['asked']): Asked => (typeof asked === 'function' ? asked() : asked);
