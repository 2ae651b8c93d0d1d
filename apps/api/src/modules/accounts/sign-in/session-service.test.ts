import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls, PASSWORD, passwordHash } from '../../../../test/account-calls.ts';
import { NOON, testApps } from '../../../../test/app.ts';
import { aUser, signedIn } from '../../../../test/factories.ts';
import { concurrently, tally } from '../../../../test/requests.ts';
import { emailsWritten, mailedToken } from '../../../../test/sent-emails.ts';
import { sweepAccounts } from '../jobs.ts';
import { KNOWN_DEVICE_SECONDS, KNOWN_DEVICES_MAX } from '../rules.ts';
import { knownDevices, users } from '../schema.ts';

describe('session', async () => {
  const {
    apps: [here, there],
    db,
    setNow,
  } = await testApps({}, {});

  type Headers = Record<string, string>;

  /** The user whose session each process finds, or null if it finds none. */
  async function usersOf(headers: Headers): Promise<(string | null)[]> {
    const replies = await Promise.all(
      [here, there].map(app => accountCalls(app).call('GET', 'verify', headers)),
    );
    return replies.map(reply => reply.json()?.username ?? null);
  }

  it('each of many concurrent requests gets its own session', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => signedIn(db)));
    const expected = people.flatMap(({ user }) => [user.username, null, user.username]);
    const unknown = { cookie: `minga_session=${'A'.repeat(43)}` };
    const calls = people.flatMap(({ headers }) => [headers, unknown, headers]);
    const replies = await Promise.all(
      calls.map((headers, index) =>
        (index % 2 === 0 ? here : there).inject({ url: '/api/auth/verify', headers }),
      ),
    );
    expect(replies.map(reply => reply.json()?.username ?? null)).toEqual(expected);
  });

  it('a session that ended on one process is rejected by the next request to every process', async () => {
    const { user, headers } = await signedIn(db);
    expect(await usersOf(headers)).toEqual([user.username, user.username]);
    await there.inject({ method: 'POST', url: '/api/auth/logout', headers });
    expect(await usersOf(headers)).toEqual([null, null]);
    for (const app of [here, there]) {
      expect((await app.inject({ url: '/api/tasks', headers })).statusCode).toBe(401);
    }
  });

  it('a session that ends during concurrent lookups is rejected by the next request', async () => {
    const { headers } = await signedIn(db);
    const earlier = Array.from({ length: 30 }, () => here.inject({ url: '/api/auth/verify', headers }));
    await there.inject({ method: 'POST', url: '/api/auth/logout', headers });
    expect((await here.inject({ url: '/api/auth/verify', headers })).json()).toBeNull();
    await Promise.all(earlier);
  });

  // docs/rules.md R6.4
  it('a deactivation ends the session on every process, and a change is visible at once', async () => {
    const { user, headers } = await signedIn(db);
    await db.update(users).set({ username: 'Otra' }).where(eq(users.id, user.id));
    expect(await usersOf(headers)).toEqual(['Otra', 'Otra']);
    await db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
    expect(await usersOf(headers)).toEqual([null, null]);
  });

  it('the use of a session is stored once for concurrent requests to two processes', async () => {
    const { headers } = await signedIn(db);
    await db.execute(sql`
    create table uses (address text);
    create function store_use() returns trigger language plpgsql as $$
      begin insert into public.uses values (new.address); return new; end $$;
    create trigger store_use after update on sessions for each row execute function store_use()`);
    setNow(new Date(NOON.getTime() + 59_000));
    await usersOf(headers);
    expect((await db.execute(sql`select * from uses`)).rows).toEqual([]);
    setNow(new Date(NOON.getTime() + 60_000));
    await Promise.all(Array.from({ length: 20 }, () => usersOf(headers)));
    expect((await db.execute(sql`select * from uses`)).rows).toEqual([{ address: '127.0.0.1' }]);
  });
});

