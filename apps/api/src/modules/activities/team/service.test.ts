import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { queriesOf, testDatabase } from '../../../../test/database.ts';
import { aCollective, aMember, anActivity, anAttendance, signedIn } from '../../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../../test/live-client.ts';
import { errorOf } from '../../../../test/requests.ts';
import { activities } from '../schema.ts';

const database = await testDatabase();
const app = await testApp({}, database);
await app.startJobs();
const address = await listenOnFreePort(app.server);
const { db } = app.platform;
type Headers = Record<string, string>;
const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, headers: Headers, payload?: object) =>
  app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
const read = async (id: string, headers: Headers = {}) => (await app.get(`/api/tasks/${id}`, headers)).json();

/** Creates an activity of a collective, and an account for each role in it. */
async function organised(values: Partial<typeof activities.$inferInsert> = {}) {
  const author = await signedIn(db);
  const owner = await signedIn(db);
  const { id: collectiveId, slug } = await aCollective(db, { ownerId: owner.user.id });
  const { id } = await anActivity(db, { ownerId: author.user.id, collectiveId, ...values });
  const member = async (teamId: string, role: 'organizer' | 'door') => {
    const account = await signedIn(db);
    await aMember(db, { teamId, userId: account.user.id, role });
    return account;
  };
  const people = {
    author,
    'collective owner': owner,
    'collective organiser': await member(collectiveId, 'organizer'),
    'collective door keeper': await member(collectiveId, 'door'),
    'activity organiser': await member(id, 'organizer'),
    'activity door keeper': await member(id, 'door'),
    stranger: await signedIn(db),
  };
  return { id, collectiveId, slug, people };
}

const flags = async (id: string, headers: Headers) => {
  const { isOwner, canManage, canCheckIn } = await read(id, headers);
  return [isOwner, canManage, canCheckIn];
};

it('shows each role what it may do, also in lists and while the activity is hidden', async () => {
  const { id, people } = await organised();
  const { id: otherId } = await organised();
  const nothing = [false, false, false];
  const expected = {
    author: [true, true, true],
    'collective owner': [false, true, true],
    'collective organiser': [false, true, true],
    'collective door keeper': [false, false, true],
    'activity organiser': [false, true, true],
    'activity door keeper': [false, false, true],
    stranger: nothing,
  };
  const shown = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(people).map(async ([name, { headers }]) => [name, await flags(id, headers)] as const),
      ),
    );
  // Concurrent requests share the query for roles.
  const [own, ofOther] = await Promise.all([
    shown(),
    Promise.all(Object.values(people).map(({ headers }) => flags(otherId, headers))),
  ]);
  expect(own).toEqual(expected);
  expect(ofOther).toEqual(ofOther.map(() => nothing));
  const others = await app.get('/api/tasks/others', people['activity organiser'].headers);
  const listed = others.json().find(({ _id }: { _id: string }) => _id === id);
  expect([listed.canManage, listed.canCheckIn]).toEqual([true, true]);
  await db
    .update(activities)
    .set({ status: 'rejected', rejectionReason: 'Falta' })
    .where(eq(activities.id, id));
  const unknown = [undefined, undefined, undefined];
  const ofKeepers = { 'collective door keeper': unknown, 'activity door keeper': unknown };
  expect(await shown()).toEqual({ ...expected, ...ofKeepers, stranger: unknown });
  const keeper = await app.get(`/api/tasks/${id}`, people['activity door keeper'].headers);
  expect([keeper.statusCode, keeper.body.includes('Falta')]).toEqual([404, false]);
  // The door works on: a device may have arrivals to send.
  const door = await app.get(`/api/attendances/${id}/door`, people['activity door keeper'].headers);
  expect([door.statusCode, door.body.includes('Falta')]).toEqual([200, false]);
});

