import { and, eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import {
  activityOf,
  documentOf,
  type RemoteActor,
  remoteServer,
  rsaPair,
  SITE,
  sendAs,
  sendJson,
} from '../../../../test/remote-actors.ts';
import { concurrently, tally } from '../../../../test/requests.ts';
import { insertMessage } from '../delivery/repository.ts';
import { federationDeliveries, federationFollowers, federationMessages, federationPeers } from '../schema.ts';
import { fetchActor } from './actor-service.ts';

const app = await testApp({ FEDERATION: 'on', WEBHOOK_HOSTS: '127.0.0.1' });
const { db } = app.platform;
const server = await remoteServer();
const other = await remoteServer();
afterAll(async () => {
  await server.stop();
  await other.stop();
});

const follow = (actor: RemoteActor, more: object = {}) => activityOf('Follow', actor, SITE, more);
const status = async (...args: Parameters<typeof sendAs> extends [unknown, ...infer Rest] ? Rest : never) =>
  (await sendAs(app, ...args)).statusCode;
const followerOf = async ({ id }: RemoteActor) =>
  (await db.select().from(federationFollowers).where(eq(federationFollowers.actor, id)))[0] ?? null;
const acceptsFor = async ({ id }: RemoteActor) => {
  const rows = await db
    .select({ inbox: federationDeliveries.inbox, body: federationMessages.body })
    .from(federationDeliveries)
    .innerJoin(federationMessages, eq(federationMessages.id, federationDeliveries.messageId))
    .where(eq(federationDeliveries.inbox, `${id}/inbox`));
  return rows.map(({ body }) => JSON.parse(String(body)));
};

async function follower(): Promise<RemoteActor> {
  const actor = server.actor();
  expect(await status(actor, follow(actor))).toBe(202);
  return actor;
}

describe('Follow', () => {
  it('stores the follower and its Accept', async () => {
    const actor = server.actor();
    const activity = follow(actor);
    const reply = await sendAs(app, actor, activity);
    expect([reply.statusCode, reply.body]).toEqual([202, '']);
    const [peer] = await db.select().from(federationPeers).where(eq(federationPeers.host, server.host));
    expect(await followerOf(actor)).toEqual({
      actor: actor.id,
      peerId: peer?.id,
      keyId: actor.keyId,
      publicKey: actor.keys.publicKey,
      inbox: `${actor.id}/inbox`,
      sharedInbox: `http://${server.host}/inbox`,
      followId: Reflect.get(activity, 'id'),
      createdAt: NOON,
    });
    const { '@context': _, ...followed } = activity as Record<string, unknown>;
    expect(await acceptsFor(actor)).toEqual([
      {
        '@context': 'https://www.w3.org/ns/activitystreams',
        id: expect.stringMatching(`^${SITE}#accept-`),
        type: 'Accept',
        actor: SITE,
        to: [actor.id],
        object: followed,
      },
    ]);
  });

  it('twenty times at once is one follower, with an Accept each', async () => {
    const actor = server.actor();
    const activity = follow(actor);
    expect(tally(await concurrently(20, () => sendAs(app, actor, activity)))).toEqual({ 202: 20 });
    expect(await followerOf(actor)).not.toBeNull();
    expect(await acceptsFor(actor)).toHaveLength(20);
  });

  it('by objects and lists of one is the same', async () => {
    const actor = server.actor();
    const activity = {
      ...follow(actor),
      type: ['Follow'],
      actor: [{ id: actor.id, type: 'Person' }],
      object: [{ id: SITE }],
    };
    expect(await status(actor, activity)).toBe(202);
    expect(await followerOf(actor)).not.toBeNull();
  });

  it('of anything else is dropped', async () => {
    const actor = server.actor();
    for (const object of [
      `${SITE}/outbox`,
      'http://localhost:3000/',
      'https://other.example/ap/sitio',
      7,
      null,
    ])
      expect(await status(actor, activityOf('Follow', actor, object))).toBe(202);
    expect(await followerOf(actor)).toBeNull();
  });

  it('again takes the new keys and inboxes of a server that has changed its software', async () => {
    const actor = await follower();
    actor.keys = rsaPair();
    actor.keyId = `${actor.id}/main-key`;
    actor.changes = { inbox: `${actor.id}/new`, endpoints: undefined };
    expect(await status(actor, follow(actor))).toBe(202);
    expect(await followerOf(actor)).toMatchObject({
      inbox: `${actor.id}/new`,
      sharedInbox: null,
      keyId: actor.keyId,
    });
  });

  it('is taken of at most 1,000 inboxes of a server, and of any number of actors that share one', async () => {
    const crowd = await remoteServer();
    const now = { createdAt: NOON };
    const [peer] = await db
      .insert(federationPeers)
      .values({ host: crowd.host, ...now })
      .returning();
    const rows = Array.from({ length: 999 }, (_, index) => ({
      actor: `http://${crowd.host}/${index}`,
      inbox: `http://${crowd.host}/${index}/inbox`,
      ...now,
      peerId: String(peer?.id),
      keyId: 'k',
      publicKey: 'k',
      followId: 'f',
    }));
    await db.insert(federationFollowers).values(rows);
    const actors = Array.from({ length: 10 }, () => crowd.actor());
    for (const [index, actor] of actors.entries()) if (index % 2 === 0) actor.changes = { endpoints: {} };
    const replies = await concurrently(10, index => {
      const actor = actors[index] as RemoteActor;
      return sendAs(app, actor, follow(actor));
    });
    expect(tally(replies)[403]).toBeGreaterThanOrEqual(4);
    const inboxes = await db
      .selectDistinct({ inbox: sql`coalesce(shared_inbox, inbox)` })
      .from(federationFollowers)
      .where(eq(federationFollowers.peerId, String(peer?.id)));
    expect(inboxes).toHaveLength(1_000);
    await crowd.stop();
  });

  it('may have the media type of JSON-LD, which must be the one that was signed', async () => {
    const actor = server.actor();
    const type = 'application/ld+json; profile="https://www.w3.org/ns/activitystreams"';
    expect(await status(actor, follow(actor), { headers: { 'content-type': type } })).toBe(401);
  });

  it('needs an id', async () => {
    const actor = server.actor();
    expect(await status(actor, follow(actor, { id: undefined }))).toBe(400);
    expect(await followerOf(actor)).toBeNull();
  });
});

// docs/rules.md R27.9
describe('the key of a follower', () => {
  it('is not fetched again, but once if another one signs', async () => {
    const actor = await follower();
    const path = new URL(actor.id).pathname;
    const times = () => server.fetched.filter(one => one === path).length;
    expect(await status(actor, activityOf('Like', actor, `${SITE}/outbox`))).toBe(202);
    expect(times()).toBe(1);
    actor.keys = rsaPair();
    expect(await status(actor, activityOf('Like', actor, `${SITE}/outbox`))).toBe(202);
    expect(times()).toBe(2);
    const published = actor.keys;
    server.respond(path, response => sendJson(response, documentOf({ ...actor, keys: published })));
    actor.keys = rsaPair();
    expect(
      await status(actor, activityOf('Undo', actor, { type: 'Follow', actor: actor.id, object: SITE })),
    ).toBe(401);
    expect(await followerOf(actor)).not.toBeNull();
  });
});

// docs/rules.md R27.11
describe('Undo', () => {
  it.each([
    ['by id', ({ followId }: { followId: string }, _: RemoteActor): unknown => followId],
    [
      'with the Follow',
      ({ followId }, { id }) => ({ id: followId, type: 'Follow', actor: id, object: SITE }),
    ],
    [
      'with a Follow of another id',
      (_, { id }) => ({ id: `${id}/x`, type: 'Follow', actor: id, object: SITE }),
    ],
    [
      'with a Follow that includes the site',
      (_, { id }) => ({ type: 'Follow', actor: { id }, object: { id: SITE } }),
    ],
  ])('%s ends the follow, as often as it comes', async (_, objectOf) => {
    const actor = await follower();
    const row = await followerOf(actor);
    if (row === null) throw new Error('no follower');
    const undo = activityOf('Undo', actor, objectOf(row, actor));
    expect(await status(actor, undo)).toBe(202);
    expect(await followerOf(actor)).toBeNull();
    expect(await status(actor, undo)).toBe(202);
  });

  it('of anything else is dropped', async () => {
    const actor = await follower();
    const like = { id: `${actor.id}/like`, type: 'Like', actor: actor.id, object: SITE };
    const ofOther = { type: 'Follow', actor: actor.id, object: `${SITE}/other` };
    for (const object of [like, ofOther, `${actor.id}/unknown`, undefined, []])
      expect(await status(actor, activityOf('Undo', actor, object))).toBe(202);
    expect(await followerOf(actor)).not.toBeNull();
  });

  it('of the follow of another one is 403', async () => {
    const [victim, actor] = [await follower(), await follower()];
    const row = await followerOf(victim);
    const object = { id: row?.followId, type: 'Follow', actor: victim.id, object: SITE };
    expect(await status(actor, activityOf('Undo', actor, object))).toBe(403);
    expect(await status(actor, activityOf('Undo', actor, row?.followId))).toBe(202);
    expect(await followerOf(victim)).not.toBeNull();
    expect(await followerOf(actor)).not.toBeNull();
  });
});

it('fails what waits for an inbox once nothing follows by it, and no Accept', async () => {
  const shared = await remoteServer();
  const [first, second, own] = [shared.actor(), shared.actor(), shared.actor()];
  own.changes = { endpoints: {} };
  for (const actor of [first, second, own]) await status(actor, follow(actor));
  const object = 'http://localhost:3000/ap/actividades/x';
  await db.transaction(tx => insertMessage(tx, { kind: 'update', object, body: {}, at: NOON }));
  const pending = async () => {
    const rows = await db
      .select({ inbox: federationDeliveries.inbox, kind: federationMessages.kind })
      .from(federationDeliveries)
      .innerJoin(federationMessages, eq(federationMessages.id, federationDeliveries.messageId))
      .innerJoin(federationPeers, eq(federationPeers.id, federationDeliveries.peerId))
      .where(and(eq(federationPeers.host, shared.host), eq(federationDeliveries.state, 'pending')));
    expect(rows.filter(({ kind }) => kind === 'accept')).toHaveLength(3);
    return rows.flatMap(({ kind, inbox }) => (kind === 'update' ? [new URL(inbox).pathname] : [])).toSorted();
  };
  const ownInbox = `${new URL(own.id).pathname}/inbox`;
  expect(await pending()).toEqual(['/inbox', ownInbox]);
  await status(first, activityOf('Delete', first, first.id));
  expect(await pending()).toEqual(['/inbox', ownInbox]);
  await status(own, activityOf('Undo', own, { type: 'Follow', actor: own.id, object: SITE }));
  expect(await pending()).toEqual(['/inbox']);
  await status(second, activityOf('Delete', second, second.id));
  expect(await pending()).toEqual([]);
  await shared.stop();
});

describe('Delete of an actor', () => {
  const deletion = (actor: RemoteActor) =>
    activityOf('Delete', actor, actor.id, { to: ['https://www.w3.org/ns/activitystreams#Public'] });
  const respond = (actor: RemoteActor, code: number) =>
    server.respond(new URL(actor.id).pathname, response => void response.writeHead(code).end());

  it('ends its follow, by the stored key, since its server deletes the key first', async () => {
    const actor = await follower();
    respond(actor, 410);
    expect(await status(actor, deletion(actor))).toBe(202);
    expect(await followerOf(actor)).toBeNull();
    expect(await status(actor, deletion(actor))).toBe(202);
  });

  it('ends its follow by another key too if its server says that it is gone, and not if it is only missing', async () => {
    const actor = await follower();
    actor.keys = rsaPair();
    respond(actor, 404);
    expect(await status(actor, deletion(actor))).toBe(401);
    expect(await followerOf(actor)).not.toBeNull();
    respond(actor, 410);
    expect(await status(actor, follow(actor))).toBe(401);
    expect(await followerOf(actor)).not.toBeNull();
    expect(await status(actor, deletion(actor))).toBe(202);
    expect(await followerOf(actor)).toBeNull();
  });

  it('that follows nothing is taken, since servers tell all whom they know, and stores nothing', async () => {
    for (const code of [404, 410]) {
      const actor = server.actor();
      respond(actor, code);
      expect(await status(actor, deletion(actor))).toBe(202);
      expect(await status(actor, activityOf('Delete', actor, `${actor.id}/notes/1`))).toBe(401);
    }
  });

  it('that exists needs its signature', async () => {
    const actor = await follower();
    expect(await status({ ...actor, keys: rsaPair() }, deletion(actor))).toBe(401);
    expect(await status(actor, activityOf('Delete', actor, `${actor.id}/notes/1`))).toBe(202);
    expect(await followerOf(actor)).not.toBeNull();
  });
});

it('takes all else and drops it', async () => {
  const actor = server.actor();
  const note = { id: `${actor.id}/notes/1`, type: 'Note', content: 'Hola' };
  const counted = async () => [
    await db.$count(federationFollowers),
    await db.$count(federationPeers),
    await db.$count(federationMessages),
  ];
  const before = await counted();
  for (const type of [
    'Create',
    'Update',
    'Delete',
    'Announce',
    'Like',
    'Accept',
    'Reject',
    'Move',
    'Flag',
    'Unknown',
  ])
    expect(await status(actor, activityOf(type, actor, note))).toBe(202);
  expect(await status(actor, activityOf('Announce', actor, 'https://third.example/notes/1'))).toBe(202);
  expect(await status(actor, activityOf('Accept', actor, 'http://localhost:3000/follows/1'))).toBe(202);
  expect(await counted()).toEqual(before);
});

const HOUR_MS = 3_600_000;

describe('refuses', () => {
  const actor = server.actor();
  const elsewhere = other.actor();
  const activity = follow(actor);
  const weak = { ...server.actor(), keys: rsaPair(1024) };
  const changed = (changes: Record<string, unknown>) => Object.assign(server.actor(), { changes });
  const stranger = { id: 'https://third.example/users/x' };

  it.each<[string, number, () => Promise<number>]>([
    ['no signature', 401, () => status(actor, activity, { headers: { signature: undefined } })],
    ['another key', 401, () => status({ ...actor, keys: rsaPair() }, activity)],
    ['an unknown key', 401, () => status({ ...actor, keyId: `${actor.id}#other` }, activity)],
    ['another body', 401, () => status(actor, activity, { body: JSON.stringify(follow(actor)) })],
    ['no digest', 401, () => status(actor, activity, { headers: { digest: undefined } })],
    ['no date', 401, () => status(actor, activity, { headers: { date: undefined } })],
    ['an old date', 401, () => status(actor, activity, { now: new Date(NOON.getTime() - HOUR_MS - 1000) })],
    [
      'a date to come',
      401,
      () => status(actor, activity, { now: new Date(NOON.getTime() + HOUR_MS + 1000) }),
    ],
    [
      'what was sent to another server',
      401,
      () => status(actor, activity, { url: new URL('https://third.example/ap/inbox') }),
    ],
    [
      'what was sent to another path',
      401,
      () => status(actor, activity, { url: new URL('http://localhost:3000/ap/other') }),
    ],
    ['the key of another server', 401, () => status(elsewhere, activity)],
    ['the key of another actor', 401, () => status({ ...server.actor() }, activity)],
    [
      'an actor without a document',
      401,
      () =>
        status(
          { ...actor, keyId: `http://${server.host}/nowhere#k` },
          follow({ ...actor, id: `http://${server.host}/nowhere` }),
        ),
    ],
    ['a short key', 401, () => status(weak, follow(weak))],
    [
      'the document of another actor',
      401,
      () => {
        const one = changed({ id: `http://${server.host}/users/other` });
        return status(one, follow(one));
      },
    ],
    [
      'a key of another owner',
      401,
      () => {
        const one = server.actor();
        one.changes = { publicKey: { id: one.keyId, owner: actor.id, publicKeyPem: one.keys.publicKey } };
        return status(one, follow(one));
      },
    ],
    [
      'a key of our own host',
      401,
      () => status({ ...actor, id: SITE, keyId: `${SITE}#main-key` }, follow({ ...actor, id: SITE })),
    ],
    [
      'a private host',
      401,
      () => {
        const one = { ...actor, id: 'https://10.0.0.1/u', keyId: 'https://10.0.0.1/u#k' };
        return status(one, follow(one));
      },
    ],
    [
      'a loopback host that is not trusted',
      401,
      () => {
        const one = {
          ...actor,
          id: `http://localhost:${new URL(actor.id).port}/u`,
          keyId: `http://localhost:${new URL(actor.id).port}/u#k`,
        };
        return status(one, follow(one));
      },
    ],
    ['a key id that is none', 401, () => status({ ...actor, keyId: 'main-key' }, activity)],
    ['a key id of a file', 401, () => status({ ...actor, keyId: 'file:///etc/passwd' }, activity)],
    [
      'an inbox of another host',
      403,
      () => {
        const one = changed({ inbox: `http://${other.host}/inbox` });
        return status(one, follow(one));
      },
    ],
    [
      'a shared inbox of another host',
      403,
      () => {
        const one = changed({ endpoints: { sharedInbox: `http://${other.host}/inbox` } });
        return status(one, follow(one));
      },
    ],
    [
      'no inbox',
      403,
      () => {
        const one = changed({ inbox: undefined });
        return status(one, follow(one));
      },
    ],
    ['an id of another host', 403, () => status(actor, follow(actor, { id: `${stranger.id}/1` }))],
    ['a Create of another host', 403, () => status(actor, activityOf('Create', actor, stranger))],
    ['an Update of another host', 403, () => status(actor, activityOf('Update', actor, stranger))],
    ['a Delete of another host', 403, () => status(actor, activityOf('Delete', actor, stranger.id))],
    ['an Undo of another host', 403, () => status(actor, activityOf('Undo', actor, stranger.id))],
    ['no activity', 400, () => status(actor, '[]')],
    ['no JSON', 400, () => status(actor, '{')],
    ['nothing', 400, () => status(actor, '')],
    ['another type', 415, () => status(actor, activity, { headers: { 'content-type': 'text/plain' } })],
    ['more than 256 kB', 413, () => status(actor, follow(actor, { summary: 'x'.repeat(256 * 1024) }))],
  ])('%s: %i', async (_, expected, send) => {
    const before = await db.$count(federationFollowers);
    expect(await send()).toBe(expected);
    expect(await db.$count(federationFollowers)).toBe(before);
  });

  it('takes up to 256 kB', async () => {
    const one = server.actor();
    expect(await status(one, follow(one, { summary: 'x'.repeat(255 * 1024) }))).toBe(202);
  });

  it('a blocked server, of which it fetches nothing', async () => {
    const blocked = await remoteServer();
    await db.insert(federationPeers).values({ host: blocked.host, isBlocked: true, createdAt: NOON });
    const one = blocked.actor();
    expect(await status(one, follow(one))).toBe(403);
    expect(blocked.fetched).toEqual([]);
    await blocked.stop();
  });
});

describe('the actor of another server', () => {
  const found = (actor: RemoteActor, timeoutMs?: number) =>
    fetchActor(app.platform, actor.id, actor.keyId, timeoutMs);
  const redirected = (location: string) => {
    const actor = server.actor();
    server.respond(new URL(actor.id).pathname, response => void response.writeHead(302, { location }).end());
    return actor;
  };

  it('is fetched with a signed request, along redirects on its host', async () => {
    const actor = redirected('/moved');
    server.respond('/moved', response => sendJson(response, documentOf(actor)));
    expect(await found(actor)).toMatchObject({ kind: 'actor', actor: { id: actor.id } });
  });

  it('may have several keys', async () => {
    const actor = server.actor();
    const key = (id: string) => ({ id, owner: actor.id, publicKeyPem: actor.keys.publicKey });
    actor.changes = { publicKey: [key(`${actor.id}#1`), key(actor.keyId)] };
    expect(await found(actor)).toMatchObject({ kind: 'actor', actor: { keyId: actor.keyId } });
  });

  it('is not fetched along redirects to another host or without end', async () => {
    const actor = redirected(other.actor('moved').id);
    expect(await found(actor)).toEqual({ kind: 'unknown' });
    expect(other.fetched).not.toContain('/users/moved');
    const endless = server.actor('endless');
    server.respond(
      '/users/endless',
      response => void response.writeHead(302, { location: '/users/endless' }).end(),
    );
    expect(await found(endless)).toEqual({ kind: 'unknown' });
    expect(server.fetched.filter(path => path === '/users/endless')).toHaveLength(3);
  });

  it.each<[string, (actor: RemoteActor) => Parameters<typeof server.respond>[1]]>([
    [
      'is too long',
      actor => response => sendJson(response, { ...documentOf(actor), summary: 'x'.repeat(256 * 1024) }),
    ],
    [
      'has another type',
      actor => response =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(documentOf(actor))),
    ],
    [
      'is no JSON',
      () => response => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    ],
    ['is a list', actor => response => sendJson(response, [documentOf(actor)])],
    ['is an error', () => response => void response.writeHead(500).end()],
    ['breaks off', () => response => void response.socket?.destroy()],
    [
      'nests 100,000 levels',
      () => response =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('['.repeat(100_000) + ']'.repeat(100_000)),
    ],
  ])('is unknown if its document %s', async (_, respond) => {
    const actor = server.actor();
    server.respond(new URL(actor.id).pathname, respond(actor));
    expect(await found(actor)).toEqual({ kind: 'unknown' });
  });

  it('is unknown if its server does not respond in time', async () => {
    const actor = server.actor();
    server.respond(new URL(actor.id).pathname, () => undefined);
    expect(await found(actor, 100)).toEqual({ kind: 'unknown' });
    server.respond(
      new URL(actor.id).pathname,
      response => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    );
    expect(await found(actor, 100)).toEqual({ kind: 'unknown' });
  });
});

