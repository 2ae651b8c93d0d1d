import { expect, it } from 'vitest';
import { canReadMetrics } from './metrics-access.ts';

const TOKEN = 'una-clave-larga-y-secreta';
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
  expect(canReadMetrics({ address, headers }, null)).toBe(allowed);
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
  expect(canReadMetrics({ address: '127.0.0.1', headers }, null)).toBe(false);
});

it.each([
  [`Bearer ${TOKEN}`, TOKEN, true],
  [`bearer ${TOKEN}`, TOKEN, true],
  [`Bearer ${TOKEN}x`, TOKEN, false],
  [`Bearer ${TOKEN.slice(0, -1)}`, TOKEN, false],
  ['Bearer ñ', TOKEN, false],
  ['Bearer  ', TOKEN, false],
  [TOKEN, TOKEN, false],
  [`Basic ${TOKEN}`, TOKEN, false],
  [`Bearer ${TOKEN}`, null, false],
  ['Bearer null', null, false],
])('remote request with authorization "%s" and configured token %s: %s', (authorization, token, allowed) => {
  const headers = { host: 'minga.example.org', 'x-forwarded-for': '10.0.0.7', authorization };
  expect(canReadMetrics({ address: '10.0.0.7', headers }, token)).toBe(allowed);
});

it('rejects a wrong token even from the same machine', () => {
  const headers = { ...local, authorization: 'Bearer otra' };
  expect(canReadMetrics({ address: '127.0.0.1', headers }, TOKEN)).toBe(false);
});
