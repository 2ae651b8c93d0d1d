import { createServer } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { aDelivery, aWebhook } from '../../../test/trust-factories.ts';
import { isSigned, webhookReceiver } from '../../../test/webhook-receiver.ts';
import { SENDING, sendMessage } from '../../platform/http/guarded-message.ts';
import type { Resolve } from '../../platform/http/guarded-request.ts';
import { pollWebhooks } from './delivery-service.ts';
import { webhookDeliveries, webhooks } from './schema.ts';

describe('delivery', async () => {
  const receiver = await webhookReceiver();
  afterAll(receiver.stop);
  const [host = ''] = receiver.host.split(':');
  // Two app processes share one database.
  const database = await testDatabase();
  const here = await testApp({ WEBHOOK_HOSTS: host }, database);
  const there = await testApp({ WEBHOOK_HOSTS: host }, database);
  const { db } = here.platform;

  const MINUTE_MS = 60_000;
  const DAY_MINUTES = 24 * 60;
  const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE_MS);
  const fail = () => receiver.respond(response => void response.writeHead(500).end());
  const accept = () => receiver.respond(response => void response.writeHead(204).end());

  async function pollAt(now: Date, timeoutMs = 5_000): Promise<void> {
    const sending = { ...SENDING, timeoutMs };
    await Promise.all(
      [here, there].map(app => {
        app.setNow(now);
        return pollWebhooks(app.platform, undefined, sending);
      }),
    );
  }

  beforeEach(async () => {
    await db.delete(webhooks);
    here.setNow(NOON);
    there.setNow(NOON);
    receiver.received.length = 0;
    accept();
  });

  /** Creates a webhook of an owner's collective through the API, with its ping. */
  async function created() {
    const { user, headers } = await signedIn(db, {}, NOON);
    const collective = await aCollective(db, { ownerId: user.id });
    const url = `/api/collectives/${collective.slug}/webhooks`;
    const payload = { url: receiver.url, events: ['activity.published', 'activity.updated'] };
    const reply = await here.inject({ method: 'POST', url, headers, payload });
    const { _id: id, secret } = reply.json();
    const deliveries = async () => (await here.inject({ url: `${url}/${id}/deliveries`, headers })).json();
    const act = (path: string) => here.inject({ method: 'POST', url: `${url}/${id}${path}`, headers });
    const state = async () => (await here.inject({ url, headers })).json()[0];
    return { user, collective, id, secret, deliveries, act, state };
  }

  describe('a delivery', () => {
    it('arrives once by two processes, signed', async () => {
      const { secret, deliveries } = await created();
      await pollAt(NOON);
      await pollAt(later(1));
      expect(receiver.received).toHaveLength(1);
      const [received] = receiver.received;
      if (received === undefined) throw new Error('nothing was received');
      expect(received.event).toMatchObject({ event: 'ping', createdAt: NOON.toISOString(), data: {} });
      expect(received.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'minga-event': 'ping',
        'minga-delivery': received.event.id,
      });
      expect(received.headers['minga-signature']).toContain(`t=${NOON.getTime() / 1000},`);
      expect(isSigned(received, secret)).toBe(true);
      expect(isSigned({ ...received, body: `${received.body} ` }, secret)).toBe(false);
      expect(await deliveries()).toMatchObject([
        {
          _id: received.event.id,
          state: 'delivered',
          attempts: 1,
          responseStatus: 204,
          error: null,
          lastAttemptAt: NOON.toISOString(),
          nextAttemptAt: null,
        },
      ]);
    });

    it.each([
      ['an error', 500, 'La respuesta no fue 2xx'],
      ['a redirection', 302, 'La respuesta fue una redirección, que no se sigue'],
    ])('is tried again after %s, with the same id', async (_what, status, error) => {
      const { deliveries, state } = await created();
      receiver.respond(response => void response.writeHead(status, { location: receiver.url }).end());
      await pollAt(NOON);
      await pollAt(later(0.9));
      expect(await deliveries()).toMatchObject([
        {
          state: 'pending',
          attempts: 1,
          responseStatus: status,
          error,
          nextAttemptAt: later(1).toISOString(),
        },
      ]);
      expect(await state()).toMatchObject({ isActive: true, failingSince: NOON.toISOString() });
      accept();
      await pollAt(later(1));
      expect(receiver.received).toHaveLength(2);
      expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
      expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2, error: null }]);
      expect((await state()).failingSince).toBeNull();
    });

    it('is tried again after no response', async () => {
      const { deliveries } = await created();
      receiver.respond(() => undefined);
      await pollAt(NOON, 200);
      expect(await deliveries()).toMatchObject([
        { state: 'pending', responseStatus: null, error: 'No hubo respuesta en 10 segundos' },
      ]);
    });

    it('whose process was killed after it arrived comes again, with the same id', async () => {
      const { deliveries } = await created();
      await pollAt(NOON);
      // Restores the state before the outcome is stored.
      await db.update(webhookDeliveries).set({ state: 'pending' });
      await pollAt(later(0.9));
      expect(receiver.received).toHaveLength(1);
      await pollAt(later(1));
      expect(receiver.received.map(({ event }) => event.id)).toEqual(
        Array(2).fill((await deliveries())[0]._id),
      );
    });

    it('fails after a day; the webhook is switched off, and its owner informed', async () => {
      const { user, id, deliveries, state, act } = await created();
      fail();
      for (const minutes of [0, 1, 6, 36, 156, 516, 876, 1236]) await pollAt(later(minutes));
      expect((await state()).isActive).toBe(true);
      await aDelivery(db, { webhookId: id, dueAt: later(DAY_MINUTES + 60) });
      await pollAt(later(DAY_MINUTES));
      expect(receiver.received).toHaveLength(9);
      expect(
        (await deliveries()).map((one: { state: string; attempts: number }) => [one.state, one.attempts]),
      ).toEqual(
        expect.arrayContaining([
          ['failed', 0],
          ['failed', 9],
        ]),
      );
      expect((await state()).isActive).toBe(false);
      const subjects = (await emailsTo(db, user.email)).map(({ subject }) => subject);
      expect(subjects).toEqual([expect.stringMatching(/^Apagamos un webhook de /)]);
      // A successful ping reactivates the webhook.
      accept();
      expect((await act('/ping')).statusCode).toBe(202);
      await pollAt(later(DAY_MINUTES + 1));
      expect(await state()).toMatchObject({ isActive: true, failingSince: null });
    });

    it('is repeated on request, whatever became of it', async () => {
      const { deliveries, act } = await created();
      await pollAt(NOON);
      const [{ _id }] = await deliveries();
      const retried = await act(`/deliveries/${_id}/retry`);
      expect([retried.statusCode, retried.json().state]).toEqual([202, 'pending']);
      await pollAt(NOON);
      expect(receiver.received.map(({ event }) => event.id)).toEqual([_id, _id]);
    });

    it('of a webhook that was removed while it was sent changes nothing', async () => {
      const { id } = await created();
      const removed = new Promise(resolve => {
        receiver.respond(response => {
          resolve(db.delete(webhooks).where(eq(webhooks.id, id)));
          response.writeHead(500).end();
        });
      });
      await pollAt(NOON);
      await removed;
      expect(await db.$count(webhookDeliveries)).toBe(0);
    });
  });

  it('a webhook that fails is tried once a minute and does not hold up the others', async () => {
    const slow = await aWebhook(db, { url: `http://${host}:9/minga` });
    const good = await aWebhook(db, { url: receiver.url });
    for (const { id: webhookId } of [slow, good])
      for (let count = 0; count < 30; count += 1) await aDelivery(db, { webhookId, body: '{"id":"x"}' });
    await pollAt(NOON);
    expect(receiver.received).toHaveLength(30);
    const attempted = async () => {
      const rows = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, slow.id));
      return rows.reduce((sum, { attempts }) => sum + attempts, 0);
    };
    const first = await attempted();
    expect(first).toBeLessThanOrEqual(10);
    await pollAt(later(0.5));
    expect(await attempted()).toBe(first);
    await pollAt(later(1));
    expect((await attempted()) - first).toBeLessThanOrEqual(2);
  });

  describe('servers that do not respond', () => {
    const [slow, fast] = [`http://${receiver.host}/lento`, `http://${receiver.host}/rapido`];
    let waiting: (() => void)[] = [];
    beforeEach(() => {
      waiting = [];
      receiver.respond(response => {
        const respond = () => void response.writeHead(204).end();
        if (response.req.url === '/lento') waiting.push(respond);
        else respond();
      });
    });
    const arrived = () => receiver.received.filter(({ event }) => event.id === 'rapido').length;

    /** Polls until `count` deliveries have reached the fast server while the slow one does not respond; then the slow one responds. */
    async function arriveBefore(count: number): Promise<void> {
      const poll = pollWebhooks(here.platform, undefined, SENDING);
      try {
        await vi.waitFor(() => expect(arrived()).toBe(count), { timeout: 8_000 });
      } finally {
        receiver.respond(response => void response.writeHead(204).end());
        for (const respond of waiting) respond();
        await poll;
      }
    }

    it('of 200 webhooks of one account delay no other account', async () => {
      const [owner, other] = [await aUser(db), await aUser(db)];
      for (let number = 0; number < 200; number += 1) {
        const { id: webhookId } = await aWebhook(db, { url: slow, createdBy: owner.id });
        await aDelivery(db, { webhookId, dueAt: later(-1) });
      }
      const { id: webhookId } = await aWebhook(db, { url: fast, createdBy: other.id });
      await aDelivery(db, { webhookId, body: '{"id":"rapido"}' });
      await arriveBefore(1);
      expect(await db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'delivered'))).toBe(201);
    });

    it('of one webhook with many deliveries delay no other of the same collective', async () => {
      const { id: collectiveId, ownerId: createdBy } = await aCollective(db);
      const { id } = await aWebhook(db, { url: slow, collectiveId, createdBy });
      for (let number = 0; number < 50; number += 1) await aDelivery(db, { webhookId: id, dueAt: later(-1) });
      const { id: webhookId } = await aWebhook(db, { url: fast, collectiveId, createdBy });
      for (let number = 0; number < 9; number += 1)
        await aDelivery(db, { webhookId, body: '{"id":"rapido"}' });
      await arriveBefore(9);
    });
  });

  it('of an activity that is held since then is not sent', async () => {
    const { id } = await anActivity(db, { status: 'held', holdKind: 'word', holdTerm: 'ganga' });
    const { id: webhookId } = await aWebhook(db, { url: receiver.url });
    await aDelivery(db, { webhookId, event: 'activity.updated', activityId: id });
    await pollAt(NOON);
    expect(receiver.received).toEqual([]);
    expect(await db.select().from(webhookDeliveries)).toMatchObject([{ state: 'failed', failure: 'hidden' }]);
  });

  it.each(['activity.published', 'activity.updated'] as const)(
    '%s of an activity that was hidden since then is not sent',
    async event => {
      const { id } = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
      const { id: webhookId } = await aWebhook(db, { url: receiver.url });
      await aDelivery(db, { webhookId, event, activityId: id });
      await pollAt(NOON);
      // The delivery waits while the hiding decision may be undone.
      expect(await db.select().from(webhookDeliveries)).toMatchObject([{ state: 'pending' }]);
      await pollAt(later(16));
      expect(receiver.received).toEqual([]);
      expect(await db.select().from(webhookDeliveries)).toMatchObject([
        { state: 'failed', failure: 'hidden' },
      ]);
    },
  );
});

