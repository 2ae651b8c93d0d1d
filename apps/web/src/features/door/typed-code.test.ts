import { expect, test } from 'vitest';
import { typedCode } from './typed-code.ts';

const code = 'jS6ioWt6q_VcaELuMw1dlA';

test.each([
  [code, code],
  ['jS6i oWt6 q_Vc aELu Mw1d lA', code],
  [' jS6i oWt6  q_VcaELu Mw1d lA ', code],
  [`https://minga.example.org/llegada/${code}`, code],
  ['jS6i oWt6 q_Vc aELu Mw1d l', null],
  ['jS6i oWt6 q_Vc aELu Mw1d lAx', null],
  ['jS6 ioWt6 q_Vc aELu Mw1d lA', null],
  // 22 letters.
  ['Juan Sebastian Rodriguez', null],
  ['Ana', null],
  ['', null],
])('%j: %j', (words, expected) => {
  expect(typedCode(words)).toBe(expected);
});
