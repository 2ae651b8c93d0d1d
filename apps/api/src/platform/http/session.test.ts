import { expect, it } from 'vitest';
import type { AppError } from '../errors.ts';
import { requireConfirmedIdentity } from './session.ts';

const now = new Date('2026-11-25T12:00:00.000Z');
const before = (ms: number) => ({ confirmedAt: new Date(now.getTime() - ms) });

it.each([0, 1, 15 * 60_000])('accepts a proof that is %d ms old', ms => {
  expect(() => requireConfirmedIdentity(before(ms), now)).not.toThrow();
});

it.each([15 * 60_000 + 1, now.getTime()])('rejects a proof that is %d ms old', ms => {
  expect(() => requireConfirmedIdentity(before(ms), now)).toThrow(
    expect.objectContaining({ status: 403, code: 'CONFIRM_IDENTITY' }) as AppError,
  );
});
