import { asc, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApps } from '../../../../test/app.ts';
import { countLockWaits } from '../../../../test/count-lock-waits.ts';
import { signedIn } from '../../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../../test/requests.ts';
import type { Executor } from '../../../platform/database/connection.ts';
import { auditLog } from '../../administration/schema.ts';
import { federationDeliveries, federationFollowers, federationMessages, federationPeers } from '../schema.ts';

const on = { FEDERATION: 'on', PUBLIC_URL: 'http://localhost:3000' };
const { apps, db } = await testApps(on, on, {});
const [app, other, off] = apps;
const superadmin = await signedIn(db, { role: 'superadmin' });
const { headers } = superadmin;
const LIST = '/api/admin/federation/peers';

const list = async (query = '') => (await app.get(LIST + query, headers)).json();
const block = (host: string, isBlocked: unknown = true, target = app) =>
  target.patch(`${LIST}/${encodeURIComponent(host)}`, { isBlocked }, headers);

/** A server with this many followers. */
async function aPeer(host: string, followers = 0, values: Partial<typeof federationPeers.$inferInsert> = {}) {
  const [peer] = await db
    .insert(federationPeers)
    .values({ host, createdAt: NOON, ...values })
    .returning();
  if (peer === undefined) throw new Error('no peer');
  for (let number = 0; number < followers; number++) {
    const actor = `https://${host}/users/${number}`;
    await db.insert(federationFollowers).values({
      actor,
      peerId: peer.id,
      inbox: `${actor}/inbox`,
      keyId: `${actor}#main-key`,
      publicKey: 'PEM',
      followId: `${actor}#follow`,
      createdAt: NOON,
    });
  }
  return peer;
}

async function aDelivery(tx: Executor, peerId: string, state: 'pending' | 'delivered') {
  const [message] = await tx
    .insert(federationMessages)
    .values({ kind: 'create', body: '{}', createdAt: NOON })
    .returning();
  const inbox = 'https://mastodon.example/inbox';
  const values = { messageId: message?.id ?? '', peerId, inbox, state, dueAt: NOON };
  await tx.insert(federationDeliveries).values(values);
}

const statesOf = async (peerId: string) => {
  const { state } = federationDeliveries;
  const rows = await db
    .select({ state })
    .from(federationDeliveries)
    .where(eq(federationDeliveries.peerId, peerId))
    .orderBy(asc(federationDeliveries.id));
  return rows.map(row => row.state);
};

const log = () =>
  db
    .select({ action: auditLog.action, actorId: auditLog.actorId, details: auditLog.details })
    .from(auditLog)
    .where(like(auditLog.action, 'site.%'))
    .orderBy(asc(auditLog.id));

beforeEach(async () => {
  await db.delete(federationPeers);
  await db.delete(federationMessages);
  await db.delete(auditLog);
});

describe('GET /admin/federation/peers', () => {
  it('lists the servers, those with the most followers first', async () => {
    expect(await list()).toEqual([]);
    await aPeer('b.example', 1, { lastSuccessAt: NOON });
    await aPeer('a.example', 1);
    await aPeer('mobilizon.example:8443', 2, { isBlocked: true });
    expect(await list()).toEqual([
      { host: 'mobilizon.example:8443', followers: 2, lastSuccessAt: null, isBlocked: true },
      { host: 'a.example', followers: 1, lastSuccessAt: null, isBlocked: false },
      { host: 'b.example', followers: 1, lastSuccessAt: NOON.toISOString(), isBlocked: false },
    ]);
  });

  it('is limited, and tells how many there are', async () => {
    for (const host of ['a.example', 'b.example', 'c.example']) await aPeer(host);
    const reply = await app.get(`${LIST}?limit=1&offset=1`, headers);
    expect([reply.json().length, reply.json()[0].host]).toEqual([1, 'b.example']);
    expect(reply.headers['x-total-count']).toBe('3');
    expect((await app.get(`${LIST}?limit=501`, headers)).statusCode).toBe(400);
  });
});