describe('at once', () => {
  it('Follow and Undo leave one or none, and no error', async () => {
    const actor = await follower();
    const row = await followerOf(actor);
    const again = { ...follow(actor), id: row?.followId };
    const undo = activityOf('Undo', actor, row?.followId);
    expect(
      tally(await concurrently(20, index => sendAs(app, actor, index % 2 === 0 ? again : undo))),
    ).toEqual({ 202: 20 });
    expect(await status(actor, undo)).toBe(202);
    expect(await followerOf(actor)).toBeNull();
  });

  it('Follow and a block leave no follower that came after the block', async () => {
    const blocked = await remoteServer();
    const actors = Array.from({ length: 20 }, () => blocked.actor());
    const block = () =>
      db
        .insert(federationPeers)
        .values({ host: blocked.host, isBlocked: true, createdAt: NOON })
        .onConflictDoUpdate({ target: federationPeers.host, set: { isBlocked: true } });
    const replies = await Promise.all([...actors.map(actor => sendAs(app, actor, follow(actor))), block()]);
    const counts = tally(replies.filter(reply => 'statusCode' in reply));
    expect((counts[202] ?? 0) + (counts[403] ?? 0)).toBe(20);
    const peer = eq(federationPeers.host, blocked.host);
    const [row] = await db.select().from(federationPeers).where(peer);
    expect(await db.$count(federationFollowers, eq(federationFollowers.peerId, String(row?.id)))).toBe(
      counts[202] ?? 0,
    );

    // The block is made while the key is fetched.
    await db.update(federationPeers).set({ isBlocked: false }).where(peer);
    const late = blocked.actor();
    blocked.respond(new URL(late.id).pathname, async response => {
      await block();
      sendJson(response, documentOf(late));
    });
    expect(await status(late, follow(late))).toBe(403);
    expect(await followerOf(late)).toBeNull();
    await blocked.stop();
  });
});
