import { expect, test } from 'vitest';
import { turnoutText } from './turnout.ts';

const party = (parties: number, people = parties) => ({ parties, people });

test.each([
  [
    'with companions and walk-ins',
    { confirmed: party(16, 25), checkedIn: party(12, 18), walkIns: party(2, 3) },
    '21 personas',
    ['18 de las 25 que dijeron que venían, en 12 de 16 confirmaciones', '3 sin haber confirmado'],
  ],
  [
    'everybody for herself',
    { confirmed: party(1200), checkedIn: party(1100), walkIns: party(0) },
    '1.100 personas',
    ['1.100 de las 1.200 que dijeron que venían'],
  ],
  [
    'only walk-ins',
    { confirmed: party(0), checkedIn: party(0), walkIns: party(1) },
    '1 persona',
    ['1 sin haber confirmado'],
  ],
])('%s', (_what, turnout, total, parts) => {
  expect(turnoutText(turnout)).toEqual({ total, parts });
});
