import type { NotificationType } from '@minga/contract/notifications';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, aPushSubscription, aUser, signedIn } from '../../../test/factories.ts';
import { loopbackServer } from '../../../test/loopback-server.ts';
import { type Browser, pushService } from '../../../test/push-service.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { emailsTo, WHEN } from '../../../test/sent-emails.ts';
import { anApiToken } from '../../../test/trust-factories.ts';
import { sessions } from '../accounts/schema.ts';
import { notify } from '../notifications/delivery/service.ts';
import { notificationPreferences, notifications } from '../notifications/schema.ts';
import { pollPushes } from './delivery-service.ts';
import { pushes, pushKeys, pushSubscriptions } from './schema.ts';

const service = await pushService();
afterAll(service.stop);
// Two app processes share one database.
const database = await testDatabase();
const environment = { PUSH_HOSTS: service.host };
const here = await testApp(environment, database);
const there = await testApp(environment, database);
const { db } = here.platform;
type Headers = Record<string, string>;

/** The keys of a browser. */
const KEYS = service.newBrowser().subscription.keys;

const SECOND_MS = 1000;
const later = (seconds: number) => new Date(NOON.getTime() + seconds * SECOND_MS);
const setNow = (now: Date) => {
  here.setNow(now);
  there.setNow(now);
};

beforeEach(async () => {
  setNow(NOON);
  await db.delete(pushes);
});

async function pollAt(now: Date): Promise<void> {
  setNow(now);
  await Promise.all([pollPushes(here.platform), pollPushes(there.platform)]);
}

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, headers: Headers, payload?: object) =>
  here.inject({ method, url: `/api/push${path}`, headers, ...(payload && { payload }) });
const subscribe = (headers: Headers, browser: Browser) =>
  call('POST', '/subscriptions', { 'user-agent': CHROME, ...headers }, browser.subscription);
const CHROME =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';

/** Creates an account with a subscribed browser. */
async function subscribed() {
  const { user, headers } = await signedIn(db);
  const browser = service.newBrowser();
  const { _id } = (await subscribe(headers, browser)).json();
  return { user, headers, browser, deviceId: _id as string };
}

/** Stores a notification in an account's bell. */
async function ring(userId: string, email: string, type: 'reminder' | 'change' | 'publication' = 'change') {
  const { id } = await anActivity(db);
  await db.transaction(tx =>
    notify(here.platform, tx, [
      {
        type,
        userId,
        email,
        title: 'Cambió la hora',
        text: 'Ahora es a las 9.',
        taskId: id,
        composeEmail: async unsubscribeUrl => ({
          to: email,
          subject: 'Por correo',
          html: '<p>x</p>',
          text: 'x',
          unsubscribeUrl,
        }),
        mail: { kind: 'changeEmail', cause: 'site' },
      },
    ]),
  );
  const [row] = await db.select().from(notifications).where(eq(notifications.taskId, id));
  return { id: row?.id ?? '', taskId: id };
}

const devices = async (headers: Headers) => (await call('GET', '/subscriptions', headers)).json();

const REMINDER = new RegExp(`^Recordatorio: Actividad \\d+${WHEN}$`);

