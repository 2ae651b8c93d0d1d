import { email } from '@minga/contract/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../platform/log.ts';
import { failureReason, maskedAddress } from './rules.ts';

describe('rules', () => {
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
});

describe('masked address', () => {
  const local = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }),
  );
  const first = fc.oneof(
    fc.constantFrom('l', 'ñ', '"', "'", '\u{1F33D}', '@'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const typical = fc.string({ unit: fc.constantFrom(..."luz.+-_'9"), minLength: 1, maxLength: 20 });
  /** Addresses that the contract accepts. */
  const known = fc
    .tuple(typical, fc.domain())
    .map(parts => parts.join('@'))
    .filter(address => email('', '').safeParse(address).success);

  it('shows the first character before the @, and not the length of the rest', () => {
    fc.assert(
      fc.property(first, local, local, fc.domain(), (start, rest, other, domain) => {
        const masked = maskedAddress(`${start}${rest}@${domain}`);
        expect(masked).toBe(`${start}•••@${domain}`);
        expect(maskedAddress(`${start}${other}@${domain}`)).toBe(masked);
      }),
    );
  });

  it('masks addresses in a failure reason, with any characters around them', () => {
    const around = fc.constantFrom(' ', '<', '>', '"', "'", ':', ', ', '(', 'RCPT TO:<', 'no ');
    fc.assert(
      fc.property(known, around, around, (address, before, after) => {
        const reason = failureReason({ message: `550${before}${address}${after}unknown` }) ?? '';
        const shown = reason.slice(0, reason.indexOf('@'));
        expect(shown).toMatch(/•••$/);
        expect(`550${before}${address[0]}`).toContain(shown.slice(0, -'•••'.length));
      }),
    );
  });
});
