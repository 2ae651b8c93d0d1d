import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApps } from '../../../../test/app.ts';
import { aCollective, anActivity, signedIn } from '../../../../test/factories.ts';
import { senderTo } from '../../../../test/requests.ts';
import { dueWork } from '../../../platform/due-work/schema.ts';
import { pollingTasks } from '../../../pollers.ts';
import { markSource } from '../../activities/imported/service.ts';
import { hideActivities, lockReportedAmong, restoreHidden } from '../../activities/removal/service.ts';
import { activities } from '../../activities/schema.ts';
import { collectives } from '../../collectives/schema.ts';
import {
  federationDeliveries,
  federationFollowers,
  federationMessages,
  federationObjects,
  federationPeers,
} from '../schema.ts';
import { catchUp, sweepObjects } from './service.ts';

const ORIGIN = 'http://127.0.0.1:4999';
const FEDERATING = { FEDERATION: 'on', PUBLIC_URL: ORIGIN };
const {
  apps: [here, there, off],
  db,
  setNow,
} = await testApps(FEDERATING, FEDERATING, { PUBLIC_URL: ORIGIN });
const { federation } = pollingTasks(here.platform);
const DAY_MS = 24 * 60 * 60_000;
const later = (days: number) => new Date(NOON.getTime() + days * DAY_MS);

/** A follower on a server whose software is known, of which no delivery is made in these tests. */
async function aFollower(software: string): Promise<void> {
  const host = `${software}.example.org`;
  const [peer] = await db.insert(federationPeers).values({ host, software, createdAt: NOON }).returning();
  const actor = `https://${host}/actor`;
  await db.insert(federationFollowers).values({
    actor,
    peerId: peer?.id ?? '',
    inbox: `${actor}/inbox`,
    keyId: `${actor}#key`,
    publicKey: 'PEM',
    followId: `${actor}#follow`,
    createdAt: NOON,
  });
}

beforeEach(async () => {
  setNow(NOON);
  await db.delete(dueWork);
  for (const table of [activities, federationPeers, federationMessages, federationObjects])
    await db.delete(table);
  await aFollower('mastodon');
  await aFollower('gancio');
});

/** Polls twice, since a series schedules its next date. */
async function poll(now = NOON): Promise<void> {
  setNow(now);
  await federation(AbortSignal.timeout(10_000));
  await federation(AbortSignal.timeout(10_000));
}

interface Message {
  readonly type: string;
  readonly object: {
    readonly id?: string;
    readonly type: string;
    readonly name?: string;
    readonly content?: string;
  };
}
const messages = async () =>
  (await db.select().from(federationMessages).orderBy(asc(federationMessages.id))).map(
    ({ body }) => JSON.parse(body === '' ? '{"object":{}}' : body) as Message,
  );
const kinds = async () => (await messages()).map(({ type, object }) => `${type} ${object.type}`);

async function published(app = here, fields: object = {}) {
  const { headers } = await signedIn(db);
  const values = { title: 'Siembra', place: 'Parque Caldas', date: '2026-12-05T14:00:00.000Z', ...fields };
  const { _id: id } = (await senderTo(app)('POST', '/tasks', values, headers)).json();
  const send = (method: 'PUT' | 'DELETE', body: object = {}) =>
    senderTo(app)(method, `/tasks/${id}`, method === 'PUT' ? { ...values, ...body } : {}, headers);
  return { id: String(id), headers, send };
}

