import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { withoutPort } from './forwarded-for.ts';

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