it('a lost role has lost its powers with the next request, live screens included', async () => {
  const { id, people } = await organised();
  const { headers, user } = people['activity organiser'];
  const [author, organiser, keeper] = [
    await connectLive(address, people.author.headers),
    await connectLive(address, headers),
    await connectLive(address, people['activity door keeper'].headers),
  ];
  const cancelOne = async () => {
    const attendance = await anAttendance(db, { activityId: id });
    await send('DELETE', `/attendances/${attendance.id}`, people.author.headers);
  };
  const updates = ({ received }: typeof author) =>
    received.filter(([event]) => event === 'asistentes_actualizados').length;
  await cancelOne();
  await expect.poll(() => [author, organiser, keeper].map(updates)).toEqual([1, 1, 1]);
  expect((await send('DELETE', `/tasks/${id}/organizers/${user.id}`, people.author.headers)).statusCode).toBe(
    204,
  );
  expect((await send('PUT', `/tasks/${id}`, headers, required)).statusCode).toBe(403);
  expect(await flags(id, headers)).toEqual([false, false, false]);
  await cancelOne();
  // One notification reaches all recipients, so that the organiser's screen would have received it before this assertion.
  await expect.poll(() => updates(author)).toBe(2);
  expect(updates(organiser)).toBe(1);
});