describe('sender', async () => {
  const receiver = await webhookReceiver();
  afterAll(receiver.stop);
  const port = receiver.host.split(':')[1];
  const LOOPBACK = { address: '127.0.0.1', family: 4 };
  const PUBLIC = { address: '8.8.8.8', family: 4 };

  const send = (url: string, trusted: string[], resolve: Resolve = SENDING.resolve, timeoutMs = 5_000) =>
    sendMessage({ url, headers: { 'x-a': 'b' }, body: '{"a":"ñ"}' }, trusted, { resolve, timeoutMs });

  it('posts to a host of the settings, over plain HTTP', async () => {
    expect(await send(receiver.url, [receiver.host])).toEqual({ status: 204, failure: null });
    expect(receiver.received.at(-1)).toMatchObject({ headers: { 'x-a': 'b' }, body: '{"a":"ñ"}' });
  });

  it.each([
    ['only a private address', [LOOPBACK]],
    ['a public and a private address', [PUBLIC, LOOPBACK]],
    ['a private IPv6 address', [{ address: '::1', family: 6 }]],
    ['an IPv4-mapped address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['no address', []],
  ])('connects with no name that has %s', async (_what, addresses) => {
    const before = receiver.received.length;
    const outcome = await send(`https://recibe.example.org:${port}/`, [], async () => addresses);
    expect(outcome).toEqual({ status: null, failure: 'private' });
    expect(receiver.received).toHaveLength(before);
  });

  it('connects to the address that it checked, although the name changes right after', async () => {
    let lookups = 0;
    const rebinding: Resolve = async () => {
      lookups += 1;
      return lookups === 1 ? [PUBLIC] : [LOOPBACK];
    };
    const before = receiver.received.length;
    const outcome = await send(`https://recibe.example.org:${port}/`, [], rebinding, 300);
    expect(outcome.failure).toMatch(/^(timeout|connection)$/);
    expect([lookups, receiver.received.length]).toEqual([1, before]);
  });

  it('connects with no private address of a stored webhook, once the settings do not name it any more', async () => {
    expect(await send(receiver.url, [])).toEqual({ status: null, failure: 'private' });
    expect(await send('https://127.0.0.1:4000/', [])).toEqual({ status: null, failure: 'private' });
  });

  it('uses the resolved address of a host of the settings', async () => {
    const url = `http://pruebas.example:${port}/minga`;
    expect(await send(url, ['pruebas.example'], async () => [LOOPBACK])).toMatchObject({ status: 204 });
    expect(receiver.received.at(-1)?.headers.host).toBe(`pruebas.example:${port}`);
  });

  it.each([
    [200, null],
    [299, null],
    [301, 'redirect'],
    [307, 'redirect'],
    [404, 'status'],
    [500, 'status'],
  ])('%i: %s', async (status, failure) => {
    const before = receiver.received.length;
    receiver.respond(response => response.writeHead(status, { location: receiver.url }).end());
    expect(await send(receiver.url, [receiver.host])).toEqual({ status, failure });
    // The sender follows no redirect.
    expect(receiver.received).toHaveLength(before + 1);
  });

  it('a server that does not respond in time has failed', async () => {
    receiver.respond(() => undefined);
    expect(await send(receiver.url, [receiver.host], undefined, 200)).toEqual({
      status: null,
      failure: 'timeout',
    });
  });

  it('reads 4 kB of an endless body', async () => {
    let sent = 0;
    const closed = new Promise<void>(resolve => {
      receiver.respond(response => {
        response.writeHead(200);
        const write = () => {
          while (!response.destroyed && response.write('x'.repeat(1024))) sent += 1024;
        };
        response.on('drain', write).on('close', resolve);
        write();
      });
    });
    expect(await send(receiver.url, [receiver.host])).toEqual({ status: 200, failure: null });
    await closed;
    expect(sent).toBeLessThan(20_000_000);
  });

  it('a body that does not end is cut off with the time', async () => {
    receiver.respond(response => void response.writeHead(200).write('x'));
    expect(await send(receiver.url, [receiver.host], undefined, 200)).toEqual({ status: 200, failure: null });
  });

  it('says why there is no connection', async () => {
    const unknown: Resolve = async () => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    };
    expect((await send('https://nadie.example.org/', [], unknown)).failure).toBe('name');
    const closed = createServer();
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    await new Promise(resolve => closed.close(resolve));
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    expect((await send(`http://${host}/`, [host])).failure).toBe('connection');
  });
});
