import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../../test/activity-problems.ts';
import { aCollective, signedIn } from '../../../test/factories.ts';
import { federatingSite, NAMES, peerOf, resetPeers } from '../../../test/federation-fixture.ts';
import { type FederationPeer, peerKeys } from '../../../test/federation-peer.ts';
import { reportCalls } from '../../../test/reports-fixture.ts';
import { concurrently } from '../../../test/requests.ts';
import { images } from '../../platform/images/schema.ts';
import { pollingTasks } from '../../pollers.ts';
import { activities } from '../activities/schema.ts';
import { pollDeliveries } from './delivery/service.ts';
import { federationDeliveries, federationPeers } from './schema.ts';

const site = await federatingSite();
const { db, advance, publish, edit } = site;
const keys = peerKeys();
const mastodon = await peerOf(site, { software: 'Mastodon', keys });
const mobilizon = await peerOf(site, { software: 'MobiliZon', keys });
const gancio = await peerOf(site, { software: 'gancio', keys, hasSharedInbox: false });
const unnamed = await peerOf(site, { software: null, keys });
const peers = [mastodon, mobilizon, gancio, unnamed];
const { report, decide, appeal } = reportCalls(site.app);
const admin = await signedIn(db, { role: 'admin' });

beforeEach(async () => {
  await site.forgetServers();
  await resetPeers(peers);
});

/** Lets servers follow the site, and empties what they received. */
async function followed(...followers: FederationPeer[]): Promise<void> {
  for (const peer of followers) await peer.follow(site.origin);
  await advance();
  for (const peer of followers) peer.received.length = 0;
}

const objectOf = ({ activity }: { readonly activity: Json } = { activity: {} }): Json => {
  const { object } = activity;
  return typeof object === 'object' && object !== null ? (object as Json) : { id: object };
};
const lastObject = (peer: FederationPeer): Json => objectOf(peer.received.at(-1));
const names = (peer: FederationPeer) => peer.shown.map(({ object }) => object.name);
const events = ({ shown }: FederationPeer) => shown.filter(({ type }) => type === 'Event');
const types = (peer: FederationPeer) => peer.received.map(({ activity }) => activity.type);

describe('a follow', () => {
  it('is accepted, and ends with its undoing', async () => {
    const { status, id } = await mastodon.follow(site.origin);
    expect(status).toBe(202);
    await advance();
    expect(mastodon.summary()).toEqual(['Accept Follow']);
    expect(lastObject(mastodon)).toMatchObject({ id, type: 'Follow', actor: mastodon.actors[0]?.id });
    expect(mastodon.problems()).toEqual([]);
    expect(await site.followers()).toBe(1);
    expect(await mastodon.unfollow(site.origin, id)).toBe(202);
    expect(await site.followers()).toBe(0);
    await publish();
    await advance();
    expect(mastodon.received).toHaveLength(1);
  });

  it('is accepted of Gancio, which signs its host without the port, and by RFC 9421', async () => {
    expect((await gancio.follow(site.origin)).status).toBe(202);
    expect((await unnamed.follow(site.origin, { scheme: 'rfc9421' })).status).toBe(202);
    await advance();
    expect([gancio.summary(), unnamed.summary()]).toEqual([['Accept Follow'], ['Accept Follow']]);
  });
});

