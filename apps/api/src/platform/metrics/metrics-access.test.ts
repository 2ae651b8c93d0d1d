import { expect, it } from 'vitest';
import { canReadMetrics } from './metrics-access.ts';

const TOKEN = 'una-clave-larga-y-secreta';
const local = { host: 'localhost:3000' };

it('needs no token on the same machine', () => {
  expect(canReadMetrics({ address: '127.0.0.1', headers: local }, null)).toBe(true);
  expect(canReadMetrics({ address: '10.0.0.7', headers: local }, null)).toBe(false);
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