describe('PATCH /admin/federation/peers/{host}', () => {
  it('blocks a server, and deletes what waits for it alone', async () => {
    const [blocked, another] = [await aPeer('mastodon.example', 2), await aPeer('gancio.example', 1)];
    for (const { id } of [blocked, another])
      for (const state of ['pending', 'delivered'] as const) await aDelivery(db, id, state);
    const reply = await block('mastodon.example');
    const row = { host: 'mastodon.example', followers: 2, lastSuccessAt: null, isBlocked: true };
    expect([reply.statusCode, reply.json()]).toEqual([200, row]);
    expect(await list()).toContainEqual(row);
    expect(await statesOf(blocked.id)).toEqual(['delivered']);
    expect(await statesOf(another.id)).toEqual(['pending', 'delivered']);
  });

  it('blocks one that is not known yet, and unblocks it', async () => {
    expect((await block('nuevo.example')).json()).toEqual({
      host: 'nuevo.example',
      followers: 0,
      lastSuccessAt: null,
      isBlocked: true,
    });
    expect((await block('nuevo.example', false)).json()).toMatchObject({ isBlocked: false });
    expect(errorOf(await block('nunca.example', false))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await list()).map(({ host }: { host: string }) => host)).toEqual(['nuevo.example']);
  });

  it('is logged, once', async () => {
    for (const isBlocked of [true, true, false, false]) await block('mastodon.example', isBlocked);
    const entry = { actorId: superadmin.user.id, details: { host: 'mastodon.example' } };
    expect(await log()).toEqual([
      { action: 'site.block-peer', ...entry },
      { action: 'site.unblock-peer', ...entry },
    ]);
  });

  it('is once a row and an entry of the log for twenty concurrent calls of two processes', async () => {
    const replies = await concurrently(20, number =>
      block('mastodon.example', true, number % 2 === 0 ? app : other),
    );
    expect(tally(replies)).toEqual({ 200: 20 });
    expect(await list()).toHaveLength(1);
    expect(await log()).toHaveLength(1);
  });

  it('waits for a message that is being written, and deletes it', async () => {
    const peer = await aPeer('mastodon.example', 1);
    const written = Promise.withResolvers<void>();
    const committed = Promise.withResolvers<void>();
    const writing = db.transaction(async tx => {
      await aDelivery(tx, peer.id, 'pending');
      written.resolve();
      await committed.promise;
    });
    await written.promise;
    const blocking = block('mastodon.example');
    await expect.poll(() => countLockWaits(db)).toBe(1);
    committed.resolve();
    await writing;
    expect((await blocking).statusCode).toBe(200);
    expect(await statesOf(peer.id)).toEqual([]);
  });

  it.each([
    ['MASTODON.Example', 'mastodon.example'],
    [' mastodon.example ', 'mastodon.example'],
    ['mastodon.example:443', 'mastodon.example'],
    ['mastodon.example:8443', 'mastodon.example:8443'],
    ['ñandú.example', 'xn--and-6ma2c.example'],
    ['localhost:4000', 'localhost:4000'],
    ['[::1]:4000', '[::1]:4000'],
    [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}:65535`, undefined],
  ])('takes «%s» as a host', async (typed, host = typed) => {
    const reply = await block(typed);
    expect([reply.statusCode, reply.json().host]).toEqual([200, host]);
  });

  it.each([
    ...['https://mastodon.example', 'mastodon.example/@ana', '@ana@mastodon.example', 'ana@mastodon.example'],
    ...[
      'mastodon example',
      'mastodon..example',
      'mastodon.example.',
      '.',
      '-%',
      'a:b',
      'a:99999',
      'a?b',
      'a#b',
    ],
    ...['a\\b', '%2f', '<b>', '‮', `${'a'.repeat(255)}.example`, '%20'],
  ])('rejects «%s»', async host => {
    expect(errorOf(await block(host))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['Escribe el nombre de un servidor, como mastodon.social'],
    });
    expect(await list()).toEqual([]);
  });

  it.each([undefined, null, 'true', 1])('rejects a block that is %s', async isBlocked => {
    const reply = await app.patch(`${LIST}/mastodon.example`, { isBlocked }, headers);
    expect([reply.statusCode, reply.json().message]).toEqual([
      400,
      ['«isBlocked» debe ser «true» o «false»'],
    ]);
  });
});

it('exists only where FEDERATION is on', async () => {
  const code = 'NOT_FOUND';
  expect(errorOf(await off.get(LIST, headers))).toMatchObject({ status: 404, code });
  expect(errorOf(await block('mastodon.example', true, off))).toMatchObject({ status: 404, code });
  expect(await list()).toEqual([]);
});
