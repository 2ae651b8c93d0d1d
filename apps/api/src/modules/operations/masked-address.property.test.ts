import { email } from '@minga/contract/text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskedAddress, reasonOf } from './rules.ts';

const local = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }),
);
const first = fc.oneof(
  fc.constantFrom('l', 'ñ', '"', "'", '\u{1F33D}', '@'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const typed = fc.string({ unit: fc.constantFrom(..."luz.+-_'9"), minLength: 1, maxLength: 20 });
/** What the contract takes: whoever is written to. */
const known = fc
  .tuple(typed, fc.domain())
  .map(parts => parts.join('@'))
  .filter(address => email('', '').safeParse(address).success);

it('of what stands before the @ the first character is shown, and not how much follows', () => {
  fc.assert(
    fc.property(first, local, local, fc.domain(), (begin, rest, other, domain) => {
      const masked = maskedAddress(`${begin}${rest}@${domain}`);
      expect(masked).toBe(`${begin}•••@${domain}`);
      expect(maskedAddress(`${begin}${other}@${domain}`)).toBe(masked);
    }),
  );
});

it('a reason names nobody, whatever is around an address', () => {
  const around = fc.constantFrom(' ', '<', '>', '"', "'", ':', ', ', '(', 'RCPT TO:<', 'no ');
  fc.assert(
    fc.property(known, around, around, (address, before, after) => {
      const reason = reasonOf({ message: `550${before}${address}${after}unknown` }) ?? '';
      const shown = reason.slice(0, reason.indexOf('@'));
      expect(shown).toMatch(/•••$/);
      expect(`550${before}${address[0]}`).toContain(shown.slice(0, -'•••'.length));
    }),
  );
});
