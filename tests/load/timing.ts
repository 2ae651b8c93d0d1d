import type { LoadProfile } from './load-profile.ts';
import { percentile } from './percentile.ts';

/** Rate per second and latencies in milliseconds. */
export interface Timing {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

export function timingOf(times: readonly number[], elapsedMs: number): Timing {
  if (times.length === 0) throw new Error('nothing completed within the measured time');
  return {
    rate: (times.length / elapsedMs) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

/** Runs `work` in a loop with the given concurrency; started work is completed. */
export async function timeLoops(
  { seconds }: Pick<LoadProfile, 'seconds'>,
  concurrency: number,
  work: () => Promise<unknown>,
): Promise<Timing> {
  await loop(seconds / 4, concurrency, work);
  return loop(seconds, concurrency, work);
}

async function loop(seconds: number, concurrency: number, work: () => Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  const startedAt = performance.now();
  const workInLoop = async () => {
    do {
      const start = performance.now();
      await work();
      times.push(performance.now() - start);
    } while (performance.now() - startedAt < seconds * 1000);
  };
  await Promise.all(Array.from({ length: concurrency }, workInLoop));
  return timingOf(times, performance.now() - startedAt);
}
