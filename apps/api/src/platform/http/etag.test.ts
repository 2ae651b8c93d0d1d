import { expect, it } from 'vitest';
import { contentEtag, matchesEtag } from './etag.ts';

it.each([
  [undefined, false],
  ['', false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", W/"y" , "abc"', true],
  ['*', true],
  [' * ', true],
  ['abc', false],
  ['"abc-br"', false],
  ['"xabc"', false],
])('If-None-Match: %s matches "abc": %s', (listed, expected) => {
  expect(matchesEtag({ 'if-none-match': listed }, 'abc')).toBe(expected);
});

it('differs exactly when the content differs', () => {
  expect(contentEtag('año')).toBe(contentEtag(Buffer.from('año')));
  expect(contentEtag('año')).not.toBe(contentEtag('ano'));
});
