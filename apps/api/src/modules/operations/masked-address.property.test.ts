import { email } from '@minga/contract/text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { failureReason, maskedAddress } from './rules.ts';

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
