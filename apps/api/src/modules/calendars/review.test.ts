import { and, asc, eq, isNull, like } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { bellOf } from '../../../test/bell.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, aUser, signedIn } from '../../../test/factories.ts';
import { loopbackServer } from '../../../test/loopback-server.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { setTrust } from '../../../test/trust.ts';
import { processDue } from '../../platform/due-work/due-work.ts';
import { activities } from '../activities/schema.ts';
import { collectiveFollowers } from '../collectives/schema.ts';
import { followerNews } from '../notifications/followers/service.ts';
import { pollCalendars } from './polling-service.ts';
import { calendars } from './schema.ts';

let file = '';
const server = await loopbackServer((_request, _body, response) => void response.end(file));
afterAll(server.stop);

const database = await testDatabase();
const environment = { WEBHOOK_HOSTS: server.host };
const prior = await testApp({ ...environment, MODERATION: 'prior' }, database);
const reactive = await testApp(environment, database);
const second = await testApp({ ...environment, MODERATION: 'prior' }, database);
const { db } = prior.platform;

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
let now = NOON;
const wait = (ms: number) => {
  now = new Date(now.getTime() + ms);
  for (const app of [prior, reactive, second]) app.setNow(now);
};
beforeEach(() => {
  now = NOON;
  wait(0);
});

const stamp = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
const calendar = (count: number) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...Array.from({ length: count }, (_, index) => [
      ...['BEGIN:VEVENT', `UID:${index}`, `SUMMARY:Taller ${String(index).padStart(2, '0')}`],
      ...[`DTSTART:${stamp(NOON.getTime() + (index + 24) * HOUR_MS)}`, 'END:VEVENT'],
    ]).flat(),
    ...['END:VCALENDAR', ''],
  ].join('\r\n');

/** A collective that follows a calendar with 14 events, and has a follower. */
async function following(app = prior) {
  const { user, headers } = await signedIn(db);
  const { id: collectiveId, slug } = await aCollective(db, { ownerId: user.id });
  const follower = await aUser(db);
  await db
    .insert(collectiveFollowers)
    .values({ collectiveId, userId: follower.id, mail: 'nunca', createdAt: NOON });
  const admin = await signedIn(db, { role: 'admin' });
  await db.delete(calendars);
  file = calendar(14);
  const url = `http://${server.host}/a.ics`;
  expect((await app.post(`/api/collectives/${slug}/calendars`, { url }, headers)).statusCode).toBe(201);
  await pollCalendars(app.platform);
  const rows = (condition = isNull(activities.reviewedAt)) =>
    db
      .select()
      .from(activities)
      .where(and(eq(activities.collectiveId, collectiveId), condition))
      .orderBy(asc(activities.date));
  const readMore = async (count: number) => {
    wait(HOUR_MS);
    file = calendar(count);
    await pollCalendars(app.platform);
  };
  const decideAll = async (body: object) => {
    const ids = (await rows()).map(({ id }) => id);
    const reply = await app.post('/api/admin-panel/activities/bulk', { ids, ...body }, admin.headers);
    expect(reply.json()).toEqual({ done: ids.length, skipped: 0 });
  };
  /** The titles and texts in the bells of the account that added the calendar and of the follower. */
  const bells = async () => {
    wait(30 * SECOND_MS);
    await pollNotifications(app.platform);
    await processDue(app.platform, [followerNews]);
    const [own, theirs] = await Promise.all([user, follower].map(({ id }) => bellOf(db, id)));
    const texts = (bell = own) => bell?.map(({ title, message }) => `${title}: ${message}`);
    return [texts(own), texts(theirs)];
  };
  return { rows, readMore, decideAll, bells, admin };
}

const APPROVED =
  'Actividades aprobadas: «Taller 00» fue aprobada y ya está publicada, con otras 13 de su calendario.';