describe('a publication', () => {
  it('reaches each server in its way, and each shows it once', async () => {
    await followed(...peers);
    await publish({ description: 'Traer agua.\nY gorra.', category: 'ambiente', capacity: 20 });
    await advance();
    expect(peers.map(types)).toEqual([['Create'], ['Announce'], ['Create'], ['Create']]);
    expect(peers.map(names)).toEqual(peers.map(() => ['Siembra']));
    expect(peers.flatMap(peer => peer.problems())).toEqual([]);
    await advance(60);
    expect(peers.map(({ received }) => received.length)).toEqual([1, 1, 1, 1]);
  });

  it('carries what its document says, and no name, e-mail or telephone number', async () => {
    await followed(mastodon);
    const { id } = await publish({ description: 'Traer agua.' });
    await advance();
    const event = lastObject(mastodon);
    const response = await site.document(String(event.id));
    expect(response.headers.get('content-type')).toContain('application/activity+json');
    expect(await response.json()).toMatchObject({ ...event });
    expect(event).toMatchObject({
      type: 'Event',
      name: 'Siembra',
      startTime: '2026-12-05T09:00:00-05:00',
      url: `${site.origin}/actividades/${id}`,
      timezone: 'America/Bogota',
    });
    for (const { body } of mastodon.received)
      for (const name of [...NAMES, 'example.org', '3001234567']) expect(body).not.toContain(name);
  });

  it('has a place and text also if the activity has neither', async () => {
    await followed(...peers);
    await publish({ place: '', description: '' });
    await advance();
    expect(peers.flatMap(peer => peer.problems())).toEqual([]);
    expect(peers.map(names)).toEqual(peers.map(() => ['Siembra']));
  });

  it('has what each server needs also with a picture, a point, a collective and tags of two words', async () => {
    await followed(...peers);
    const { user, headers } = await signedIn(db);
    const { id: collectiveId, name } = await aCollective(db, { ownerId: user.id });
    const location = { latitude: 2.4419, longitude: -76.6063 };
    const fields = { location, collectiveId, tags: ['huerta urbana'], endDate: '2026-12-05T17:00:00.000Z' };
    const { id } = await publish(fields, headers);
    const picture = { width: 640, height: 400, widths: [320, 640], hasAvif: true, placeholder: 'data:,' };
    const [image] = await db
      .insert(images)
      .values({ ...picture, isUsed: true, createdAt: site.clock(), unusedSince: site.clock() })
      .returning();
    await db.update(activities).set({ imageId: image?.id }).where(eq(activities.id, id));
    await advance();
    expect(lastObject(mastodon)).toMatchObject({
      endTime: '2026-12-05T12:00:00-05:00',
      location,
      tag: [{ name: '#huertaurbana' }],
      attachment: [{ mediaType: 'image/webp', width: 640, height: 400 }],
      organizers: { items: [{ name }] },
    });
    expect(peers.map(names)).toEqual(peers.map(() => ['Siembra']));
    expect(peers.flatMap(peer => peer.problems())).toEqual([]);
  });

  it('does not reach a server that is blocked, whose follow is refused', async () => {
    await followed(mastodon, unnamed);
    await db.update(federationPeers).set({ isBlocked: true }).where(eq(federationPeers.host, unnamed.host));
    await publish();
    await advance();
    await advance(60);
    expect([types(mastodon), types(unnamed)]).toEqual([['Create'], []]);
    expect((await unnamed.follow(site.origin)).status).toBe(403);
  });

  it('is not told of an activity with a private location, nor of one that is not to leave the site', async () => {
    await followed(...peers);
    await publish({ isLocationPrivate: true });
    await publish({ isFederated: false });
    await advance();
    await advance(60);
    expect(peers.map(types)).toEqual([[], [], [], []]);
  });

  it('reaches a shared inbox once, and else each inbox', async () => {
    const sharing = await peerOf(site, { actors: 5, keys });
    const apart = await peerOf(site, { actors: 5, keys, hasSharedInbox: false });
    for (const peer of [sharing, apart]) {
      for (const actor of peer.actors) await peer.follow(site.origin, { actor });
      await advance();
      peer.received.length = 0;
    }
    await publish();
    await advance();
    expect(sharing.received.map(({ path }) => path)).toEqual(['/inbox']);
    expect(new Set(apart.received.map(({ path }) => path)).size).toBe(5);
    expect(apart.received).toHaveLength(5);
  });

  it('reaches servers whose NodeInfo fails or does not come', async () => {
    const failing = await peerOf(site, { nodeInfo: 'failing', keys });
    await followed(failing);
    await publish();
    await advance();
    expect(types(failing)).toEqual(['Create']);
  });
});

