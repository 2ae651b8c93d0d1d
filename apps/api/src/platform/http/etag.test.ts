import { expect, it } from 'vitest';
import { contentTag, isHeld } from './etag.ts';

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
  expect(isHeld({ 'if-none-match': held }, 'abc')).toBe(expected);
});

it('is the same for the same content alone', () => {
  expect(contentTag('año')).toBe(contentTag(Buffer.from('año')));
  expect(contentTag('año')).not.toBe(contentTag('ano'));
});
