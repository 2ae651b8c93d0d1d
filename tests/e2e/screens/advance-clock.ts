import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../../../scripts/product.ts';

/** Settings of a product whose clock stands at the first of these times, and at each call of `advanceClock` at the next. */
export const fixedClock = (...times: string[]): Record<string, string> => ({
  NODE_OPTIONS: `--import=${new URL('fixed-clock.ts', import.meta.url).href}`,
  MINGA_FIXED_TIMES: times.join(','),
});

/** Advances the product's clock to the next of its times, which is `time`. */
export async function advanceClock({ url, pid }: Product, time: string): Promise<void> {
  process.kill(pid, 'SIGUSR2');
  const serverTime = async () => Date.parse((await fetch(`${url}/healthz`)).headers.get('date') ?? '');
  while ((await serverTime()) !== Date.parse(time)) await wait(20);
}
