import { describe, expect, it } from 'vitest';
import { describeError } from '../../platform/log.ts';
import { failureReason, maskedAddress } from './rules.ts';

it.each([
  ['luz.marina@example.org', 'l•••@example.org'],
  ['ñ@example.org', 'ñ•••@example.org'],
  ['"a@b"@example.org', '"•••@example.org'],
  ['😀x@example.org', '😀•••@example.org'],
  ['@example.org', '•••'],
  ['nada', '•••'],
  ['', '•••'],
])('masks %s as %s', (address, masked) => {
  expect(maskedAddress(address)).toBe(masked);
});

describe('failureReason', () => {
  it.each([
    [{ message: 'ECONNECTION' }, 'ECONNECTION'],
    [{ value: { message: 'job heartbeat timeout' } }, 'job heartbeat timeout'],
    [describeError(new Error('broken', { cause: new Error('because') })), 'broken: because'],
    [
      { message: 'query failed', cause: { message: 'too many', code: '53300' } },
      'query failed: too many (53300)',
    ],
    [
      { message: 'query failed', cause: { message: 'no such column', code: '42703' } },
      'query failed: no such column',
    ],
    [
      { message: 'Cannot write', cause: { message: 'No', type: 'NoSuchBucket' } },
      'Cannot write: No (NoSuchBucket)',
    ],
    [{ message: 'connect ECONNREFUSED ::1:9', code: 'ECONNREFUSED' }, 'connect ECONNREFUSED ::1:9'],
    [{ message: 'x'.repeat(300), code: 'ETIMEDOUT' }, `${'x'.repeat(188)} (ETIMEDOUT)`],
    [{ message: 'no room for\n  luz@example.org' }, 'no room for l•••@example.org'],
    [{ message: '<luz@example.org>, ana@example.org' }, '<l•••@example.org>, a•••@example.org'],
    [{ message: '' }, null],
    [{ message: 7 }, null],
    [{}, null],
    [null, null],
    ['text', null],
  ])('%j: %s', (fault, reason) => {
    expect(failureReason(fault)).toBe(reason);
  });

  it('is truncated', () => {
    expect(failureReason({ message: 'x'.repeat(5_000) })).toHaveLength(200);
  });
});
