import { TODAY_SHOWN } from '@minga/contract/administration/today';
import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, anActivity, anOccurrence, signedIn } from '../../../test/factories.ts';
import { aReportCase, aWebhook } from '../../../test/trust-factories.ts';
import { activities, activityMemories } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { reportCases } from '../reports/schema.ts';

const database = await testDatabase();
const [app, prior] = [await testApp({}, database), await testApp({ MODERATION: 'prior' }, database)];
const { db } = app.platform;
const admin = await signedIn(db, { role: 'admin' });
const superadmin = await signedIn(db, { role: 'superadmin' });
const hours = (count: number) => new Date(NOON.getTime() + count * 3_600_000);

async function today(one = app, { headers } = admin) {
  const reply = await one.inject({ url: '/api/admin-panel/today', headers });
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
  return reply.json();
}

const titles = ({ shown }: { shown: { title: string }[] }) => shown.map(({ title }) => title);

/** An activity that lasts an hour. */
const starting = (hour: number) => ({ date: hours(hour), endsAt: hours(hour + 1) });
const held = { status: 'held', holdKind: 'word', holdTerm: 'bono' } as const;

beforeEach(async () => {
  for (const table of [reportCases, activities, collectives]) await db.delete(table);
});

it('nothing waits on a new site', async () => {
  const { system, ...rest } = await today();
  expect(rest).toEqual({
    reports: { total: 0, shown: [] },
    activities: { total: 0, shown: [], unreviewed: 0 },
    collectives: { total: 0, shown: [] },
    held: null,
  });
  expect(system).toMatchObject({ lateReminders: 0, failingWebhooks: [], letters: { failing: 0 } });
});

it('shows the most urgent of each kind and counts all', async () => {
  for (let reports = 1; reports <= TODAY_SHOWN + 1; reports += 1) {
    const { id, ownerId } = await anActivity(db, { status: 'approved', title: `Con ${reports}` });
    await aReportCase(db, { targetId: id, authorId: ownerId, title: `Con ${reports}`, reports });
    await anActivity(db, { ...held, ...starting(10 - reports), title: `En ${10 - reports} horas` });
    await aCollective(db, { status: 'held', createdAt: hours(-reports) });
  }
  const { reports, activities: waiting, collectives: named } = await today();
  expect([reports.total, waiting.total, named.total]).toEqual([4, 4, 4]);
  expect(reports.shown.map(({ target }: { target: { title: string } }) => target.title)).toEqual([
    ...['Con 4', 'Con 3', 'Con 2'],
  ]);
  expect(titles(waiting)).toEqual(['En 6 horas', 'En 7 horas', 'En 8 horas']);
  expect(waiting.shown[0]).toMatchObject({ status: 'pending', hold: { kind: 'word', term: 'bono' } });
  expect(named.shown).toHaveLength(TODAY_SHOWN);
});

it('shows reports about what begins within 48 hours, or is under way, before others', async () => {
  for (const [title, hour, reports] of [
    ['Mañana', 24, 1],
    ['En dos días', 48, 2],
    ['Después', 49, 9],
    ['Ya empezó', -1, 3],
    ['Terminó', -3, 8],
  ] as const) {
    const times = { date: hours(hour), endDate: hours(hour + 1) };
    const { id, ownerId } = await anActivity(db, { status: 'approved', title, ...times });
    await aReportCase(db, { targetId: id, authorId: ownerId, title, reports });
  }
  const { reports } = await today();
  expect(reports.total).toBe(5);
  expect(reports.shown.map(({ target }: { target: { title: string } }) => target.title)).toEqual([
    ...['Ya empezó', 'En dos días', 'Mañana'],
  ]);
});

it('a superadmin sees the system and how much is held, and neither reports nor activities or collectives', async () => {
  await anActivity(db, { ...held, ...starting(2) });
  const { id, ownerId } = await anActivity(db, { status: 'approved' });
  await aReportCase(db, { targetId: id, authorId: ownerId });
  const reply = await today(app, superadmin);
  expect(reply).toMatchObject({
    reports: { total: 0, shown: [] },
    ...{ activities: null, collectives: null, held: 1 },
  });
  expect(reply.system.database.bytes).toBeGreaterThan(0);
});

it('with reactive moderation only what is held waits; what is public and pending is counted', async () => {
  await anActivity(db, { status: 'pending', ...starting(2) });
  await anActivity(db, { status: 'pending', ...starting(-5) });
  await anActivity(db, { ...held, ...starting(3), title: 'Bono' });
  const { activities: waiting } = await today();
  expect([titles(waiting), waiting.total, waiting.unreviewed]).toEqual([['Bono'], 1, 1]);
});

it('with prior moderation what is pending waits: of a series the next one, and what is past only with a memory', async () => {
  const { seriesId } = await anOccurrence(db, { status: 'pending', ...starting(4), title: 'Sábado 1' });
  await anActivity(db, { status: 'pending', ...starting(28), seriesId, seriesIndex: 2, title: 'Sábado 2' });
  await anActivity(db, { status: 'pending', ...starting(-5), title: 'Pasada' });
  await anActivity(db, { status: 'approved', ...starting(2), title: 'Aprobada' });
  const { id } = await anActivity(db, { status: 'pending', ...starting(-9), title: 'Con memoria' });
  const at = { createdAt: NOON, updatedAt: NOON };
  await db.insert(activityMemories).values({ activityId: id, text: 'Sembramos.', ...at });
  const { activities: waiting } = await today(prior);
  expect([titles(waiting), waiting.total, waiting.unreviewed]).toEqual([['Con memoria', 'Sábado 1'], 2, 0]);
});

it('names the collectives with an active webhook that has failed for an hour', async () => {
  const { id: collectiveId } = await aCollective(db, { name: 'Guardianas' });
  await aWebhook(db, { collectiveId, failingSince: hours(-1) });
  await aWebhook(db, { collectiveId, failingSince: hours(-2) });
  await aWebhook(db, { failingSince: hours(-0.9) });
  await aWebhook(db, { failingSince: hours(-30), isActive: false });
  await aWebhook(db);
  expect((await today()).system.failingWebhooks).toEqual(['Guardianas']);
});