describe('an edit', () => {
  it('is one Update, and none if it changes nothing or an attendance', async () => {
    await followed(...peers);
    const { id, headers } = await publish({ capacity: 5 });
    await advance();
    await edit(id, headers, { title: 'Siembra de guaduas' });
    await advance();
    await edit(id, headers);
    const visit = { taskId: id, name: 'Luz', email: 'luz@example.org' };
    expect((await site.send('POST', '/attendances/confirm', visit)).statusCode).toBe(201);
    await advance();
    await advance(60);
    expect(peers.map(peer => types(peer).slice(1))).toEqual(peers.map(() => ['Update']));
    const [, mobilizonNames, gancioNames, unnamedNames] = peers.map(names);
    expect([mobilizonNames, gancioNames, unnamedNames]).toEqual(Array(3).fill(['Siembra de guaduas']));
    expect(peers.flatMap(peer => peer.problems())).toEqual([]);
    const document: Json = JSON.parse(await (await site.document(String(lastObject(mastodon).id))).text());
    expect(document.remainingAttendeeCapacity).toBe(4);
  });

  it('of the date or the place is a Note for Mastodon, once, ten minutes after the first', async () => {
    await followed(...peers);
    const { id, headers } = await publish();
    await advance();
    const eventId = lastObject(mastodon).id;
    await edit(id, headers, { date: '2026-12-06T14:00:00.000Z' });
    await advance();
    await advance(6);
    await edit(id, headers, { date: '2026-12-07T14:00:00.000Z', place: 'La Ladera' });
    await advance(3.9);
    expect(types(mastodon)).toEqual(['Create', 'Update', 'Update']);
    await advance(0.2);
    expect(mastodon.summary()).toEqual(['Create Siembra', 'Update Siembra', 'Update Siembra', 'Create Note']);
    const note = lastObject(mastodon);
    expect(note.inReplyTo).toBe(eventId);
    expect(String(note.content)).toContain('La Ladera');
    expect(String(note.content)).toContain('7 de diciembre');
    await advance(60);
    expect(mastodon.received).toHaveLength(4);
    for (const peer of [mobilizon, gancio]) expect(types(peer).slice(1)).toEqual(['Update', 'Update']);
    expect(peers.flatMap(peer => peer.problems())).toEqual([]);
  });

  it('that is taken back within ten minutes is no Note', async () => {
    await followed(mastodon);
    const { id, headers } = await publish();
    await advance();
    await edit(id, headers, { date: '2026-12-06T14:00:00.000Z' });
    await advance();
    await advance(1);
    await edit(id, headers, { date: '2026-12-05T14:00:00.000Z' });
    await advance(60);
    expect(types(mastodon)).toEqual(['Create', 'Update', 'Update']);
  });
});

