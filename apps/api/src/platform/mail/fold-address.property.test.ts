import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateLimitKey } from '../limits/rate-limit-key.ts';
import { foldAddress } from './fold-address.ts';

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const domains = fc.constantFrom('example.org', 'gmail.com', 'xn--maana-pta.example', 'correo.co');
const tag = fc.stringMatching(/^(\+[a-z0-9+._-]{0,8})?$/);
const inCapitals = (text: string, at: readonly boolean[]): string =>
  [...text].map((letter, index) => (at[index % at.length] === true ? letter.toUpperCase() : letter)).join('');

/** An address and another spelling of it. */
const spellings = fc
  .record({
    words: fc.array(word, { minLength: 1, maxLength: 5 }),
    domain: domains,
    tag,
    capitals: fc.array(fc.boolean(), { minLength: 1 }),
    isUnicode: fc.boolean(),
    isGooglemail: fc.boolean(),
  })
  .map(({ words, domain, tag: added, capitals, isUnicode, isGooglemail }) => {
    const isGmail = domain === 'gmail.com';
    const spelled = isGmail && isGooglemail ? 'googlemail.com' : domain;
    const other = isUnicode ? domainToUnicode(spelled) : spelled;
    const name = words.join(isGmail ? '.' : '');
    return [`${words.join('')}@${domain}`, inCapitals(`${name}${added}@${other}`, capitals)] as const;
  });

describe('the mailbox of an address', () => {
  it('is the same for all its spellings, also as a key of a limit', () => {
    fc.assert(
      fc.property(spellings, ([plain, spelling]) => {
        expect(foldAddress(spelling)).toBe(plain);
        expect(rateLimitKey('x', spelling)).toBe(rateLimitKey('x', plain));
      }),
    );
  });

  it('stays the same when it is folded again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), email => foldAddress(foldAddress(email)) === foldAddress(email)),
    );
  });

  it('is one for the 64 dot variants of a name at Gmail', () => {
    const variants = Array.from({ length: 64 }, (_, bits) =>
      [...'victima'].map((letter, at) => (at > 0 && (bits >> (at - 1)) & 1 ? `.${letter}` : letter)).join(''),
    ).map(name => `${name}@gmail.com`);
    expect(new Set(variants).size).toBe(64);
    expect(new Set(variants.map(foldAddress))).toEqual(new Set(['victima@gmail.com']));
  });

  it.each([
    ['ana.maria@example.org', 'anamaria@example.org'],
    ['ana-maria@gmail.com', 'anamaria@gmail.com'],
    ['ana@example.org', 'ana@example.com'],
    ['+ana@example.org', '+luz@example.org'],
  ])('differs between %s and %s', (one, other) => {
    expect(foldAddress(one)).not.toBe(foldAddress(other));
  });
});
