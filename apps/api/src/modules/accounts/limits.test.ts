import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { createPasskey } from '../../../test/authenticator.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { testDatabase } from '../../../test/database.ts';
import { aUser } from '../../../test/factories.ts';
import { concurrently, tally } from '../../../test/requests.ts';

// The two apps stand for two processes, which share the counters in one database.
const database = await testDatabase();
const here = await testApp({ RATE_LIMIT_FACTOR: '1' }, database);
const there = await testApp({ RATE_LIMIT_FACTOR: '1' }, database);
const unlimited = await testApp();
const { db } = here.platform;
const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);
let origins = 0;

let calls = 0;
const either = () => (++calls % 2 === 0 ? here : there);

const login = (email: string, given: string, remoteAddress: string) =>
  either().inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    payload: { email, password: given },
  });
const nextOrigin = () => `10.0.${Math.floor(++origins / 250)}.${(origins % 250) + 1}`;
const guess = (email: string) => login(email, 'no-es-esta', nextOrigin());
function after(seconds: number): void {
  for (const app of [here, there]) app.setNow(new Date(NOON.getTime() + seconds * 1000));
}

beforeEach(() => after(0));

describe('guessing a password', () => {
  it.each([['known'], ['unknown']])(
    'of a %s e-mail is locked after 5 failures for 1 s, doubling',
    async kind => {
      const email = kind === 'known' ? (await aUser(db, { passwordHash })).email : 'desconocida@example.org';
      for (let failure = 0; failure < 5; failure += 1) expect((await guess(email)).statusCode).toBe(401);
      let now = 0;
      for (const seconds of [1, 2, 4]) {
        const rejected = await guess(email);
        expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, String(seconds)]);
        expect(rejected.json()).toMatchObject({ code: 'RATE_LIMITED' });
        now += seconds;
        after(now);
        expect((await guess(email)).statusCode).toBe(401);
      }
    },
  );

  it('allows fifty concurrent guesses no more tries than sequential ones', async () => {
    const { email } = await aUser(db, { passwordHash });
    expect(tally(await concurrently(50, () => guess(email)))).toEqual({ 401: 5, 429: 45 });
  });

  it('is locked for 15 minutes at most', async () => {
    const { email } = await aUser(db, { passwordHash });
    let now = 0;
    for (let failure = 0; failure < 20; failure += 1) {
      after(now);
      expect((await guess(email)).statusCode).toBe(401);
      now += 15 * 60;
    }
    after(now - 15 * 60);
    expect((await guess(email)).headers['retry-after']).toBe('900');
  });

  it('counts from zero after a success', async () => {
    const { email } = await aUser(db, { passwordHash });
    for (let failure = 0; failure < 4; failure += 1) await guess(email);
    expect((await login(email, password, nextOrigin())).statusCode).toBe(200);
    for (let failure = 0; failure < 5; failure += 1) expect((await guess(email)).statusCode).toBe(401);
    expect((await guess(email)).statusCode).toBe(429);
  });
});

it('allows 30 sign-ins a minute from one network address, and others from another', async () => {
  const attempt = (index: number, origin: string) => login(`nadie${index}@example.net`, 'no-es-esta', origin);
  const replies = await concurrently(31, index => attempt(index, '10.9.9.9'));
  expect(tally(replies)).toEqual({ 401: 30, 429: 1 });
  expect((await attempt(99, '10.9.9.8')).statusCode).toBe(401);
});

it('ignores a network address claimed by a header', async () => {
  const replies = await concurrently(31, index =>
    here.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '10.9.9.7',
      headers: {
        'x-forwarded-for': `10.8.0.${index}`,
        'x-real-ip': `10.8.0.${index}`,
        forwarded: `for=10.8.0.${index}`,
      },
      payload: { email: `inventada${index}@example.net`, password: 'no-es-esta' },
    }),
  );
  expect(tally(replies)).toEqual({ 401: 30, 429: 1 });
});

it('sign-ins beyond the hash queue get 503 with Retry-After, and every request a response', async () => {
  // Two hashes are computed and 200 are queued.
  const replies = await concurrently(220, index =>
    unlimited.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: `tropel${index}@example.net`, password: 'no-es-esta' },
    }),
  );
  const sent = tally(replies);
  expect(Object.keys(sent)).toEqual(['401', '503']);
  const rejected = replies.find(reply => reply.statusCode === 503);
  expect([rejected?.json().code, rejected?.headers['retry-after']]).toEqual(['UNAVAILABLE', '5']);
});

it.each([
  ['register', 20],
  ['resend-verification', 20],
  ['password-reset', 20],
])('%s: %i an hour from one address, 3 an hour for one e-mail', async (path, perOrigin) => {
  const call = (email: string, remoteAddress: string) =>
    either().inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      remoteAddress,
      payload: { username: 'Rosa', email, phone: '3001234567', password },
    });
  const sameEmail = await concurrently(4, () => call(`una-${path}@example.org`, nextOrigin()));
  expect(sameEmail.filter(reply => reply.statusCode === 429)).toHaveLength(1);
  // An IPv6 visitor owns a whole /64 and counts as one.
  const origins = (index: number) => `2001:db8:${path.length}:1::${index.toString(16)}`;
  const sameOrigin = await concurrently(perOrigin + 1, index =>
    call(`${path}${index}@example.org`, origins(index)),
  );
  const rejected = sameOrigin.filter(reply => reply.statusCode === 429);
  expect(rejected).toHaveLength(1);
  expect(Number(rejected[0]?.headers['retry-after'])).toBeGreaterThan(3500);
});

it.each([
  ['passkeys/login/options', undefined, 60],
  ['passkeys/login', { response: createPasskey().assert({ challenge: 'inventado' }) }, 30],
])('%s: limited by address in a minute', async (path, payload, perOrigin) => {
  const replies = await concurrently(perOrigin + 1, () =>
    either().inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      remoteAddress: '10.9.9.18',
      ...(payload && { payload }),
    }),
  );
  expect(tally(replies)[429]).toBe(1);
});