describe('an end', () => {
  it('of a deleted activity is a Delete, and its address is gone', async () => {
    await followed(...peers);
    const { id, headers } = await publish();
    await advance();
    const address = String(lastObject(mastodon).id);
    await site.remove(id, headers);
    await advance();
    await advance(60);
    // Readers of Mastodon get a note as well, since what is deleted there vanishes without a word.
    expect(peers.map(peer => types(peer).toSorted())).toEqual([
      ['Create', 'Create', 'Delete'],
      ['Announce', 'Delete'],
      ['Create', 'Delete'],
      ['Create', 'Delete'],
    ]);
    const note = mastodon.shown.find(({ type }) => type === 'Note')?.object;
    expect(String(note?.content)).toContain('Se canceló «Siembra»');
    expect(lastObject(unnamed)).toEqual({ id: address, type: 'Tombstone', formerType: 'Event' });
    expect(peers.flatMap(events)).toEqual([]);
    expect((await site.document(address)).status).toBe(410);
    expect(peers.flatMap(peer => peer.problems())).toEqual([]);
  });

  const act = async (path: string, payload?: object) => {
    const reply = await site.send('PATCH', path, payload, admin.headers);
    if (reply.statusCode !== 200) throw new Error(reply.body);
  };
  const panel = (id: string) => `/admin-panel/activities/${id}`;
  it.each<[string, Change, Change]>([
    [
      'rejected',
      id => act(`${panel(id)}/reject`, { reason: 'No' }),
      async (id, headers) => {
        await edit(id, headers);
        await advance();
        expect(types(mastodon).at(-1)).toBe('Delete');
        await act(`${panel(id)}/approve`);
      },
    ],
    [
      'hidden after a report',
      async id => {
        await report({ type: 'activity', id });
        await decide(admin.headers, id, 'hide');
      },
      async (id, headers) => {
        await appeal(headers, id);
        await decide(admin.headers, id, 'dismiss');
      },
    ],
    [
      'made private',
      (id, headers) => edit(id, headers, { isLocationPrivate: true }),
      (id, headers) => edit(id, headers, { isLocationPrivate: false }),
    ],
    [
      'switched off',
      (id, headers) => edit(id, headers, { isFederated: false }),
      (id, headers) => edit(id, headers, { isFederated: true }),
    ],
  ])('of an activity that is %s is a Delete, and its return has a new address', async (_what, end, again) => {
    await followed(...peers);
    const { id, headers } = await publish();
    await advance();
    const first = String(lastObject(mastodon).id);
    await end(id, headers);
    await advance(20);
    expect(peers.map(peer => types(peer).at(-1))).toEqual(peers.map(() => 'Delete'));
    expect(peers.map(names)).toEqual([[], [], [], []]);
    expect((await site.document(first)).status).toBe(410);
    await again(id, headers);
    await advance(20);
    expect(peers.map(types)).toEqual([
      ['Create', 'Delete', 'Create'],
      ['Announce', 'Delete', 'Announce'],
      ['Create', 'Delete', 'Create'],
      ['Create', 'Delete', 'Create'],
    ]);
    expect(peers.map(names)).toEqual(peers.map(() => ['Siembra']));
    const second = String(lastObject(mastodon).id);
    expect(second).not.toBe(first);
    expect([(await site.document(first)).status, (await site.document(second)).status]).toEqual([410, 200]);
    expect(peers.flatMap(peer => peer.problems())).toEqual([]);
  });

  it('takes the notes about it along, and leaves nothing', async () => {
    await followed(...peers);
    const { id, headers } = await publish();
    await advance();
    await edit(id, headers, { place: 'La Ladera' });
    await advance();
    await advance(11);
    expect(mastodon.shown).toHaveLength(2);
    await edit(id, headers, { isFederated: false });
    await advance();
    expect(peers.flatMap(({ shown }) => shown)).toEqual([]);
    expect(peers.flatMap(peer => peer.problems())).toEqual([]);
  });

  it('of an activity whose rejection is undone at once is not told', async () => {
    await followed(mastodon);
    const { id } = await publish();
    await advance();
    await act(`${panel(id)}/reject`, { reason: 'No' });
    await advance();
    await act(`${panel(id)}/undo-rejection`);
    await advance(20);
    expect(types(mastodon)).toEqual(['Create']);
  });
});

type Change = (id: string, headers: Record<string, string>) => Promise<unknown>;

it('a series sends its next date, and the following one when that is over', async () => {
  await followed(mastodon);
  await publish({ repeat: { frequency: 'weekly', count: 3 } });
  await advance();
  const starts = () => mastodon.received.map(delivery => objectOf(delivery).startTime);
  expect(starts()).toEqual(['2026-12-05T09:00:00-05:00']);
  site.setNow(new Date('2026-12-06T17:00:00.000Z'));
  await advance();
  expect(types(mastodon)).toEqual(['Create', 'Create']);
  expect(starts()[1]).toBe('2026-12-12T09:00:00-05:00');
  site.setNow(new Date('2026-12-13T17:00:00.000Z'));
  await advance();
  expect(starts()).toHaveLength(3);
  expect(mastodon.problems()).toEqual([]);
});

