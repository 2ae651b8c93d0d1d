import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls, newAccount, PASSWORD, passwordHash } from '../../../test/account-calls.ts';
import { NOON, testApp, testApps } from '../../../test/app.ts';
import { createPasskey } from '../../../test/authenticator.ts';
import { aUser } from '../../../test/factories.ts';
import { concurrently, tally } from '../../../test/requests.ts';

// The two apps stand for two processes, which share the counters in one database.
const {
  apps: [here, there],
  db,
  setNow,
} = await testApps({ RATE_LIMIT_FACTOR: '1' }, { RATE_LIMIT_FACTOR: '1' });
const unlimited = await testApp();
const password = PASSWORD;
let origins = 0;

let calls = 0;
const either = () => accountCalls(++calls % 2 === 0 ? here : there);

const login = (email: string, given: string, origin: string) =>
  either().post('login', { email, password: given }, {}, origin);
const nextOrigin = () => `10.0.${Math.floor(++origins / 250)}.${(origins % 250) + 1}`;
const guess = (email: string) => login(email, 'no-es-esta', nextOrigin());
const after = (seconds: number) => setNow(new Date(NOON.getTime() + seconds * 1000));

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
  const { post } = accountCalls(here);
  const replies = await concurrently(31, index => {
    const claimed = `10.8.0.${index}`;
    const headers = { 'x-forwarded-for': claimed, 'x-real-ip': claimed, forwarded: `for=${claimed}` };
    const given = { email: `inventada${index}@example.net`, password: 'no-es-esta' };
    return post('login', given, headers, '10.9.9.7');
  });
  expect(tally(replies)).toEqual({ 401: 30, 429: 1 });
});

it('sign-ins beyond the hash queue get 503 with Retry-After, and every request a response', async () => {
  // Two hashes are computed and 200 are queued.
  const replies = await concurrently(220, index =>
    accountCalls(unlimited).post('login', { email: `tropel${index}@example.net`, password: 'no-es-esta' }),
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
  const call = (email: string, origin: string) => either().post(path, newAccount({ email }), {}, origin);
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
  const replies = await concurrently(perOrigin + 1, () => either().post(path, payload, {}, '10.9.9.18'));
  expect(tally(replies)[429]).toBe(1);
});