describe('the collective of an activity', () => {
  it('is set by its owners and organisers only, on publishing and later', async () => {
    const { collectiveId, people, slug } = await organised();
    for (const [name, status] of [
      ['collective owner', 201],
      ['collective organiser', 201],
      ['collective door keeper', 403],
      ['stranger', 403],
    ] as const) {
      const { headers } = people[name];
      const reply = await send('POST', '/tasks', headers, { ...required, collectiveId });
      expect([name, reply.statusCode]).toEqual([name, status]);
      const { _id } = (await send('POST', '/tasks', headers, required)).json();
      const edit = await send('PUT', `/tasks/${_id}`, headers, { ...required, collectiveId });
      expect([name, edit.statusCode]).toEqual([name, status === 201 ? 200 : 403]);
      expect((await read(_id, headers)).collective?.slug).toBe(status === 201 ? slug : undefined);
    }
  });

  // docs/rules.md R14.6
  it('is moved by the author and collective owners only; unchanged is always allowed', async () => {
    const { id, collectiveId, people } = await organised();
    const { id: other } = await aCollective(db, { ownerId: people['collective organiser'].user.id });
    const edit = (headers: Headers, collective: string | null | undefined) =>
      send('PUT', `/tasks/${id}`, headers, {
        ...required,
        ...(collective !== undefined && { collectiveId: collective }),
      });
    for (const name of ['collective organiser', 'activity organiser'] as const) {
      const { headers } = people[name];
      expect((await edit(headers, collectiveId)).statusCode).toBe(200);
      expect((await edit(headers, undefined)).statusCode).toBe(200);
      expect(errorOf(await edit(headers, other))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(errorOf(await edit(headers, null))).toMatchObject({ status: 403 });
    }
    // The author has no role in either collective, and cannot add the activity to one. The owner of its collective can remove it
    // from there.
    expect(errorOf(await edit(people.author.headers, other))).toMatchObject({ status: 403 });
    expect((await edit(people['collective owner'].headers, null)).json().collective).toBeNull();
    expect(errorOf(await edit(people.author.headers, collectiveId))).toMatchObject({ status: 403 });
    const unknown = '01930000-0000-7000-8000-00000000000a';
    expect(errorOf(await edit(people.author.headers, unknown))).toMatchObject({ status: 403 });
    expect(errorOf(await edit(people.author.headers, 'x'))).toMatchObject({ status: 400 });
  });

  it('has its owners delete an activity, not its organisers', async () => {
    const { id, people } = await organised();
    for (const name of ['collective organiser', 'activity organiser', 'activity door keeper'] as const)
      expect((await send('DELETE', `/tasks/${id}`, people[name].headers)).statusCode).toBe(403);
    expect((await send('DELETE', `/tasks/${id}`, people['collective owner'].headers)).statusCode).toBe(204);
  });
});

describe('GET /tasks?gestiono=true', () => {
  const titles = async (query: string, headers: Headers) => {
    const reply = await app.get(`/api/tasks?${query}`, headers);
    return [reply.headers['x-total-count'], reply.json().map(({ _id }: { _id: string }) => _id)];
  };

  it('has what one manages, one’s own included, by collective', async () => {
    const { id, people, slug } = await organised();
    for (const name of ['author', 'collective owner', 'collective organiser', 'activity organiser'] as const)
      expect(await titles('gestiono=true', people[name].headers)).toEqual(['1', [id]]);
    for (const name of ['collective door keeper', 'activity door keeper', 'stranger'] as const)
      expect(await titles('gestiono=true', people[name].headers)).toEqual(['0', []]);
    const { headers, user } = people['collective organiser'];
    const own = await anActivity(db, { ownerId: user.id, date: new Date('2026-12-01T14:00:00Z') });
    expect(await titles('gestiono=true', headers)).toEqual(['2', [own.id, id]]);
    expect(await titles(`gestiono=true&colectivo=${slug}`, headers)).toEqual(['1', [id]]);
    expect(await titles('', headers)).toEqual(['1', [own.id]]);
    expect(await titles('gestiono=true&colectivo=ninguno', headers)).toEqual(['0', []]);
    const data = await app.get('/api/auth/data', people['activity organiser'].headers);
    expect(data.json().organizedActivities).toMatchObject([{ taskId: id, role: 'organizer' }]);
  });

  it('with recibo=true has those in whose door one receives without managing them, until it closes', async () => {
    const { id, people } = await organised();
    for (const name of ['collective door keeper', 'activity door keeper'] as const)
      expect(await titles('recibo=true', people[name].headers)).toEqual(['1', [id]]);
    for (const name of ['author', 'collective owner', 'collective organiser', 'stranger'] as const)
      expect(await titles('recibo=true', people[name].headers)).toEqual(['0', []]);
    const { headers, user } = people['activity door keeper'];
    expect(await titles('gestiono=true&recibo=false', headers)).toEqual(['0', []]);
    expect(errorOf(await app.get('/api/tasks?recibo=si', headers))).toMatchObject({
      status: 400,
    });
    const week = 7 * 24 * 60 * 60 * 1000;
    const ended = (minutes: number) =>
      anActivity(db, { date: new Date(NOON.getTime() - week + minutes * 60_000) });
    const [open, closed] = [await ended(1), await ended(-1)];
    for (const { id: teamId } of [open, closed]) await aMember(db, { teamId, userId: user.id, role: 'door' });
    expect(await titles('recibo=true', headers)).toEqual(['2', [open.id, id]]);
  });

  it('costs the same queries for a member of fifty collectives as of one', async () => {
    const { user, headers } = await signedIn(db);
    const join = async () => {
      const { id } = await aCollective(db);
      await aMember(db, { teamId: id, userId: user.id, role: 'organizer' });
      return anActivity(db, { collectiveId: id });
    };
    await join();
    const list = () => app.get('/api/tasks?gestiono=true', headers);
    await expect.poll(() => queriesOf(database.connection, list)).toBe(3);
    for (let number = 1; number < 50; number += 1) await join();
    await expect.poll(() => queriesOf(database.connection, list)).toBe(3);
    expect((await list()).json()).toHaveLength(50);
  });
});

it('a role in one occurrence of a series is none in the others; one in its collective is', async () => {
  const owner = await signedIn(db);
  const { id: collectiveId } = await aCollective(db, { ownerId: owner.user.id });
  const series = { ...required, collectiveId, repeat: { frequency: 'weekly', interval: 1, count: 3 } };
  const { _id: id, series: of } = (await send('POST', '/tasks', owner.headers, series)).json();
  const [helper, organiser] = [await signedIn(db), await signedIn(db)];
  await aMember(db, { teamId: id, userId: helper.user.id, role: 'organizer' });
  await aMember(db, { teamId: collectiveId, userId: organiser.user.id, role: 'organizer' });
  const edit = (headers: Headers, scope: string) =>
    send('PUT', `/tasks/${id}?scope=${scope}`, headers, required);
  expect(errorOf(await edit(helper.headers, 'all'))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(errorOf(await edit(helper.headers, 'following'))).toMatchObject({ status: 403 });
  const all = await edit(organiser.headers, 'all');
  expect([all.statusCode, all.json().collective._id]).toEqual([200, collectiveId]);
  expect((await edit(helper.headers, 'one')).statusCode).toBe(200);
  const move = { ...required, collectiveId: null };
  expect((await send('PUT', `/tasks/${id}?scope=all`, organiser.headers, move)).statusCode).toBe(403);
  expect((await send('DELETE', `/tasks/${id}?scope=all`, organiser.headers)).statusCode).toBe(403);
  expect(await db.$count(activities, eq(activities.seriesId, of._id))).toBe(3);
  expect((await send('DELETE', `/tasks/${id}?scope=all`, owner.headers)).statusCode).toBe(204);
  expect(await db.$count(activities, eq(activities.seriesId, of._id))).toBe(0);
});
