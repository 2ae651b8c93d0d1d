import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, passwordHash } from '../../../test/account-calls.ts';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, aMember, aUser, signedIn } from '../../../test/factories.ts';
import { loopbackServer } from '../../../test/loopback-server.ts';
import { activities } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { pollCalendars } from './polling-service.ts';
import { calendarEvents, calendars } from './schema.ts';

const HOUR_MS = 3_600_000;
const stamp = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
const file = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
  ...[1, 2, 3].flatMap(day => [
    ...['BEGIN:VEVENT', `UID:${day}`, `SUMMARY:Taller ${day}`],
    ...[`DTSTART:${stamp(NOON.getTime() + day * 24 * HOUR_MS)}`, 'END:VEVENT'],
  ]),
  ...['END:VCALENDAR', ''],
].join('\r\n');

/** Responds after the test's `meanwhile`, which runs during a reading. */
let meanwhile: (() => Promise<unknown>) | null = null;
const server = await loopbackServer(async (_request, _body, response) => {
  await meanwhile?.();
  response.end(file);
});
afterAll(server.stop);

const app = await testApp({ WEBHOOK_HOSTS: server.host }, await testDatabase());
const { db } = app.platform;
const SECRET = 'secreto-de-la-fundacion';

beforeEach(async () => {
  meanwhile = null;
  app.setNow(NOON);
  await db.delete(calendars);
});

/** An owner whose collective follows a calendar of three events. */
async function following() {
  const { user, headers } = await signedIn(db, { passwordHash });
  const { id: collectiveId, slug } = await aCollective(db, { ownerId: user.id });
  const url = `http://${server.host}/${SECRET}.ics`;
  const add = () => app.post(`/api/collectives/${slug}/calendars`, { url }, headers);
  expect((await add()).statusCode).toBe(201);
  await pollCalendars(app.platform);
  const found = await db.select().from(activities).where(eq(activities.collectiveId, collectiveId));
  expect(found).toHaveLength(3);
  // Activities of a calendar are federated only if an organiser switches it on.
  expect(found.every(({ isFederated }) => !isFederated)).toBe(true);
  const ids = found.map(({ id }) => id);
  const rows = () => db.select().from(activities).where(inArray(activities.id, ids));
  const deleteCollective = () => app.delete(`/api/collectives/${slug}`, headers);
  const deleteAccount = () => {
    const payload = { password: PASSWORD, confirmation: 'ELIMINAR' };
    return app.inject({ method: 'DELETE', url: '/api/auth/account', headers, payload });
  };
  const remove = async () => {
    const [calendar] = await db.select().from(calendars).where(eq(calendars.collectiveId, collectiveId));
    return app.delete(`/api/collectives/${slug}/calendars/${calendar?.id}`, headers);
  };
  const ofCollective = () =>
    db.select().from(activities).where(eq(activities.collectiveId, collectiveId)).orderBy(activities.date);
  return {
    ...{ user, headers, slug, collectiveId, ids, rows, ofCollective },
    ...{ add, remove, deleteCollective, deleteAccount },
  };
}

const stored = async () => [await db.$count(calendars), await db.$count(calendarEvents)];

describe('a calendar that is removed and added again', () => {
  it('takes up its activities, and what was edited meanwhile stays', async () => {
    const { ids, ofCollective, add, remove } = await following();
    expect((await remove()).statusCode).toBe(204);
    expect(await ofCollective()).toMatchObject([
      { sourceHost: null },
      { sourceHost: null },
      { sourceHost: null },
    ]);
    await db
      .update(activities)
      .set({ description: 'Trae guantes' })
      .where(eq(activities.id, ids[0] ?? ''));
    expect((await add()).statusCode).toBe(201);
    await pollCalendars(app.platform);
    const found = await ofCollective();
    expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(new Set(found.map(({ sourceHost }) => sourceHost))).toEqual(new Set([server.host]));
    expect(found.find(({ id }) => id === ids[0])?.description).toBe('Trae guantes');
    expect(await db.select().from(calendars)).toMatchObject([{ state: 'ok', edited: 1 }]);
  });

  it('brings again what was deleted meanwhile, once', async () => {
    const { ids, ofCollective, add, remove } = await following();
    await remove();
    await db.delete(activities).where(eq(activities.id, ids[0] ?? ''));
    await add();
    await pollCalendars(app.platform);
    app.setNow(new Date(NOON.getTime() + HOUR_MS));
    await pollCalendars(app.platform);
    expect((await ofCollective()).map(({ title }) => title)).toEqual(['Taller 1', 'Taller 2', 'Taller 3']);
  });

  it('leaves activities to another calendar of the collective that brought them', async () => {
    const { ofCollective, slug, headers } = await following();
    const url = `http://${server.host}/otro.ics`;
    expect((await app.post(`/api/collectives/${slug}/calendars`, { url }, headers)).statusCode).toBe(201);
    await pollCalendars(app.platform);
    expect(await ofCollective()).toHaveLength(6);
  });
});

describe('the deletion of a collective', () => {
  it('ends its calendars, and their activities remain those of their author', async () => {
    const { rows, deleteCollective, user } = await following();
    expect((await deleteCollective()).statusCode).toBe(204);
    expect(await stored()).toEqual([0, 0]);
    const kept = { ownerId: user.id, collectiveId: null, sourceHost: null, isSourceCancelled: false };
    expect(await rows()).toMatchObject([kept, kept, kept]);
  });

  it('during a reading ends it without a trace', async () => {
    const { rows, deleteCollective } = await following();
    app.setNow(new Date(NOON.getTime() + HOUR_MS));
    meanwhile = deleteCollective;
    await pollCalendars(app.platform);
    expect([await stored(), await rows()]).toMatchObject([[0, 0], { length: 3 }]);
  });
});

describe('the deletion of the account that added a calendar', () => {
  it('gives it to another owner, also during a reading', async () => {
    const { rows, deleteAccount, collectiveId } = await following();
    const heir = await aUser(db);
    await aMember(db, { teamId: collectiveId, userId: heir.id, role: 'owner' });
    app.setNow(new Date(NOON.getTime() + HOUR_MS));
    meanwhile = async () => expect((await deleteAccount()).statusCode).toBe(204);
    await pollCalendars(app.platform);
    expect(await db.select().from(calendars)).toMatchObject([{ addedBy: heir.id, state: 'ok' }]);
    expect((await rows()).map(({ ownerId }) => ownerId)).toEqual([heir.id, heir.id, heir.id]);
  });

  it('erases the calendar and its activities with the collective of which it was the only member', async () => {
    const { ids, rows, deleteAccount, collectiveId } = await following();
    expect((await deleteAccount()).statusCode).toBe(204);
    expect(await db.$count(collectives, eq(collectives.id, collectiveId))).toBe(0);
    expect([await stored(), await rows(), ids.length]).toEqual([[0, 0], [], 3]);
  });
});

it('the data download names the host of an added calendar, and never its address', async () => {
  const { headers } = await following();
  const reply = await app.get('/api/auth/data', headers);
  expect(reply.json().addedCalendars).toEqual([
    { host: server.host, collective: expect.any(String), createdAt: NOON.toISOString() },
  ]);
  expect(reply.body).not.toContain(SECRET);
});
