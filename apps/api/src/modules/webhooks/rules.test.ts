import { describe, expect, it } from 'vitest';
import { hasFailedForADay, newSecret, retryAt, signatureOf } from './rules.ts';

describe('rules', () => {
  const FIRST = new Date('2026-11-21T17:00:00.000Z');
  const MINUTE_MS = 60_000;
  const DAY_MINUTES = 24 * 60;

  it('tries after 1, 5 and 30 minutes, 2 hours and every 6 hours, the last time a day after the first', () => {
    const minutes: number[] = [];
    let now = FIRST;
    for (let attempts = 1; !hasFailedForADay(FIRST, now); attempts += 1) {
      now = retryAt(now, attempts, FIRST);
      minutes.push((now.getTime() - FIRST.getTime()) / MINUTE_MS);
    }
    expect(minutes).toEqual([1, 6, 36, 156, 516, 876, 1236, DAY_MINUTES]);
  });

  it('gives the last attempt of a killed process to another one', () => {
    const last = new Date(FIRST.getTime() + DAY_MINUTES * MINUTE_MS);
    expect(retryAt(last, 9, FIRST) > last).toBe(true);
  });

  it('signs the time and the body', () => {
    // printf '1795280400.{"a":1}' | openssl dgst -sha256 -hmac whsec_x
    const header = signatureOf('{"a":1}', 'whsec_x', FIRST);
    expect(header).toMatch(/^t=1795280400,v1=[0-9a-f]{64}$/);
    expect(signatureOf('{"a":1}', 'whsec_x', new Date(FIRST.getTime() + 1000))).not.toBe(header);
    expect(signatureOf('{"a":2}', 'whsec_x', FIRST)).not.toBe(header);
    expect(newSecret()).toMatch(/^whsec_[\w-]{43}$/);
  });
});
