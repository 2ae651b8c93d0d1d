import type { Assertion, Attestation } from '@minga/contract/passkey-responses';
import { PASSKEYS_MAX } from '@minga/contract/passkeys';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls, PASSWORD } from '../../../../test/account-calls.ts';
import { NOON, testApp, testApps } from '../../../../test/app.ts';
import { createPasskey } from '../../../../test/authenticator.ts';
import { signedIn } from '../../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../../test/requests.ts';
import { subjectsTo } from '../../../../test/sent-emails.ts';
import { defaultSite } from '../../../../test/site.ts';
import { aPasskey } from '../../../../test/trust-factories.ts';
import { fillText } from '../../../platform/site/site-text.ts';
import { sweepAccounts } from '../jobs.ts';
import { passkeyChallenges, passkeys, recoveryCodes, users } from '../schema.ts';
import { problemSentences } from './passkey-rules.ts';
import { resetNow } from './service.ts';

/** The sentences with the default name of the site. */
const sentences = {
  page: fillText(problemSentences.page, defaultSite),
  unknown: fillText(problemSentences.unknown, defaultSite),
};

describe('passkeys', async () => {
  // The two apps stand for two processes on one database.
  const {
    apps: [here, there],
    db,
    setNow,
  } = await testApps({}, {});

  type Person = Awaited<ReturnType<typeof signedIn>>;
  type Passkey = ReturnType<typeof createPasskey>;
  const CHROME =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

  const post = (path: string, cookie: string, payload?: object, app = here) =>
    app.inject({
      method: 'POST',
      url: `/api/auth/passkeys/${path}`,
      headers: { cookie, 'user-agent': CHROME },
      ...(payload && { payload }),
    });

  /** Appends the challenge cookie of a response to the session cookie. */
  const withChallenge = (reply: LightMyRequestResponse, cookie = '') =>
    `${cookie}; minga_challenge=${reply.cookies.find(({ name }) => name === 'minga_challenge')?.value}`;

  async function options(path: 'register' | 'login', cookie = '') {
    const reply = await post(`${path}/options`, cookie);
    expect(reply.statusCode).toBe(200);
    return { ...reply.json(), cookie: withChallenge(reply, cookie) };
  }

  async function register({ headers }: Person, passkey = createPasskey(), name?: string) {
    const { challenge, cookie, user } = await options('register', headers.cookie);
    const reply = await post('register', cookie, { response: passkey.attest({ challenge }), name });
    return { passkey, reply, handle: user.id as string };
  }

  const logIn = (response: Assertion, cookie: string, app = here) => post('login', cookie, { response }, app);

  /** Signs in with a passkey whose response the test may change. */
  async function logInWith({ passkey, handle }: { passkey: Passkey; handle?: string }, changes = {}) {
    const { challenge, cookie } = await options('login');
    return logIn(passkey.assert({ challenge, ...changes }, handle), cookie);
  }

  const ownPasskeys = async ({ headers }: Person) =>
    (await here.inject({ url: '/api/auth/passkeys', headers })).json();

  beforeEach(() => setNow(NOON));

  describe('registration', () => {
    it('stores a passkey under the browser’s name, informs its owner and lists it', async () => {
      const ana = await signedIn(db);
      const { reply } = await register(ana);
      expect(reply.statusCode).toBe(201);
      const stored = { _id: expect.any(String), name: 'Chrome en Android', lastUsedAt: null };
      expect(reply.json().recoveryCodes).toHaveLength(10);
      expect(reply.json()).toMatchObject({ ...stored, createdAt: NOON.toISOString() });
      await register(ana, createPasskey(), '  Llave   azul ');
      expect((await ownPasskeys(ana)).map(({ name }: { name: string }) => name)).toEqual([
        'Llave azul',
        'Chrome en Android',
      ]);
      const subjects = await subjectsTo(db, ana.user.email);
      expect(subjects).toEqual(Array(2).fill('Agregaste una llave de acceso a tu cuenta de Minga'));
    });

    it('gives options with a random user handle, user verification and the passkeys that exist', async () => {
      const ana = await signedIn(db);
      const { passkey, handle } = await register(ana);
      const { rp, user, ...rest } = await options('register', ana.headers.cookie);
      expect(rp).toEqual({ id: 'localhost', name: 'Minga' });
      expect(user).toEqual({ id: handle, name: ana.user.email, displayName: ana.user.username });
      expect(Buffer.from(handle, 'base64url')).toHaveLength(32);
      expect(rest).toMatchObject({
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal'] }],
      });
    });

    it.each([
      ['of another page', { origin: 'https://malo.example' }, 403, 'FOREIGN_ORIGIN'],
      ['in a frame of another site', { isInFrame: true }, 403, 'FOREIGN_ORIGIN'],
      ['of another host name', { rpId: 'malo.example' }, 400, 'VALIDATION'],
      ['without user verification', { isUserVerified: false }, 400, 'VALIDATION'],
    ])('rejects a passkey %s, and its challenge is used up', async (_, changes, status, code) => {
      const ana = await signedIn(db);
      const { challenge, cookie } = await options('register', ana.headers.cookie);
      const passkey = createPasskey();
      const send = (response: Attestation) => post('register', cookie, { response });
      expect(errorOf(await send(passkey.attest({ challenge, ...changes })))).toMatchObject({ status, code });
      expect(errorOf(await send(passkey.attest({ challenge })))).toMatchObject({ code: 'INVALID_TOKEN' });
      expect(await ownPasskeys(ana)).toEqual([]);
    });

    it('rejects an attestation with a certificate, whose addresses the server would fetch', async () => {
      const ana = await signedIn(db);
      const { challenge, cookie } = await options('register', ana.headers.cookie);
      const response = createPasskey().attest({ challenge }, 'fido-u2f');
      expect((await post('register', cookie, { response })).statusCode).toBe(400);
    });

    it('rejects the challenge of another account, of another browser and of a sign-in', async () => {
      const [ana, luz] = [await signedIn(db), await signedIn(db)];
      const mine = await options('register', ana.headers.cookie);
      const response = createPasskey().attest({ challenge: mine.challenge });
      const challengeCookie = mine.cookie.split('; ')[1];
      const login = await options('login', ana.headers.cookie);
      const ofLogin = createPasskey().attest({ challenge: login.challenge });
      for (const reply of [
        await post('register', `${luz.headers.cookie}; ${challengeCookie}`, { response }),
        await post('register', ana.headers.cookie, { response }),
        await post('register', login.cookie, { response: ofLogin }),
      ])
        expect(errorOf(reply)).toMatchObject({ status: 400, code: 'INVALID_TOKEN' });
    });

    it('rejects an eleventh passkey, also when many are registered concurrently', async () => {
      const ana = await signedIn(db);
      const prepared = await concurrently(PASSKEYS_MAX + 3, () => options('register', ana.headers.cookie));
      const replies = await concurrently(prepared.length, index => {
        const { challenge, cookie } = prepared[index] ?? {};
        return post('register', cookie, { response: createPasskey().attest({ challenge }) });
      });
      expect(tally(replies)).toEqual({ 201: PASSKEYS_MAX, 409: 3 });
      const more = await post('register/options', ana.headers.cookie);
      expect(errorOf(more)).toMatchObject({ status: 409, code: 'CONFLICT' });
    });

    it('stores a passkey once, for one account', async () => {
      const [ana, luz] = [await signedIn(db), await signedIn(db)];
      const { passkey } = await register(ana);
      expect((await register(luz, passkey)).reply.statusCode).toBe(409);
      expect((await register(ana, passkey)).reply.statusCode).toBe(409);
    });

    it.each([
      [{}, 'La respuesta de tu dispositivo no está completa'],
      [{ response: { id: '¡no!' } }, 'La respuesta de tu dispositivo no está completa'],
      [
        { response: createPasskey().attest({ challenge: 'x' }), name: 'a'.repeat(61) },
        'El nombre de la llave debe tener como máximo 60 caracteres',
      ],
    ])('rejects a malformed request %#', async (payload, sentence) => {
      const { headers } = await signedIn(db);
      const reply = await post('register', headers.cookie, payload);
      expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [sentence] });
    });
  });

  describe('sign-in', () => {
    it('opens a session that every process knows, without a name or a password', async () => {
      const ana = await signedIn(db);
      const { passkey, handle } = await register(ana);
      const { challenge, cookie, allowCredentials } = await options('login');
      expect(allowCredentials).toEqual([]);
      const reply = await logIn(passkey.assert({ challenge, counter: 7 }, handle), cookie, there);
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toMatchObject({ _id: ana.user.id, email: ana.user.email });
      const session = reply.cookies.find(({ name }) => name === 'minga_session')?.value;
      const headers = { cookie: `minga_session=${session}` };
      expect((await here.inject({ url: '/api/auth/verify', headers })).json()).toMatchObject({
        _id: ana.user.id,
      });
      expect(await ownPasskeys(ana)).toMatchObject([{ lastUsedAt: NOON.toISOString() }]);
    });

    it('ends the earlier session of the browser', async () => {
      const [ana, luz] = [await signedIn(db), await signedIn(db)];
      const { passkey } = await register(luz);
      const { challenge, cookie } = await options('login', ana.headers.cookie);
      await logIn(passkey.assert({ challenge }), cookie);
      const verify = await here.inject({ url: '/api/auth/verify', headers: ana.headers });
      expect(verify.json()).toBeNull();
    });

    it.each([
      ['of another page', { origin: 'https://malo.example' }, 403, sentences.page],
      ['in a frame of another site', { isInFrame: true }, 403, sentences.page],
      ['of another host name', { rpId: 'malo.example' }, 401, problemSentences.signature],
      ['without user verification', { isUserVerified: false }, 401, problemSentences.user],
      ['with a counter that went back', { counter: 5 }, 401, problemSentences.counter],
      ['with a counter that stood still', { counter: 6 }, 401, problemSentences.counter],
    ])('rejects a response %s', async (_, changes, status, message) => {
      const registered = await register(await signedIn(db));
      expect((await logInWith(registered, { counter: 6 })).statusCode).toBe(200);
      const reply = await logInWith(registered, { counter: 7, ...changes });
      expect(errorOf(reply)).toMatchObject({ status, message });
      expect(reply.cookies.filter(({ name }) => name === 'minga_session')).toEqual([]);
      expect((await logInWith(registered, { counter: 7 })).statusCode).toBe(200);
    });

    it('accepts authenticators that do not count', async () => {
      const registered = await register(await signedIn(db));
      for (let use = 0; use < 2; use += 1) expect((await logInWith(registered)).statusCode).toBe(200);
    });

    it('rejects the signature of another key and another account’s user handle', async () => {
      const { passkey } = await register(await signedIn(db));
      const { handle } = await register(await signedIn(db));
      const forged = { ...createPasskey(), id: passkey.id };
      const { challenge, cookie } = await options('login');
      const response = { ...forged.assert({ challenge }), id: passkey.id, rawId: passkey.id };
      const { signature: message } = problemSentences;
      expect(errorOf(await logIn(response, cookie))).toMatchObject({ status: 401, message });
      expect(errorOf(await logInWith({ passkey, handle }))).toMatchObject({ status: 401, message });
    });

    it('rejects a passkey of no account, and one that was removed', async () => {
      const { unknown: message } = sentences;
      expect(errorOf(await logInWith({ passkey: createPasskey() }))).toMatchObject({ status: 401, message });
      const ana = await signedIn(db);
      const { passkey, reply } = await register(ana);
      const url = `/api/auth/passkeys/${reply.json()._id}`;
      const remove = (headers: object) => here.inject({ method: 'DELETE', url, headers: { ...headers } });
      expect((await remove((await signedIn(db)).headers)).statusCode).toBe(404);
      expect((await remove(ana.headers)).statusCode).toBe(204);
      expect((await remove(ana.headers)).statusCode).toBe(404);
      expect(errorOf(await logInWith({ passkey }))).toMatchObject({ status: 401, message });
      expect(await subjectsTo(db, ana.user.email)).toContain(
        'Quitaste una llave de acceso de tu cuenta de Minga',
      );
    });

    it('tells a deactivated account that it is, after the right response alone', async () => {
      const ana = await signedIn(db);
      const registered = await register(ana);
      await db.update(users).set({ isActive: false }).where(eq(users.id, ana.user.id));
      expect(errorOf(await logInWith(registered, { isUserVerified: false }))).toMatchObject({ status: 401 });
      expect(errorOf(await logInWith(registered))).toMatchObject({
        status: 403,
        code: 'ACCOUNT_DEACTIVATED',
      });
    });

    it('rejects a challenge that was used, that expired and that another browser requested', async () => {
      const { passkey } = await register(await signedIn(db));
      const { challenge, cookie } = await options('login');
      const response = passkey.assert({ challenge });
      const invalid = { status: 400, code: 'INVALID_TOKEN' };
      expect(errorOf(await logIn(response, ''))).toMatchObject(invalid);
      expect((await logIn(response, cookie)).statusCode).toBe(200);
      expect(errorOf(await logIn(response, cookie))).toMatchObject(invalid);
      const later = await options('login');
      here.setNow(new Date(NOON.getTime() + 5 * 60_000));
      const late = passkey.assert({ challenge: later.challenge });
      expect(errorOf(await logIn(late, later.cookie))).toMatchObject(invalid);
      await sweepAccounts({ ...here.platform, clock: () => new Date(NOON.getTime() + 6 * 60_000) });
      expect(await db.$count(passkeyChallenges)).toBe(0);
    });

    it('accepts a challenge once of many concurrent sign-ins, on two processes', async () => {
      const { passkey, handle } = await register(await signedIn(db));
      const { challenge, cookie } = await options('login');
      const response = passkey.assert({ challenge, counter: 3 }, handle);
      const replies = await concurrently(20, index => logIn(response, cookie, index % 2 ? here : there));
      expect(tally(replies)).toEqual({ 200: 1, 400: 19 });
    });

    it('a second tab’s challenge does not invalidate the first one’s', async () => {
      const { passkey } = await register(await signedIn(db));
      const first = await options('login');
      await options('login', first.cookie);
      expect((await logIn(passkey.assert({ challenge: first.challenge }), first.cookie)).statusCode).toBe(
        200,
      );
    });
  });

  it('a deleted account leaves no passkey and no handle', async () => {
    const ana = await signedIn(db);
    const registered = await register(ana);
    await db.delete(users).where(eq(users.id, ana.user.id));
    expect(await db.$count(passkeys, eq(passkeys.userId, ana.user.id))).toBe(0);
    expect((await logInWith(registered)).statusCode).toBe(401);
  });

  describe('identity', () => {
    const identify = (passkey: object, cookie: string) =>
      here.inject({ method: 'POST', url: '/api/auth/identity', headers: { cookie }, payload: { passkey } });
    const status = async (cookie: string) =>
      (await here.inject({ url: '/api/auth/passkeys', headers: { cookie } })).statusCode;

    it('is confirmed by an own passkey, once 15 minutes have passed', async () => {
      const ana = await signedIn(db);
      const { passkey } = await register(ana);
      here.setNow(new Date(NOON.getTime() + 16 * 60_000));
      const { cookie } = ana.headers;
      const id = '0199eeee-0000-7000-8000-000000000001';
      const url = `/api/auth/passkeys/${id}`;
      for (const reply of [
        await here.inject({ url: '/api/auth/passkeys', headers: { cookie } }),
        await here.inject({ method: 'DELETE', url, headers: { cookie } }),
        await post('register/options', cookie),
        await post('register', cookie, { response: createPasskey().attest({ challenge: 'x' }) }),
      ])
        expect(errorOf(reply)).toMatchObject({ status: 403, code: 'CONFIRM_IDENTITY' });
      const login = await options('login', cookie);
      const answer = passkey.assert({ challenge: login.challenge });
      expect((await identify(answer, login.cookie)).statusCode).toBe(204);
      expect(await status(cookie)).toBe(200);
      expect(errorOf(await identify(answer, login.cookie))).toMatchObject({ code: 'INVALID_TOKEN' });
    });

    it('is not confirmed by another account’s passkey, from another page or without user verification', async () => {
      const [ana, luz] = [await signedIn(db), await signedIn(db)];
      const [own, others] = [(await register(ana)).passkey, (await register(luz)).passkey];
      const attempt = async (passkey: Passkey, changes = {}) => {
        const { challenge, cookie } = await options('login', ana.headers.cookie);
        return errorOf(await identify(passkey.assert({ challenge, ...changes }), cookie));
      };
      here.setNow(new Date(NOON.getTime() + 16 * 60_000));
      expect(await attempt(others)).toMatchObject({ status: 403, code: 'WRONG_PASSKEY' });
      const elsewhere = { origin: 'https://malo.example' };
      expect(await attempt(own, elsewhere)).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
      expect(await attempt(own, { isUserVerified: false })).toMatchObject({ status: 403 });
      expect(await status(ana.headers.cookie)).toBe(403);
    });
  });
});