describe('known device', async () => {
  // The two apps stand for two processes on one database.
  const {
    apps: [here, there],
    db,
    setNow,
  } = await testApps({ RATE_LIMIT_FACTOR: '1' }, { RATE_LIMIT_FACTOR: '1' });
  await here.startJobs();
  const password = PASSWORD;
  let calls = 0;

  /** Sends each request from another network address, so that only the account's and the device's counters matter. */
  function post(path: string, payload: object, cookie = ''): Promise<LightMyRequestResponse> {
    calls += 1;
    const origin = `10.${Math.floor(calls / 62_500)}.${Math.floor(calls / 250) % 250}.${(calls % 250) + 1}`;
    return accountCalls(calls % 2 === 0 ? here : there).post(path, payload, { cookie }, origin);
  }
  const login = (email: string, given: string, cookie = '') =>
    post('login', { email, password: given }, cookie);
  const guess = (email: string, cookie = '') => login(email, 'no-es-esta', cookie);
  const status = async (reply: Promise<LightMyRequestResponse>) => (await reply).statusCode;

  /** Formats a cookie of a response for the header of a request. */
  function cookieNamed(reply: LightMyRequestResponse, name: string): string {
    const found = reply.cookies.find(cookie => cookie.name === name);
    return `${name}=${found?.value}`;
  }
  const deviceOf = (reply: LightMyRequestResponse) => cookieNamed(reply, 'minga_device');

  const member = () => aUser(db, { passwordHash });
  const signedInDevice = async (email: string, cookie = '') => deviceOf(await login(email, password, cookie));
  /** Locks an address by the failed sign-ins of a stranger, from browsers without a cookie. */
  async function lock(email: string): Promise<void> {
    for (let failure = 0; failure < 5; failure += 1) expect(await status(guess(email))).toBe(401);
    expect(await status(guess(email))).toBe(429);
  }

  beforeEach(() => setNow(NOON));

  describe('a device that has signed in to the account', () => {
    it('signs in although a stranger has locked the address', async () => {
      const { email } = await member();
      const device = await signedInDevice(email);
      await lock(email);
      expect(await status(login(email, password))).toBe(429);
      expect(await status(login(email, password, device))).toBe(200);
    });

    it('counts its own failures, which lock no other device and not the address', async () => {
      const { email } = await member();
      const [device, other] = [await signedInDevice(email), await signedInDevice(email)];
      for (let failure = 0; failure < 5; failure += 1) expect(await status(guess(email, device))).toBe(401);
      const rejected = await login(email, password, device);
      expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '1']);
      expect(await status(guess(email, other))).toBe(401);
      expect(await status(login(email, password, other))).toBe(200);
      expect(await status(login(email, password))).toBe(200);
    });

    it('gets no more tries by concurrent guesses', async () => {
      const { email } = await member();
      const device = await signedInDevice(email);
      expect(tally(await concurrently(50, () => guess(email, device)))).toEqual({ 401: 5, 429: 45 });
    });

    it('gets no more tries by signing in to another account', async () => {
      const [target, own] = [await member(), await member()];
      let device = await signedInDevice(own.email, await signedInDevice(target.email));
      for (let failure = 0; failure < 5; failure += 1) {
        expect(await status(guess(target.email, device))).toBe(401);
        device = await signedInDevice(own.email, device);
      }
      expect(await status(guess(target.email, device))).toBe(429);
    });

    it('needs the password, and opens no session by its cookie', async () => {
      const { email } = await member();
      const device = await signedInDevice(email);
      expect(await status(guess(email, device))).toBe(401);
      const session = await here.inject({ url: '/api/auth/verify', headers: { cookie: device } });
      expect(session.json()).toBeNull();
    });

    it('counts for the address of every other account', async () => {
      const [own, target] = [await member(), await member()];
      const device = await signedInDevice(own.email);
      for (let failure = 0; failure < 5; failure += 1) await guess(target.email, device);
      expect(await status(guess(target.email))).toBe(429);
    });
  });

  describe('the cookie', () => {
    it('is HttpOnly, lasts 400 days, survives signing out and is stored as a hash', async () => {
      const { id, email } = await member();
      const reply = await login(email, password);
      const cookie = reply.cookies.find(({ name }) => name === 'minga_device');
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 400 * 24 * 3600 });
      const [row] = await db.select().from(knownDevices).where(eq(knownDevices.userId, id));
      expect(row?.tokenHash.toString('base64url')).not.toBe(cookie?.value);
      const out = await post('logout', {}, `${deviceOf(reply)}; ${cookieNamed(reply, 'minga_session')}`);
      expect(out.cookies.map(({ name }) => name)).toEqual(['minga_session']);
    });

    it('is new at each sign-in; the earlier one is void, and other accounts know the device still', async () => {
      const [one, two] = [await member(), await member()];
      const first = await signedInDevice(one.email);
      const second = await signedInDevice(two.email, first);
      expect(second).not.toBe(first);
      for (const { email } of [one, two]) await lock(email);
      expect(await status(login(one.email, password, first))).toBe(429);
      const third = await signedInDevice(one.email, second);
      expect(await status(login(two.email, password, third))).toBe(200);
      expect(await db.$count(knownDevices, eq(knownDevices.userId, one.id))).toBe(1);
    });

    it('is set by the link that verifies an address', async () => {
      const email = 'recien@example.org';
      await post('register', { username: 'Rosa', email, phone: '3001234567', password });
      await emailsWritten(db);
      const device = deviceOf(await post('verify-email', { token: await mailedToken(db, email, 'verify') }));
      await lock(email);
      expect(await status(login(email, password, device))).toBe(200);
    });
  });

  describe('known devices', () => {
    it('are the last 20 of an account', async () => {
      const { id, email } = await member();
      const oldest = await signedInDevice(email);
      const { userId, lastUsedAt } = { userId: id, lastUsedAt: new Date(NOON.getTime() + 1000) };
      const others = Array.from({ length: KNOWN_DEVICES_MAX - 1 }, (_, index) => ({
        userId,
        lastUsedAt,
        tokenHash: Buffer.from([index]),
      }));
      await db.insert(knownDevices).values(others);
      for (const app of [here, there]) app.setNow(new Date(NOON.getTime() + 2000));
      const newest = await signedInDevice(email);
      expect(await db.$count(knownDevices, eq(knownDevices.userId, id))).toBe(KNOWN_DEVICES_MAX);
      await lock(email);
      expect(await status(login(email, password, oldest))).toBe(429);
      expect(await status(login(email, password, newest))).toBe(200);
    });

    it('are forgotten by a password reset, except the device that reset it', async () => {
      const { email } = await member();
      const thief = await signedInDevice(email);
      await post('password-reset', { email });
      await emailsWritten(db);
      const token = await mailedToken(db, email, 'reset');
      const reset = await post('reset-password', { token, newPassword: 'otra-clave-larga' });
      expect(reset.statusCode).toBe(200);
      await lock(email);
      expect(await status(login(email, 'otra-clave-larga', thief))).toBe(429);
      expect(await status(login(email, 'otra-clave-larga', deviceOf(reset)))).toBe(200);
    });

    it('are forgotten by a change of password, except the device that changed it', async () => {
      const { email } = await member();
      const thief = await signedInDevice(email);
      const own = await login(email, password);
      const cookies = `${deviceOf(own)}; ${cookieNamed(own, 'minga_session')}`;
      const change = { currentPassword: password, newPassword: 'otra-clave-larga' };
      const changed = await post('change-password', change, cookies);
      expect(changed.statusCode).toBe(200);
      await lock(email);
      expect(await status(login(email, 'otra-clave-larga', thief))).toBe(429);
      expect(await status(login(email, 'otra-clave-larga', deviceOf(changed)))).toBe(200);
    });

    it('are deleted with the account, and 400 days after their last sign-in', async () => {
      const [leaving, idle] = [await member(), await member()];
      const own = await login(leaving.email, password);
      await signedInDevice(idle.email);
      const deletion = await here.inject({
        method: 'DELETE',
        url: '/api/auth/account',
        headers: { cookie: cookieNamed(own, 'minga_session') },
        payload: { password, confirmation: 'ELIMINAR' },
      });
      expect(deletion.statusCode).toBe(204);
      expect(await db.$count(knownDevices, eq(knownDevices.userId, leaving.id))).toBe(0);
      const isKnown = () => db.$count(knownDevices, eq(knownDevices.userId, idle.id));
      for (const [seconds, count] of [
        [KNOWN_DEVICE_SECONDS, 1],
        [KNOWN_DEVICE_SECONDS + 1, 0],
      ] as const) {
        here.setNow(new Date(NOON.getTime() + seconds * 1000));
        await sweepAccounts(here.platform);
        expect(await isKnown()).toBe(count);
      }
    });
  });
});
