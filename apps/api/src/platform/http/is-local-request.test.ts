import { expect, it } from 'vitest';
import { isLocalRequest } from './is-local-request.ts';

const local = { host: 'localhost:3000' };

it.each([
  ['127.0.0.1', local, true],
  ['127.8.9.1', { host: '127.0.0.1:3000' }, true],
  ['::1', { host: '[::1]:3000' }, true],
  ['::ffff:127.0.0.1', local, true],
  ['::FFFF:127.0.0.1', local, true],
  ['10.0.0.7', local, false],
  ['::ffff:10.0.0.7', local, false],
  ['fe80::1', local, false],
  ['', local, false],
  [undefined, local, false],
])('address %s with headers %j: %s', (address, headers, allowed) => {
  expect(isLocalRequest({ address, headers })).toBe(allowed);
});

it.each([
  { ...local, 'x-forwarded-for': '127.0.0.1' },
  { ...local, 'x-forwarded-host': 'localhost' },
  { ...local, 'x-real-ip': '127.0.0.1' },
  { ...local, forwarded: 'for=127.0.0.1' },
  { ...local, via: '1.1 caddy' },
  { host: 'minga.example.org' },
  { host: 'localhost.example.org' },
  { host: 'no es una dirección' },
  {},
])('rejects a request that a proxy on the same machine forwards: %j', headers => {
  expect(isLocalRequest({ address: '127.0.0.1', headers })).toBe(false);
});