describe('subscriptions', () => {
  it('all browsers subscribe with one key, also if two processes make it at once', async () => {
    await db.delete(pushKeys);
    const { headers } = await signedIn(db);
    const replies = await concurrently(4, number =>
      (number % 2 === 0 ? here : there).inject({ url: '/api/push/key', headers }),
    );
    const keys = new Set(replies.map(reply => reply.json().publicKey));
    expect(keys.size).toBe(1);
    expect(Buffer.from([...keys][0] ?? '', 'base64url')).toHaveLength(65);
  });

  it('are listed for their owner, without their address', async () => {
    const { user, headers } = await subscribed();
    await db.update(sessions).set({ userAgent: CHROME }).where(eq(sessions.userId, user.id));
    const other = await signedIn(db);
    const reply = await call('GET', '/subscriptions', headers);
    expect(reply.json()).toMatchObject([
      { device: 'Chrome en Android', isPhone: true, isCurrent: true, lastDeliveredAt: null },
    ]);
    expect(reply.body).not.toContain(service.host);
    expect(await devices(other.headers)).toEqual([]);
  });

  it('of the same browser replace each other, also for another account', async () => {
    const { headers, browser } = await subscribed();
    expect((await subscribe(headers, browser)).statusCode).toBe(201);
    expect(await devices(headers)).toHaveLength(1);
    const other = await signedIn(db);
    await subscribe(other.headers, browser);
    expect([(await devices(headers)).length, (await devices(other.headers)).length]).toEqual([0, 1]);
  });

  it('end by the browser, by the profile and with their session', async () => {
    const { headers, browser } = await subscribed();
    const { endpoint } = browser.subscription;
    for (let times = 0; times < 2; times += 1)
      expect((await call('DELETE', '/subscriptions', headers, { endpoint })).statusCode).toBe(204);
    expect(await devices(headers)).toEqual([]);

    const { deviceId, headers: second } = await subscribed();
    const stranger = await signedIn(db);
    expect((await call('DELETE', `/subscriptions/${deviceId}`, stranger.headers)).statusCode).toBe(404);
    expect((await call('DELETE', `/subscriptions/${deviceId}`, second)).statusCode).toBe(204);

    const { user, headers: third, browser: left } = await subscribed();
    await here.inject({ method: 'POST', url: '/api/auth/logout', headers: third });
    await ring(user.id, user.email);
    await pollAt(later(3));
    expect(left.received).toEqual([]);
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, user.id))).toBe(0);
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  });

  it.each([
    [{ endpoint: 'https://malo.example/push' }, 'No conocemos el servicio de avisos de este navegador'],
    [{ endpoint: 'http://127.0.0.1:1/push' }, 'No conocemos el servicio de avisos de este navegador'],
    [{ endpoint: 'sin dirección' }, 'La suscripción del navegador no está completa'],
    [{ keys: { p256dh: 'B!', auth: 'a' } }, 'La suscripción del navegador no está completa'],
    [{ keys: undefined }, 'La suscripción del navegador no está completa'],
    [{ keys: { ...KEYS, auth: 'AAAA' } }, 'Las claves de la suscripción no son válidas'],
    [{ keys: { ...KEYS, auth: 'A'.repeat(24) } }, 'Las claves de la suscripción no son válidas'],
    [{ keys: { ...KEYS, p256dh: 'B'.repeat(87) } }, 'Las claves de la suscripción no son válidas'],
    [{ keys: { ...KEYS, p256dh: KEYS.p256dh.slice(0, 44) } }, 'Las claves de la suscripción no son válidas'],
  ])('reject %j', async (fields, message) => {
    const { headers } = await signedIn(db);
    const payload = { ...service.newBrowser().subscription, ...fields };
    expect(errorOf(await call('POST', '/subscriptions', headers, payload))).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
    expect(await devices(headers)).toEqual([]);
  });
});

describe('the subscriptions of an account', () => {
  it('have keys with padding or without', async () => {
    const { headers } = await signedIn(db);
    const { endpoint, keys } = service.newBrowser().subscription;
    const padded = { endpoint, keys: { p256dh: `${keys.p256dh}=`, auth: `${keys.auth}==` } };
    expect((await call('POST', '/subscriptions', headers, padded)).statusCode).toBe(201);
  });

  it('are 20 at most: another replaces the one whose last success is the oldest', async () => {
    const { user, headers } = await signedIn(db);
    const browsers = [];
    for (let number = 0; number < 20; number += 1) {
      setNow(later(number));
      const browser = service.newBrowser();
      browsers.push(browser);
      await subscribe(headers, browser);
    }
    const isOf = ({ subscription }: Browser) => eq(pushSubscriptions.endpoint, subscription.endpoint);
    const [first, second] = browsers as [Browser, Browser];
    await db
      .update(pushSubscriptions)
      .set({ lastDeliveredAt: later(60) })
      .where(isOf(first));
    const replies = await concurrently(3, () => subscribe(headers, service.newBrowser()));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, user.id))).toBe(20);
    expect(await db.$count(pushSubscriptions, isOf(first))).toBe(1);
    expect(await db.$count(pushSubscriptions, isOf(second))).toBe(0);
  });

  it.each([
    ['a week of failures', 503, [0, 7 * 24 * 3_600]],
    ['nine rejections of one push', 400, [0]],
  ])('lose one after %s', async (_what, status, starts) => {
    const { user, browser } = await subscribed();
    browser.answer(status);
    const count = () => db.$count(pushSubscriptions, eq(pushSubscriptions.userId, user.id));
    for (const start of starts) {
      setNow(later(start));
      await ring(user.id, user.email);
      expect(await count()).toBe(1);
      for (let attempt = 0; attempt < 9; attempt += 1) await pollAt(later(start + 3 + 4_000 * attempt));
    }
    expect(await count()).toBe(0);
  });
});

