import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;

/** Polls until the condition holds. Returns a violation after the timeout. */
export async function waitUntil(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  pollMs = 50,
): Promise<string[]> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadline) return [`not within ${TIMEOUT_MS / 1000} s: ${what}`];
    await wait(pollMs);
  }
  return [];
}