describe('passkey factor', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { call, person } = accountCalls(app);
  const post = (path: string, cookie: string, payload?: object) => call('POST', path, { cookie }, payload);
  const cookiesOf = (...replies: LightMyRequestResponse[]) =>
    replies.flatMap(({ cookies }) => cookies.map(({ name, value }) => `${name}=${value}`)).join('; ');

  /** An account with a passkey as its only second factor. */
  async function withPasskey() {
    const { user, headers } = await person();
    const passkey = createPasskey();
    const options = await post('passkeys/register/options', headers.cookie);
    const { challenge } = options.json();
    const cookie = `${headers.cookie}; ${cookiesOf(options)}`;
    const registered = await post('passkeys/register', cookie, { response: passkey.attest({ challenge }) });
    return { user, headers, passkey, ...registered.json() };
  }

  const remove = (id: string, headers: { cookie: string }) => call('DELETE', `passkeys/${id}`, headers);
  const codesOf = (userId: string) => db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
  const enter = (email: string) => post('login', '', { email, password: PASSWORD });

  it('after the password a passkey is asked for, which opens the session', async () => {
    const { user, passkey } = await withPasskey();
    const first = await enter(user.email);
    expect(first.json()).toEqual({ next: 'second-factor' });
    const options = await post('passkeys/login/options', cookiesOf(first));
    const response = passkey.assert({ challenge: options.json().challenge });
    const reply = await post('passkeys/login', cookiesOf(first, options), { response });
    expect(reply.json()).toMatchObject({ _id: user.id });
    const pending = reply.cookies.find(({ name }) => name === 'minga_second_step');
    expect(pending?.value).toBe('');
  });

  it('a recovery code of the passkey opens it, too, once', async () => {
    const { user, recoveryCodes: codes } = await withPasskey();
    const [code] = codes;
    const use = async () => post('second-factor', cookiesOf(await enter(user.email)), { code });
    expect((await use()).statusCode).toBe(200);
    expect((await use()).statusCode).toBe(401);
  });

  it('the second passkey brings no new codes, and the last one removed deletes them', async () => {
    const { user, headers, _id } = await withPasskey();
    const second = await aPasskey(db, { userId: user.id });
    expect((await remove(_id, headers)).statusCode).toBe(204);
    expect(await codesOf(user.id)).toBe(10);
    expect((await enter(user.email)).json()).toEqual({ next: 'second-factor' });
    expect((await remove(second.id, headers)).statusCode).toBe(204);
    expect(await codesOf(user.id)).toBe(0);
    expect((await enter(user.email)).json()).toMatchObject({ _id: user.id });
  });

  it('the own second factors count passkeys, and their recovery codes can be renewed', async () => {
    const { headers } = await withPasskey();
    const own = await app.inject({ url: '/api/auth/second-factor', headers });
    expect(own.json()).toMatchObject({ totp: null, passkeyCount: 1, recoveryCodesLeft: 10 });
    expect((await post('totp/recovery-codes', headers.cookie)).json().recoveryCodes).toHaveLength(10);
  });

  it('a reset of the second factor removes passkeys and codes', async () => {
    const { user } = await withPasskey();
    expect(await resetNow(db, user.email)).toBe(true);
    expect(await db.$count(passkeys, eq(passkeys.userId, user.id))).toBe(0);
    expect(await codesOf(user.id)).toBe(0);
    expect((await enter(user.email)).json()).toMatchObject({ _id: user.id });
  });
});