describe('while federation is off', () => {
  it('nothing is scheduled', async () => {
    const { send } = await published(off);
    await send('PUT', { title: 'Siembra grande' });
    await send('DELETE');
    const kindsOfWork = (await db.select({ kind: dueWork.kind }).from(dueWork)).map(({ kind }) => kind);
    expect(kindsOfWork.filter(kind => kind.startsWith('federation'))).toEqual([]);
  });

  it('what was edited or deleted is told when it is on again, and nothing else', async () => {
    const both = [await published(), await published(), await published()];
    await poll();
    const [edited, deleted] = both;
    setNow(later(1));
    const tell = (one: typeof edited, method: 'PUT' | 'DELETE', fields = {}) =>
      senderTo(off)(
        method,
        `/tasks/${one?.id}`,
        { title: 'Siembra', place: 'Parque Caldas', date: '2026-12-05T14:00:00.000Z', ...fields },
        one?.headers,
      );
    await tell(edited, 'PUT', { title: 'Siembra grande' });
    await tell(deleted, 'DELETE');
    await poll(later(1));
    expect(await kinds()).toEqual(['Create Event', 'Create Event', 'Create Event']);
    await catchUp(here.platform);
    await poll(later(2));
    expect((await kinds()).slice(3).sort()).toEqual(['Delete Tombstone', 'Update Event']);
    await catchUp(here.platform);
    await poll(later(3));
    expect(await kinds()).toHaveLength(5);
  });

  it('the next dates of series are told when it is on', async () => {
    await published(off, { repeat: { frequency: 'weekly', count: 3 } });
    await poll();
    expect(await kinds()).toEqual([]);
    await catchUp(here.platform);
    await poll();
    expect(await kinds()).toEqual(['Create Event']);
  });
});

describe('readers of Mastodon', () => {
  it('hear of a cancellation by the organisers at once, and others do not', async () => {
    const { send } = await published();
    await poll();
    await send('DELETE');
    await poll();
    expect(await kinds()).toEqual(['Create Event', 'Create Note', 'Delete Tombstone']);
    const [, note] = await messages();
    expect(note?.object.content).toMatch(
      /^<p>Se canceló «Siembra», que era el sábado, 5 de diciembre de 2026/,
    );
    expect(await db.$count(federationDeliveries)).toBe(5);
  });

  it('read a note at its address until its activity ends, and are then told to remove it', async () => {
    const { send } = await published();
    await poll();
    await send('PUT', { place: 'La Ladera' });
    await poll();
    await poll(new Date(NOON.getTime() + 10 * 60_000));
    const note = (await messages()).at(-1)?.object;
    const address = String(note?.id).slice(ORIGIN.length);
    expect(address).toMatch(/^\/ap\/notas\/[\da-f-]{36}$/);
    const read = await here.get(address);
    expect([read.statusCode, read.json()]).toEqual([200, expect.objectContaining({ ...note })]);
    await send('PUT', { isFederated: false });
    await poll(new Date(NOON.getTime() + 11 * 60_000));
    const ended = await messages();
    expect(ended.slice(-2).map(({ type, object }) => [type, object])).toEqual([
      ['Delete', { id: note?.id, type: 'Tombstone', formerType: 'Note' }],
      ['Delete', expect.objectContaining({ formerType: 'Event' })],
    ]);
    const gone = await here.get(address);
    expect([gone.statusCode, gone.body.includes('Ladera')]).toEqual([410, false]);
    for (const unknown of ['x', '%00', '0199d7a2-6f3e-7c1b-9a55-0d6b1c6f2a10'])
      expect((await here.get(`/ap/notas/${unknown}`)).statusCode).toBe(404);
    expect((await off.get(address)).statusCode).toBe(404);
  });

  it('hear nothing of what an administrator removes or of what is over', async () => {
    const { headers } = await signedIn(db, { role: 'admin' });
    const [one, other] = [await published(), await published(here, { date: '2026-11-22T14:00:00.000Z' })];
    await poll();
    const bulk = { action: 'delete', ids: [one.id] };
    const reply = await senderTo(here)('POST', '/admin-panel/activities/bulk', bulk, headers);
    expect(reply.statusCode).toBe(200);
    await poll();
    setNow(later(2));
    await other.send('DELETE');
    await poll(later(2));
    expect((await kinds()).slice(2)).toEqual(['Delete Tombstone', 'Delete Tombstone']);
  });

  it('hear that a calendar has cancelled an activity, and that it is on again', async () => {
    const { id } = await published();
    await poll();
    await db.update(activities).set({ sourceHost: 'calendario.example.org' });
    for (const isCancelled of [true, false]) {
      await db.transaction(tx => markSource(here.platform, tx, [id], { isCancelled }));
      await poll(new Date(NOON.getTime() + 60_000));
      await poll(new Date(NOON.getTime() + 15 * 60_000));
      setNow(NOON);
    }
    const notes = (await messages()).filter(({ object }) => object.type === 'Note');
    expect(notes.map(({ object }) => object.content?.replaceAll(/<a.*/g, ''))).toEqual([
      expect.stringContaining('Se canceló «Siembra», que era el sábado'),
      expect.stringContaining('«Siembra» cambió: otra vez está en pie.'),
    ]);
  });
});

