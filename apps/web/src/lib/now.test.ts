import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hearServerTime, now } from './now.ts';

const MOMENT = '2026-11-21T15:00:00.000Z';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-18T15:00:00.000Z') }));
afterEach(() => {
  hearServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

test('a clock that is wrong by days is put right, and goes on', () => {
  hearServerTime(MOMENT);
  expect(now().toISOString()).toBe(MOMENT);
  vi.advanceTimersByTime(1500);
  expect(now().toISOString()).toBe('2026-11-21T15:00:01.500Z');
  hearServerTime(null);
  hearServerTime('mañana');
  expect(now().toISOString()).toBe('2026-11-21T15:00:01.500Z');
});

test('the way of a reply is no fault of the clock', () => {
  hearServerTime('2026-11-18T14:59:58.000Z');
  expect(now()).toEqual(new Date());
});
