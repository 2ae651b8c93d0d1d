import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { isLocalRequest, withoutPort } from './local-request.ts';

describe('forwarded for', async () => {
  const app = await testApp({ TRUST_PROXY: 'true', RATE_LIMIT_FACTOR: '1' });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7:4711', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%j is the address %j', (written, address) => {
    expect(withoutPort(written)).toBe(address);
  });

  it('counts requests of one address with different ports as one origin', async () => {
    const attempt = (port: number) =>
      app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'x-forwarded-for': `203.0.113.7:${port}` },
        payload: { email: `persona${port}@example.org`, password: 'equivocada' },
      });
    const statuses: number[] = [];
    for (let port = 1; port <= 31; port++) statuses.push((await attempt(port)).statusCode);
    expect(statuses.indexOf(429)).toBe(30);
  });
});

describe('is local request', () => {
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
});
