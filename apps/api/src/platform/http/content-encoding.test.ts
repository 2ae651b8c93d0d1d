import { expect, it } from 'vitest';
import { negotiateEncoding } from './content-encoding.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['BR', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'gzip'],
  ['deflate, zstd', 'identity'],
  ['identity', 'identity'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.5', 'br'],
  ['br;q=0, gzip; q=0.1', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['br;q=x', 'identity'],
])('Accept-Encoding: %j selects %s', (accepted, encoding) => {
  expect(negotiateEncoding({ 'accept-encoding': accepted })).toBe(encoding);
});
