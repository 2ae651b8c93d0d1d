import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { createPasskey } from '../../../test/authenticator.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { signedIn } from '../../../test/factories.ts';
import { aPasskey } from '../../../test/trust-factories.ts';
import { resetNow } from './factor-reset-service.ts';
import { passkeys } from './passkey-schema.ts';
import { recoveryCodes } from './second-factor-schema.ts';

const app = await testApp();
const { db } = app.platform;
const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);

const post = (url: string, cookie: string, payload?: object) =>
  app.inject({ method: 'POST', url: `/api/auth/${url}`, headers: { cookie }, ...(payload && { payload }) });
const cookiesOf = (...replies: LightMyRequestResponse[]) =>
  replies.flatMap(({ cookies }) => cookies.map(({ name, value }) => `${name}=${value}`)).join('; ');

/** An account with a passkey as its only second factor. */
async function withPasskey() {
  const { user, headers } = await signedIn(db, { passwordHash });
  const passkey = createPasskey();
  const options = await post('passkeys/register/options', headers.cookie);
  const { challenge } = options.json();
  const cookie = `${headers.cookie}; ${cookiesOf(options)}`;
  const registered = await post('passkeys/register', cookie, { response: passkey.attest({ challenge }) });
  return { user, headers, passkey, ...registered.json() };
}

const remove = (id: string, headers: object) =>
  app.inject({ method: 'DELETE', url: `/api/auth/passkeys/${id}`, headers: { ...headers } });
const codesOf = (userId: string) => db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
const enter = (email: string) => post('login', '', { email, password });

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