describe('the devices of one account', () => {
  /** Creates subscriptions without the checks of the API, and a due push to each. */
  async function withDevices(
    count: number,
    values: (number: number) => Partial<typeof pushSubscriptions.$inferInsert>,
  ) {
    const user = await aUser(db);
    const { id: apiTokenId } = await anApiToken(db, { userId: user.id });
    for (let number = 0; number < count; number += 1)
      await aPushSubscription(db, { userId: user.id, apiTokenId, ...values(number) });
    await db
      .insert(notificationPreferences)
      .values({ userId: user.id, kind: 'reminder', byEmail: false, isLive: true });
    await ring(user.id, user.email, 'reminder');
    return user;
  }

  it('whose keys encrypt nothing are removed and delay no other account; the reminder goes by e-mail', async () => {
    const bad = [{ p256dh: 'B'.repeat(87) }, { auth: 'AAAA' }, { ...KEYS, auth: 'a' }] as const;
    const user = await withDevices(200, number => ({ ...bad[number % bad.length] }));
    const other = await subscribed();
    await ring(other.user.id, other.user.email);
    setNow(later(3));
    await pollPushes(here.platform);
    expect(other.browser.received).toHaveLength(1);
    expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, user.id))).toBe(0);
    const [email, ...others] = await emailsTo(db, user.email);
    expect([email?.subject, others]).toEqual([expect.stringMatching(REMINDER), []]);
    // The entry is tentative, because the account has no place in the activity.
    expect(email?.attachments).toMatchObject([
      {
        type: expect.stringContaining('method=PUBLISH'),
        content: expect.stringContaining('STATUS:TENTATIVE'),
      },
    ]);
  });

  it('whose push service does not respond delay no other account', async () => {
    const released = Promise.withResolvers<void>();
    const slow = await loopbackServer(async (_request, _body, response) => {
      await released.promise;
      response.writeHead(201).end();
    });
    await withDevices(200, number => ({ ...KEYS, endpoint: `http://${slow.host}/push/${number}` }));
    const other = await subscribed();
    await ring(other.user.id, other.user.email);
    setNow(later(3));
    const poll = pollPushes(here.platform);
    try {
      await vi.waitFor(() => expect(other.browser.received).toHaveLength(1), { timeout: 8_000 });
    } finally {
      released.resolve();
      await poll;
      await slow.stop();
    }
    expect(await db.$count(pushes, eq(pushes.state, 'delivered'))).toBe(201);
  });
});