// docs/rules.md R24.9
describe('with prior moderation', () => {
  it('a first reading is public when it is approved, with one bell for its author and none for followers', async () => {
    const { rows, decideAll, bells } = await following();
    expect(new Set((await rows()).map(({ status, publishedAt }) => `${status} ${publishedAt}`))).toEqual(
      new Set(['pending null']),
    );
    const [{ id = '' } = {}] = await rows();
    expect((await prior.get(`/api/tasks/${id}`)).statusCode).toBe(404);
    await decideAll({ action: 'approve', currentStatus: 'pending' });
    expect((await prior.get(`/api/tasks/${id}`)).statusCode).toBe(200);
    expect(await bells()).toEqual([[APPROVED], []]);
    expect(await bells()).toEqual([[APPROVED], []]);
  });

  it('approvals one after the other are one bell after the last', async () => {
    const { rows, bells, admin } = await following();
    for (const { id } of await rows()) {
      const url = `/api/admin-panel/activities/${id}/approve`;
      expect((await prior.inject({ method: 'PATCH', url, headers: admin.headers })).statusCode).toBe(200);
      wait(5 * SECOND_MS);
      await pollNotifications(prior.platform);
    }
    const [own, theirs] = await bells();
    expect(own).toHaveLength(1);
    expect(own?.[0]).toContain(', con otras 13 de su calendario.');
    expect(theirs).toEqual([]);
  });

  it('followers get one bell of what a later reading brought', async () => {
    const { readMore, decideAll, bells } = await following();
    await decideAll({ action: 'approve', currentStatus: 'pending' });
    await bells();
    await readMore(20);
    await decideAll({ action: 'approve', currentStatus: 'pending' });
    const [own, theirs] = await bells();
    expect(own).toHaveLength(2);
    expect(theirs).toEqual([expect.stringMatching(/^Actividad nueva de .+: «Taller 1\d», .+ Y 5 más\.$/)]);
  });

  it('two processes at once notify once', async () => {
    const { readMore, decideAll, bells } = await following();
    await decideAll({ action: 'approve', currentStatus: 'pending' });
    wait(30 * SECOND_MS);
    await Promise.all([prior, second].map(({ platform }) => pollNotifications(platform)));
    await readMore(20);
    await decideAll({ action: 'approve', currentStatus: 'pending' });
    wait(30 * SECOND_MS);
    await Promise.all([prior, second].map(({ platform }) => pollNotifications(platform)));
    await Promise.all([prior, second].map(({ platform }) => processDue(platform, [followerNews])));
    expect(await bells()).toMatchObject([{ length: 2 }, { length: 1 }]);
  });

  it('a rejection of all is one bell with its reason', async () => {
    const { decideAll, bells } = await following();
    await decideAll({ action: 'reject', currentStatus: 'pending', reason: 'Son de otra ciudad' });
    expect(await bells()).toEqual([
      [
        'Actividad rechazada: «Taller 00» fue rechazada, con otras 13 de su calendario. Motivo: Son de otra ciudad',
      ],
      [],
    ]);
  });

  it('an edit by the calendar is reviewed again', async () => {
    const { rows, decideAll, bells } = await following();
    await decideAll({ action: 'approve', currentStatus: 'pending' });
    await bells();
    wait(HOUR_MS);
    file = calendar(14).replace('SUMMARY:Taller 03', 'SUMMARY:Otro taller');
    await pollCalendars(prior.platform);
    expect(await rows(like(activities.title, 'Otro%'))).toMatchObject([{ status: 'pending' }]);
  });
});

it.each([
  ['approve', APPROVED],
  ['reject', 'Actividad rechazada: «Taller 00» fue rechazada, con otras 13 de su calendario. Motivo: No'],
] as const)('a first reading that is held is one decision and one bell: %s', async (decision, text) => {
  await setTrust(db, { holdFirst: 1 });
  try {
    const { bells, admin } = await following(reactive);
    const [held] = (await reactive.get('/api/admin-panel/held', admin.headers)).json();
    const url = `/api/admin-panel/held/activity/${held.target.id}`;
    const body = { decision, ...(decision === 'reject' && { reason: 'No' }) };
    expect((await reactive.post(url, body, admin.headers)).statusCode).toBe(200);
    expect(await bells()).toEqual([[text], []]);
  } finally {
    await setTrust(db, {});
  }
});