describe('a delivery', () => {
  const HOUR = 60;
  const DAY = 24 * HOUR;

  it('waits for an earlier one about the same activity', async () => {
    await followed(unnamed);
    unnamed.respond(() => 503);
    const { id, headers } = await publish();
    await advance();
    await edit(id, headers, { title: 'Siembra de guaduas' });
    await advance();
    expect(types(unnamed)).toEqual(['Create']);
    unnamed.respond(() => null);
    await advance(HOUR);
    await advance(HOUR);
    expect(types(unnamed)).toEqual(['Create', 'Create', 'Update']);
    expect(names(unnamed)).toEqual(['Siembra de guaduas']);
    expect(unnamed.problems()).toEqual([]);
  });

  it('is sent once by several processes at once', async () => {
    await followed(...peers);
    for (let count = 0; count < 3; count += 1) await publish();
    await pollingTasks(site.app.platform).federation(AbortSignal.timeout(60_000));
    await concurrently(4, () => pollDeliveries(site.app.platform));
    expect(peers.map(({ received }) => received.length)).toEqual([3, 3, 3, 3]);
  });

  it('is sent again after the process was killed before it was marked, with the same id', async () => {
    await followed(mastodon);
    await publish();
    await advance();
    await db.update(federationDeliveries).set({ state: 'pending' });
    await advance(HOUR);
    const ids = mastodon.received.map(({ activity }) => activity.id);
    expect(types(mastodon).filter(type => type === 'Create')).toEqual(['Create', 'Create']);
    expect(new Set(ids.slice(-1)).size).toBe(1);
    expect(mastodon.problems()).toEqual([]);
    expect(names(mastodon)).toEqual(['Siembra']);
  });

  it.each([503, 408, 429])('that is answered with %i is retried for two days', async status => {
    await followed(unnamed);
    unnamed.respond(() => status);
    await publish();
    const times: number[] = [];
    for (let minutes = 0; minutes < 3 * DAY; minutes += HOUR) {
      const before = unnamed.received.length;
      await advance(HOUR);
      if (unnamed.received.length > before) times.push(minutes);
    }
    expect(times.length).toBeGreaterThan(4);
    expect(times.length).toBeLessThan(30);
    expect(times.at(-1)).toBeLessThanOrEqual(2 * DAY);
    expect(times.at(-1)).toBeGreaterThan(DAY);
    expect(await site.followers()).toBe(1);
  });

  it('that Gancio answers with 404 is not retried and is no failure', async () => {
    gancio.isTrusted = false;
    await followed(gancio);
    for (let day = 0; day < 9; day += 1) {
      await publish({ title: `Siembra ${day}` });
      await advance();
      await advance(DAY);
    }
    expect(gancio.received.map(({ status }) => status)).toEqual(Array(9).fill(404));
    expect(await site.followers()).toBe(1);
    gancio.isTrusted = true;
    await publish();
    await advance();
    expect(names(gancio)).toEqual(['Siembra']);
  });

  it('that is answered with 410 ends the follower', async () => {
    await followed(unnamed, mastodon);
    unnamed.respond(() => 410);
    await publish();
    await advance();
    expect(await site.followers()).toBe(1);
    await publish();
    await advance(DAY);
    expect([unnamed.received.length, mastodon.received.length]).toEqual([1, 2]);
  });

  it('fails for a week until the follower ends, if nothing else succeeds', async () => {
    await followed(unnamed, mastodon);
    unnamed.respond(() => 503);
    for (let day = 0; day < 7; day += 1) {
      await publish();
      for (let hour = 0; hour < 24; hour += 4) await advance(4 * HOUR);
      if (day === 5) expect(await site.followers()).toBe(2);
    }
    await publish();
    for (let hour = 0; hour < 24; hour += 4) await advance(4 * HOUR);
    expect(await site.followers()).toBe(1);
    const before = unnamed.received.length;
    await publish();
    await advance(DAY);
    expect(unnamed.received).toHaveLength(before);
  });

  it('does not wait for a server that does not respond', async () => {
    await followed(unnamed, mastodon);
    const waiting = Promise.withResolvers<number>();
    unnamed.respond(() => waiting.promise);
    await publish();
    const polled = advance();
    await expect.poll(() => mastodon.received.length).toBe(1);
    waiting.resolve(202);
    await polled;
    expect(unnamed.received).toHaveLength(1);
  });
});