describe('what comes to the bell', () => {
  it('is pushed to every device, encrypted and signed, once by two processes', async () => {
    const { user, headers, browser } = await subscribed();
    const second = service.newBrowser();
    await subscribe(headers, second);
    const { id, taskId } = await ring(user.id, user.email);
    await pollAt(later(2));
    expect(browser.received).toEqual([]);
    await pollAt(later(3));
    await pollAt(later(60));
    for (const { received } of [browser, second]) {
      expect(received).toMatchObject([
        {
          headers: { 'content-encoding': 'aes128gcm', ttl: '86400' },
          payload: { id, title: 'Cambió la hora', message: 'Ahora es a las 9.', taskId },
        },
      ]);
    }
    expect((await devices(headers))[0].lastDeliveredAt).toBe(later(3).toISOString());
  });

  it.each(['deliveredAt', 'readAt'] as const)('is not pushed once a screen has it: %s', async column => {
    const { user, browser } = await subscribed();
    const { id } = await ring(user.id, user.email);
    await db
      .update(notifications)
      .set({ [column]: NOON })
      .where(eq(notifications.id, id));
    await pollAt(later(3));
    await pollAt(later(60));
    expect(browser.received).toEqual([]);
  });

  it('is not pushed to those who want nothing in the bell', async () => {
    const { user, browser } = await subscribed();
    const off = { kind: 'change' as const, byEmail: true, isLive: false };
    await db.insert(notificationPreferences).values({ userId: user.id, ...off });
    await ring(user.id, user.email);
    await pollAt(later(3));
    expect(browser.received).toEqual([]);
  });

  it('is not pushed after three new activities within an hour, whatever else is', async () => {
    const { user, browser } = await subscribed();
    for (let number = 1; number <= 5; number += 1) {
      setNow(later(number));
      await ring(user.id, user.email, 'publication');
    }
    await ring(user.id, user.email);
    await pollAt(later(60));
    expect(browser.received).toHaveLength(4);
    expect(await db.$count(notifications, eq(notifications.userId, user.id))).toBe(6);
    setNow(later(3602));
    await ring(user.id, user.email, 'publication');
    await pollAt(later(3700));
    expect(browser.received).toHaveLength(4);
    setNow(later(7300));
    await ring(user.id, user.email, 'publication');
    await pollAt(later(7400));
    expect(browser.received).toHaveLength(5);
  });

  it('has a topic on each device: of an activity only the newest reaches one that was off', async () => {
    const { user, headers, browser } = await subscribed();
    const second = service.newBrowser();
    await subscribe(headers, second);
    const { id: taskId } = await anActivity(db);
    const other = await anActivity(db);
    const send = (type: NotificationType, about: string) =>
      db.transaction(tx =>
        notify(here.platform, tx, [
          {
            type,
            userId: user.id,
            email: user.email,
            taskId: about,
            composeEmail: null,
            title: type,
            text: about,
          },
        ]),
      );
    const tell = ['attendance', 'cancellation', 'change', 'deletion', 'message'] as const;
    for (const type of tell) await send(type, taskId);
    await send('attendance', other.id);
    second.answer(503);
    await pollAt(later(3));
    const topics = new Map(
      browser.received.map(({ headers: { topic }, payload }) => [
        `${payload.title} ${payload.taskId}`,
        topic,
      ]),
    );
    const [signedUp, left, changed, ...others] = tell.map(type => topics.get(`${type} ${taskId}`));
    expect(signedUp).toMatch(/^[\w-]{32}$/);
    expect(left).toBe(signedUp);
    expect(others).toEqual([undefined, undefined]);
    expect(new Set([signedUp, changed, topics.get(`attendance ${other.id}`)]).size).toBe(3);
    // Retries have no topic, because they would replace newer pushes.
    second.answer(201);
    await pollAt(later(33));
    expect(second.received.map(({ headers: { topic } }) => topic)).toEqual(Array(6).fill(undefined));
    await send('attendance', taskId);
    await pollAt(later(36));
    const own = second.received.map(({ headers: { topic } }) => topic).at(-1);
    expect(own).toMatch(/^[\w-]{32}$/);
    expect(own).not.toBe(signedUp);
  });

  it.each([404, 410])('ends a subscription that the browser has ended: %d', async status => {
    const { user, headers, browser } = await subscribed();
    browser.answer(status);
    await ring(user.id, user.email);
    await pollAt(later(3));
    expect(await devices(headers)).toEqual([]);
    expect(await db.$count(pushes)).toBe(0);
  });

  it('is tried again while the push service fails, and lost by no process that is killed', async () => {
    const { user, browser } = await subscribed();
    browser.answer(503);
    await ring(user.id, user.email);
    await pollAt(later(3));
    browser.answer(201);
    await pollAt(later(32));
    expect(browser.received).toEqual([]);
    await pollAt(later(33));
    expect(browser.received).toHaveLength(1);
    // Simulates a process that was killed after taking the push. Another process takes it after 30 s.
    await db.update(pushes).set({ state: 'pending', attempts: 1, dueAt: later(63) });
    await pollAt(later(62));
    expect(browser.received).toHaveLength(1);
    await pollAt(later(63));
    expect(browser.received).toHaveLength(2);
    expect(browser.received[1]?.payload.id).toBe(browser.received[0]?.payload.id);
  });

  it('ends after nine attempts', async () => {
    const { user, browser } = await subscribed();
    browser.answer(500);
    await ring(user.id, user.email);
    for (let attempt = 0; attempt < 9; attempt += 1) await pollAt(later(3 + 4_000 * attempt));
    expect(await db.select().from(pushes)).toMatchObject([{ state: 'failed', attempts: 9 }]);
    browser.answer(201);
    await pollAt(later(100_000));
    expect(browser.received).toEqual([]);
  });
});

describe('a reminder that no device has got', () => {
  const withoutEmail = { kind: 'reminder' as const, byEmail: false, isLive: true };
  const subjectsTo = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);

  it('goes by e-mail, once, where it did not go by e-mail already', async () => {
    const { user, headers, browser } = await subscribed();
    const second = service.newBrowser();
    await subscribe(headers, second);
    await db.insert(notificationPreferences).values({ userId: user.id, ...withoutEmail });
    for (const each of [browser, second]) each.answer(410);
    await ring(user.id, user.email, 'reminder');
    await pollAt(later(3));
    await pollAt(later(60));
    expect(await subjectsTo(user.email)).toEqual([expect.stringMatching(REMINDER)]);
  });

  it.each([
    ['one device has it', [410, 201], withoutEmail, []],
    ['it went by e-mail', [410, 410], null, ['Por correo']],
  ] as const)('does not, if %s', async (_what, statuses, preference, expected) => {
    const { user, headers, browser } = await subscribed();
    const second = service.newBrowser();
    await subscribe(headers, second);
    if (preference !== null)
      await db.insert(notificationPreferences).values({ userId: user.id, ...preference });
    browser.answer(statuses[0]);
    second.answer(statuses[1]);
    await ring(user.id, user.email, 'reminder');
    await pollAt(later(3));
    expect(await subjectsTo(user.email)).toEqual(expected);
  });
});
