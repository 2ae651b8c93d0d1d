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
  ])('accepts the integers %j', (query, read) => {
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
  ])('rejects %j, which is not an integer', value => {
    expect(complaints({ limit: value })).toEqual([LIMIT]);
    expect(complaints({ offset: value })).toEqual([OFFSET]);
  });

  test.each([0, 501, 1.5, null, true, ['5'], ['5', '6']])('rejects the limit %j', value => {
    expect(complaints({ limit: value })).toEqual([LIMIT]);
  });
});