it('an activity that is hidden after reports is withdrawn within a minute, and returns if that is undone', async () => {
  const { id } = await published();
  await poll();
  const hidden = await db.transaction(async tx =>
    hideActivities(here.platform, tx, await lockReportedAmong(tx, [id]), 'Odio'),
  );
  await poll(new Date(NOON.getTime() + 60_000));
  expect(await kinds()).toEqual(['Create Event', 'Delete Tombstone']);
  await db.transaction(tx => restoreHidden(here.platform, tx, hidden));
  await poll(new Date(NOON.getTime() + 120_000));
  expect(await kinds()).toEqual(['Create Event', 'Delete Tombstone', 'Create Event']);
});

it.each([
  ['has another name', { name: 'Río Vivo' }, 'Río Vivo'],
  ['is deactivated', { status: 'inactive' }, undefined],
] as const)('other servers learn within the hour that a collective %s', async (_what, change, name) => {
  const { id } = await published();
  const { id: collectiveId } = await aCollective(db, { name: 'Río Limpio' });
  await db.update(activities).set({ collectiveId }).where(eq(activities.id, id));
  await poll();
  await sweepObjects(here.platform);
  await poll();
  expect(await kinds()).toEqual(['Create Event']);
  await db.update(collectives).set(change).where(eq(collectives.id, collectiveId));
  await sweepObjects(off.platform);
  await poll();
  expect(await kinds()).toEqual(['Create Event']);
  await sweepObjects(here.platform);
  await poll();
  expect(await kinds()).toEqual(['Create Event', 'Update Event']);
  const last = (await messages()).at(-1)?.object as { organizers?: { items: { name: string }[] } };
  expect(last.organizers?.items[0]?.name).toBe(name);
});

it('old tombstones of deleted activities are forgotten, and none of an activity that may return', async () => {
  const { id: kept } = await anActivity(db, { isFederated: false });
  const told = { version: 1, document: null, facts: null, publishedAt: NOON, updatedAt: NOON };
  const gone = '0199d7a2-6f3e-7c1b-9a55-0d6b1c6f2a10';
  await db.insert(federationObjects).values([
    { ...told, activityId: kept },
    { ...told, activityId: gone },
  ]);
  setNow(later(364));
  await sweepObjects(here.platform);
  expect(await db.$count(federationObjects)).toBe(2);
  setNow(later(366));
  await sweepObjects(here.platform);
  expect((await db.select().from(federationObjects)).map(({ activityId }) => activityId)).toEqual([kept]);
});

it('a process that starts catches up', async () => {
  const { id } = await anActivity(db, { isFederated: false });
  const facts = { startTime: '', place: '', isCancelled: false };
  const told = { document: {}, facts, publishedAt: NOON, updatedAt: NOON };
  await db.insert(federationObjects).values({ activityId: id, version: 1, ...told });
  // The process polls from now on, so that this test is the last one.
  await there.startJobs();
  await expect.poll(() => db.$count(dueWork)).toBe(1);
  setNow(later(1));
  await expect.poll(kinds).toEqual(['Delete Tombstone']);
});
