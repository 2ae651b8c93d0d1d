import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { page } from './endpoint.ts';

const LIMIT = 'El límite debe ser un número entero entre 1 y 500';
const OFFSET = 'El desplazamiento debe ser un número entero entre 0 y 10000000';
const complaints = (query: object) => z.safeParse(page, query).error?.issues.map(({ message }) => message);

describe('limit and offset', () => {
  test.each([
    [{}, { limit: 500, offset: 0 }],
    [
      { limit: '1', offset: '0' },
      { limit: 1, offset: 0 },
    ],
    [
      { limit: '500', offset: '10000000' },
      { limit: 500, offset: 10_000_000 },
    ],
    [
      { limit: '007', offset: 20 },
      { limit: 7, offset: 20 },
    ],
  ])('%j are whole numbers', (query, read) => {
    expect(z.parse(page, query)).toEqual(read);
  });

  test.each([
    '0x10',
    '0b1',
    '0o7',
    '1e2',
    '1.0',
    '1.5',
    '+1',
    '-1',
    ' 1',
    '1 ',
    '',
    'x',
    '١',
    'Infinity',
    '9'.repeat(400),
  ])('%j is none', value => {
    expect(complaints({ limit: value })).toEqual([LIMIT]);
    expect(complaints({ offset: value })).toEqual([OFFSET]);
  });

  test.each([0, 501, 1.5, null, true, ['5'], ['5', '6']])('%j is no limit', value => {
    expect(complaints({ limit: value })).toEqual([LIMIT]);
  });
});
