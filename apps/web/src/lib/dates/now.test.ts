import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { now, setServerTime } from './now.ts';

const MOMENT = '2026-11-21T15:00:00.000Z';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-18T15:00:00.000Z') }));
afterEach(() => {
  setServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

test('corrects a clock that is wrong by days', () => {
  setServerTime(MOMENT);
  expect(now().toISOString()).toBe(MOMENT);
  vi.advanceTimersByTime(1500);
  expect(now().toISOString()).toBe('2026-11-21T15:00:01.500Z');
  setServerTime(null);
  setServerTime('mañana');
  expect(now().toISOString()).toBe('2026-11-21T15:00:01.500Z');
});

test('a network delay does not change the clock', () => {
  setServerTime('2026-11-18T14:59:58.000Z');
  expect(now()).toEqual(new Date());
});
