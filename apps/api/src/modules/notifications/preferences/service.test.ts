import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { bellOf } from '../../../../test/bell.ts';
import { aUser, signedIn } from '../../../../test/factories.ts';
import { multipartOf } from '../../../../test/multipart.ts';
import { errorOf, senderTo } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { notify } from '../delivery/service.ts';
import { sweepNotifications } from '../jobs.ts';
import { mailUnsubscriptions, notificationPreferences, unsubscribeLinks } from '../schema.ts';

const app = await testApp();
const { db } = app.platform;
const YEAR_MS = 365 * 86_400_000;

/** The unsubscribe token of an e-mail about a change: to an account, or to an address without one. */
async function aLink(owner: { userId: string } | { email: string }, createdAt = NOON) {
  const token = newToken();
  const receiver = 'userId' in owner ? owner : { emailHash: hashToken(owner.email) };
  await db
    .insert(unsubscribeLinks)
    .values({ tokenHash: hashToken(token), kind: 'change', createdAt, ...receiver });
  return token;
}
const chosenBy = (userId: string) =>
  db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));
const unsubscriptionsOf = (email: string) =>
  db
    .select()
    .from(mailUnsubscriptions)
    .where(eq(mailUnsubscriptions.emailHash, hashToken(email)));

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = (
  token: string,
  payload: string | Buffer = 'List-Unsubscribe=One-Click',
  headers: object = FORM,
) => app.inject({ method: 'POST', url: `/dejar-correos?token=${token}`, payload, headers: { ...headers } });
const send = senderTo(app);
const call = (path: string, payload: object, headers = {}) =>
  send('POST', `/notifications/${path}`, payload, headers);

beforeEach(() => app.setNow(NOON));

