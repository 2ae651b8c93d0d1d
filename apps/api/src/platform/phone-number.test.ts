import { expect, it } from 'vitest';
import { isCountry, toE164 } from './phone-number.ts';

it.each([
  ['3001234567', '+573001234567'],
  ['300 123 45 67', '+573001234567'],
  ['(300) 123-4567', '+573001234567'],
  ['+57 300 123 4567', '+573001234567'],
  ['0057 300 123 4567', '+573001234567'],
  ['602 820 9900', '+576028209900'],
  ['+593 99 123 4567', '+593991234567'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['12345', null],
  ['300123456', null],
  ['300123456789012345', null],
  ['llámame al 3001234567', null],
  ['3001234567 ext. 5', '+573001234567'],
  ['', null],
])('«%s» in Colombia is %s', (text, expected) => {
  expect(toE164(text, 'CO')).toBe(expected);
});

it('reads numbers without a prefix with the country', () => {
  expect(toE164('099 123 4567', 'EC')).toBe('+593991234567');
});

it.each([
  ['CO', true],
  ['EC', true],
  ['XX', false],
  ['co', false],
])('%s is a country: %s', (code, expected) => {
  expect(isCountry(code)).toBe(expected);
});
