import type { LoadProfile } from './load-profile.ts';
import { percentile } from './percentile.ts';

/** How often something was done a second, and how long it took, in milliseconds. */
export interface Timing {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

export function timingOf(times: readonly number[], elapsedMs: number): Timing {
  if (times.length === 0) throw new Error('nothing came to its end in the time that was measured');
  return {
    rate: (times.length / elapsedMs) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}

/** Does `work` again and again, `atOnce` of it at a time; what was begun is finished. */
export async function timeLoops(
  { seconds }: Pick<LoadProfile, 'seconds'>,
  atOnce: number,
  work: () => Promise<unknown>,
): Promise<Timing> {
  await loop(seconds / 4, atOnce, work);
  return loop(seconds, atOnce, work);
}

async function loop(seconds: number, atOnce: number, work: () => Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  const begin = performance.now();
  const workOn = async () => {
    do {
      const start = performance.now();
      await work();
      times.push(performance.now() - start);
    } while (performance.now() - begin < seconds * 1000);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  return timingOf(times, performance.now() - begin);
}