describe('one click in a mail program (RFC 8058)', () => {
  it('disables e-mails of the kind to an account, and not its bell', async () => {
    const { id: userId } = await aUser(db);
    const token = await aLink({ userId });
    const reply = await oneClick(token);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(reply.cookies).toEqual([]);
    const off = { userId, kind: 'change', byEmail: false, isLive: true };
    expect(await chosenBy(userId)).toEqual([off]);
    await db.update(notificationPreferences).set({ isLive: false, byEmail: true });
    expect((await oneClick(token)).statusCode).toBe(200);
    expect(await chosenBy(userId)).toEqual([{ ...off, isLive: false }]);
  });

  it('disables e-mails to an address without an account, any number of times', async () => {
    const token = await aLink({ email: 'luz@example.org' });
    for (let times = 0; times < 2; times++) expect((await oneClick(token)).statusCode).toBe(200);
    expect(await unsubscriptionsOf('luz@example.org')).toMatchObject([{ kind: 'change' }]);
    expect(await unsubscriptionsOf('otra@example.org')).toEqual([]);
  });

  it('accepts both form encodings, from any origin', async () => {
    const token = await aLink({ email: 'ana@example.org' });
    const { payload, headers } = await multipartOf({ 'List-Unsubscribe': 'One-Click' }, null);
    expect((await oneClick(token, payload, headers)).statusCode).toBe(200);
    const foreign = { ...FORM, origin: 'https://correo.example', 'sec-fetch-site': 'cross-site' };
    expect((await oneClick(token, undefined, foreign)).statusCode).toBe(200);
    const elsewhere = await call('baja', { token }, { origin: 'https://correo.example' });
    expect(elsewhere.statusCode).toBe(403);
  });

  it('rejects GET, another body, no body, an unknown and a missing token', async () => {
    const token = await aLink({ email: 'eva@example.org' });
    const url = `/dejar-correos?token=${token}`;
    expect((await app.inject({ url })).statusCode).toBe(200);
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    const cases: [Parameters<typeof oneClick>, number, string][] = [
      [[token, 'List-Unsubscribe=No'], 400, 'VALIDATION'],
      [[token, ''], 400, 'VALIDATION'],
      [
        [token, '{"List-Unsubscribe":"One-Click"}', { 'content-type': 'text/plain' }],
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      [[newToken()], 400, 'INVALID_TOKEN'],
      [[''], 400, 'INVALID_TOKEN'],
      [[`${token}&token=${token}`], 400, 'VALIDATION'],
      [['%00'], 400, 'INVALID_TOKEN'],
    ];
    for (const [args, status, code] of cases) {
      expect(errorOf(await oneClick(...args))).toMatchObject({ status, code });
    }
    const bare = await app.inject({ method: 'POST', url });
    expect(bare.statusCode).toBe(400);
    const form = { headers: FORM, payload: 'List-Unsubscribe=One-Click' };
    expect((await app.inject({ method: 'POST', url: '/dejar-correos', ...form })).statusCode).toBe(400);
    expect(await unsubscriptionsOf('eva@example.org')).toEqual([]);
  });
});

describe('an address that unsubscribed as a visitor and has an account', () => {
  it('gets no e-mails as an account either, until the account enables them', async () => {
    const { user, headers } = await signedIn(db);
    await oneClick(await aLink({ email: user.email }));
    const preferences = (method: 'GET' | 'PUT', payload?: object) =>
      send(method, '/notifications/preferencias', payload, headers);
    const tellUser = () =>
      db.transaction(tx => {
        const { id: userId, email } = user;
        const words = { title: 'Cambió', text: 'Cambió.' };
        const composeEmail = async () => ({
          to: email,
          subject: 'Cambió',
          text: 'Cambió.',
          html: '<p>Cambió.</p>',
        });
        const mail = { kind: 'changeEmail', cause: 'site' } as const;
        return notify(app.platform, tx, [
          { type: 'change', userId, email, ...words, taskId: userId, composeEmail, mail },
        ]);
      });
    const counts = async () => [(await emailsTo(db, user.email)).length, (await bellOf(db, user.id)).length];
    await tellUser();
    expect(await counts()).toEqual([0, 1]);
    const chosen = (await preferences('GET')).json();
    expect(chosen).toMatchObject({ change: { email: false, live: true }, reminder: { email: true } });
    expect((await preferences('PUT', chosen)).statusCode).toBe(200);
    await tellUser();
    expect(await counts()).toEqual([0, 2]);
    await preferences('PUT', { ...chosen, change: { email: true, live: true } });
    expect((await preferences('GET')).json()).toMatchObject({ change: { email: true, live: true } });
    await tellUser();
    expect(await counts()).toEqual([1, 3]);
    expect(await unsubscriptionsOf(user.email)).toEqual([]);
  });
});

describe('the page of an unsubscribe link', () => {
  it('shows the kind of the link without changing anything, and then unsubscribes', async () => {
    const { id: userId } = await aUser(db);
    const token = await aLink({ userId });
    const info = await call('suscripcion', { token });
    expect([info.statusCode, info.json()]).toEqual([200, { kind: 'change', hasAccount: true }]);
    expect(await chosenBy(userId)).toEqual([]);
    const ended = await call('baja', { token });
    expect([ended.statusCode, ended.json()]).toEqual([200, { kind: 'change', hasAccount: true }]);
    expect(await chosenBy(userId)).toMatchObject([{ byEmail: false, isLive: true }]);
    const visitor = await aLink({ email: 'sol@example.org' });
    expect((await call('suscripcion', { token: visitor })).json().hasAccount).toBe(false);
  });

  it.each(['suscripcion', 'baja'])('%s rejects an unknown or missing token', async path => {
    expect(errorOf(await call(path, { token: newToken() }))).toEqual({
      status: 400,
      code: 'INVALID_TOKEN',
      message: 'Este enlace no es válido o ya venció.',
    });
    for (const payload of [{}, { token: '' }, { token: 7 }]) {
      const error = errorOf(await call(path, payload));
      expect([error.status, [error.message].flat()]).toEqual([400, ['El enlace no está completo']]);
    }
  });
});

it('a link is valid for a year, and is deleted with its account', async () => {
  const valid = await aLink({ email: 'uno@example.org' }, new Date(NOON.getTime() - YEAR_MS));
  const old = await aLink({ email: 'dos@example.org' }, new Date(NOON.getTime() - YEAR_MS - 1));
  await sweepNotifications(app.platform);
  expect((await call('suscripcion', { token: valid })).statusCode).toBe(200);
  expect((await call('suscripcion', { token: old })).statusCode).toBe(400);
  const { user } = await signedIn(db);
  const theirs = await aLink({ userId: user.id });
  await db.execute(`delete from users where id = '${user.id}'`);
  expect((await oneClick(theirs)).statusCode).toBe(400);
});
