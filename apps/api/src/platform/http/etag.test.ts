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
])('If-None-Match: %s names "abc": %s', (held, expected) => {
  expect(matchesEtag({ 'if-none-match': held }, 'abc')).toBe(expected);
});

it('is the same for the same content alone', () => {
  expect(contentEtag('año')).toBe(contentEtag(Buffer.from('año')));
  expect(contentEtag('año')).not.toBe(contentEtag('ano'));
});
