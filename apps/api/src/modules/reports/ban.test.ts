import { EMBEDDED_LIST_PATH } from '@minga/contract/embedding';
import { asc, eq, or } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contractCalls } from '../../../../../packages/contract/src/contract-calls.ts';
import { sendAccountNotices } from '../../../test/account-notices.ts';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, anActivity, anAttendance, anOccurrence, signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { minutesLater, reportCalls } from '../../../test/reports-fixture.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { lockTable } from '../../../test/table-lock.ts';
import { anAuthenticator } from '../../../test/totp.ts';
import { anApiToken, aReportCase } from '../../../test/trust-factories.ts';
import { processDue } from '../../platform/due-work/due-work.ts';
import { users } from '../accounts/schema.ts';
import { openPendingSignIn } from '../accounts/sign-in/service.ts';
import { activities, activityMemories } from '../activities/schema.ts';
import { auditLog } from '../administration/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { announcements } from '../notifications/schema.ts';
import { reportEffects } from './effect-service.ts';

// Two app processes share one database.
const database = await testDatabase();
const app = await testApp({}, database);
const there = await testApp({}, database);
const { db } = app.platform;
const addresses = [await listenOnFreePort(app.server), await listenOnFreePort(there.server)];
await app.startJobs();
await there.startJobs();
const { decide, undo, caseOf } = reportCalls(app);
const admin = await signedIn(db, { role: 'admin' });
const other = await signedIn(db, { role: 'admin' });
const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);
const NO_ID = '01980000-0000-7000-8000-000000000000';

beforeEach(() => setNow(NOON));

function setNow(now: Date): void {
  app.setNow(now);
  there.setNow(now);
}
async function afterUndoWindow(): Promise<void> {
  setNow(minutesLater(10));
  await processDue(app.platform, [reportEffects]);
  await pollNotifications(app.platform);
}

const reject = (id: string) =>
  app.inject({
    method: 'PATCH',
    url: `/api/admin-panel/activities/${id}/reject`,
    headers: admin.headers,
    payload: { reason: 'Falta el lugar' },
  });
const statusOf = async (id: string) =>
  (await db.select().from(activities).where(eq(activities.id, id)))[0]?.status;
const isActive = async (id: string) =>
  (await db.select().from(users).where(eq(users.id, id)))[0]?.isActive === true;

/** Creates an author with activities in all states, a series, a collective with another account's activity, and a case. */
async function publisher(targetType: 'activity' | 'collective' | 'memory' = 'activity') {
  const author = await signedIn(db, { passwordHash });
  const ownerId = author.user.id;
  const { id: collectiveId, slug } = await aCollective(db, { ownerId });
  const target = await anActivity(db, { ownerId, status: 'approved', collectiveId, title: 'Rifa Ñamuy' });
  const memory = { activityId: target.id, text: 'Vendimos', createdAt: NOON, updatedAt: NOON };
  await db.insert(activityMemories).values(memory);
  const others = [
    await anActivity(db, { ownerId, status: 'pending' }),
    await anActivity(db, { ownerId, status: 'held', holdKind: 'word', holdTerm: 'rifa' }),
    await anActivity(db, { ownerId, status: 'rejected', rejectionReason: 'Falta el lugar' }),
    await anActivity(db, { ownerId, status: 'approved', holdKind: 'word', holdTerm: 'rifa' }),
    await anOccurrence(db, { ownerId, status: 'approved' }),
    // This activity of another account is hidden with a banned collective, but not with a banned author.
    await anActivity(db, { collectiveId, status: 'approved' }),
  ];
  const targetId = targetType === 'collective' ? collectiveId : target.id;
  await aReportCase(db, { targetType, targetId, authorId: ownerId, title: 'Rifa' });
  return { author, ownerId, collectiveId, slug, target, others, targetId, targetType };
}
type Publisher = Awaited<ReturnType<typeof publisher>>;

const rowsOf = ({ ownerId, collectiveId }: Pick<Publisher, 'ownerId' | 'collectiveId'>) =>
  db
    .select({
      id: activities.id,
      status: activities.status,
      reason: activities.rejectionReason,
      holdKind: activities.holdKind,
      holdTerm: activities.holdTerm,
    })
    .from(activities)
    .where(or(eq(activities.ownerId, ownerId), eq(activities.collectiveId, collectiveId)))
    .orderBy(asc(activities.id));
const collectiveStatus = async (id: string) =>
  (await db.select().from(collectives).where(eq(collectives.id, id)))[0]?.status;
const stateOf = async (one: Publisher) => ({
  activities: await rowsOf(one),
  collective: await collectiveStatus(one.collectiveId),
  isActive: await isActive(one.ownerId),
});

/** Returns where visitors find an activity: the responses of its URLs, and the number of lists that contain it. */
async function publicFaces(id: string) {
  const direct = [
    ...[`/api/tasks/${id}`, `/actividades/${id}`, `/actividades/${id}.ics`],
    `${EMBEDDED_LIST_PATH}/${id}`,
    `/api/oembed?url=${encodeURIComponent(`http://localhost:3000/actividades/${id}`)}`,
  ];
  const lists = [
    ...['/api/tasks/others', '/api/tasks/search?q=namuy', '/actividades', '/actividades.rss'],
    ...['/actividades.json', '/actividades.ics', '/sitemap.xml', '/', EMBEDDED_LIST_PATH],
  ];
  const replies = await Promise.all(direct.map(url => app.inject({ url })));
  const listed = await Promise.all(lists.map(url => app.inject({ url })));
  return {
    direct: [...new Set(replies.map(({ statusCode }) => statusCode))],
    lists: listed.filter(({ body }) => body.includes(id)).length,
  };
}

/** Calls every endpoint that requires a session, with the credentials of a banned account. Returns the statuses. */
async function refusals(headers: Record<string, string>) {
  const statuses = new Map<number, string[]>();
  for (const [name, { method, path, access }] of contractCalls) {
    if (access === 'public') continue;
    const url = `/api${path.replace(/:\w+/g, NO_ID)}`;
    const { statusCode } = await there.inject({ method, url, headers });
    statuses.set(statusCode, [...(statuses.get(statusCode) ?? []), name]);
  }
  return [...statuses.keys()];
}

const login = (email: string) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

describe.each(['activity', 'collective', 'memory'] as const)(
  'a ban about the %s of an author',
  targetType => {
    it('ends at once all that the account could do and showed, and an undo gives it back', async () => {
      const one = await publisher(targetType);
      const { author, ownerId, target, targetId } = one;
      const before = await stateOf(one);
      const faces = await publicFaces(target.id);
      expect(faces.direct).toEqual([200]);
      expect(faces.lists).toBeGreaterThan(5);
      const token = await anApiToken(db, { userId: ownerId });
      const codeAt = await anAuthenticator(db, ownerId);
      const step = `minga_second_step=${await openPendingSignIn(db, author.user, NOON)}`;
      const live = await Promise.all(addresses.map(address => connectLive(address, author.headers)));

      expect((await decide(admin.headers, targetId, 'ban', targetType)).statusCode).toBe(200);

      expect(await refusals(author.headers)).toEqual([401]);
      expect((await app.inject({ url: '/api/tasks', headers: token.headers })).statusCode).toBe(401);
      expect(errorOf(await login(author.user.email))).toMatchObject({
        status: 403,
        code: 'ACCOUNT_DEACTIVATED',
      });
      const second = { method: 'POST' as const, url: '/api/auth/second-factor', headers: { cookie: step } };
      const entered = await app.inject({ ...second, payload: { code: codeAt(NOON) } });
      expect(errorOf(entered)).toMatchObject({ status: 401, code: 'INVALID_TOKEN' });
      for (const client of live) await expect.poll(() => client.isOpen(), { timeout: 2_000 }).toBe(false);
      expect(await publicFaces(target.id)).toEqual({ direct: [404], lists: 0 });
      const shown = (await rowsOf(one)).filter(({ status }) => status !== 'rejected').map(({ id }) => id);
      expect(shown).toEqual(targetType === 'collective' ? [] : [one.others.at(-1)?.id]);
      expect((await app.inject({ url: `/api/collectives/${one.slug}` })).statusCode).toBe(404);
      expect((await app.inject({ url: `/colectivos/${one.slug}` })).statusCode).toBe(404);
      expect(await emailsTo(db, author.user.email)).toEqual([]);

      expect((await undo(admin.headers, targetId, targetType)).statusCode).toBe(200);
      expect(await stateOf(one)).toEqual(before);
      expect(await publicFaces(target.id)).toEqual(faces);
      expect((await login(author.user.email)).json()).toEqual({ next: 'second-factor' });
      await afterUndoWindow();
      expect(await emailsTo(db, author.user.email)).toEqual([]);
      expect(await stateOf(one)).toEqual(before);
    });
  },
);

describe('ten minutes after a ban', () => {
  it('its author and the attendees of all that was public are told, once', async () => {
    const one = await publisher();
    for (const { id } of [one.target, ...one.others]) await anAttendance(db, { activityId: id });
    await decide(admin.headers, one.targetId, 'ban');
    const hidden = await stateOf(one);
    await afterUndoWindow();
    expect(await stateOf(one)).toEqual(hidden);
    const subjects = (await emailsTo(db, one.author.user.email)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual(['Ocultamos lo que publicaste', 'Tu cuenta de Minga está desactivada']);
    const told = (await db.select().from(announcements).where(eq(announcements.senderId, one.ownerId))).map(
      ({ activityId }) => activityId,
    );
    const known = one.others.filter(
      ({ ownerId, rejectionReason }) => ownerId === one.ownerId && rejectionReason === null,
    );
    expect(told.sort()).toEqual([one.target.id, ...known.map(({ id }) => id)].sort());
  });

  it('nobody is told of an account that was activated again, and the log says so', async () => {
    const { author, ownerId, targetId } = await publisher();
    await decide(admin.headers, targetId, 'ban');
    const url = `/api/admin-panel/users/${ownerId}/status`;
    const payload = { isActive: true };
    await app.inject({ method: 'PATCH', url, headers: admin.headers, payload });
    await afterUndoWindow();
    const subjects = (await emailsTo(db, author.user.email)).map(({ subject }) => subject);
    expect(subjects).not.toContain('Tu cuenta de Minga está desactivada');
    expect(subjects).not.toContain('Ocultamos lo que publicaste');
    expect(await isActive(ownerId)).toBe(true);
    expect(await caseOf(targetId)).toMatchObject({ decision: 'ban', isSuperseded: true });
    const actions = await db.select().from(auditLog).where(eq(auditLog.targetId, targetId));
    expect(actions.map(({ action }) => action)).toContain('report.superseded');
  });
});

describe('what another administrator decided after a ban stays when the ban is undone', () => {
  const setActive = (id: string, isActive: boolean, what = 'users') =>
    app.inject({
      method: 'PATCH',
      url: `/api/admin-panel/${what}/${id}/status`,
      headers: other.headers,
      payload: { isActive },
    });
  const deactivations = async ({ author }: Publisher) =>
    (await emailsTo(db, author.user.email)).filter(({ subject }) => subject.includes('está desactivada'));

  it.each([
    ['deactivated', [false], false],
    ['deactivated twice', [false, false], false],
    ['activated', [true], true],
    ['activated and deactivated', [true, false], false],
    ['activated, deactivated and deactivated', [true, false, false], false],
  ] as const)('an account that was %s', async (_what, decisions, expected) => {
    const one = await publisher();
    await decide(admin.headers, one.targetId, 'ban');
    for (const decision of decisions)
      expect((await setActive(one.ownerId, decision)).json()).toMatchObject({ isActive: decision });
    expect((await undo(admin.headers, one.targetId)).statusCode).toBe(200);
    expect(await isActive(one.ownerId)).toBe(expected);
    expect(await statusOf(one.targetId)).toBe('approved');
    await sendAccountNotices(app);
    expect(await deactivations(one)).toHaveLength(expected ? 0 : 1);
    const logged = await db.select().from(auditLog).where(eq(auditLog.targetId, one.ownerId));
    expect(logged.map(({ actorId }) => actorId)).toEqual([...new Set(decisions)].map(() => other.user.id));
  });

  it('an account of two bans, of which the first is undone before it is deactivated', async () => {
    const one = await publisher();
    const second = one.others[0]?.id ?? '';
    await aReportCase(db, { targetId: second, authorId: one.ownerId, title: 'Otra' });
    await decide(admin.headers, one.targetId, 'ban');
    await decide(admin.headers, second, 'ban');
    await undo(admin.headers, one.targetId);
    await setActive(one.ownerId, false);
    await undo(admin.headers, second);
    expect(await isActive(one.ownerId)).toBe(false);
  });

  it('a collective that was deactivated, and a ban that is not undone tells of the account once', async () => {
    const one = await publisher();
    await decide(admin.headers, one.targetId, 'ban');
    await setActive(one.collectiveId, false, 'collectives');
    await undo(admin.headers, one.targetId);
    expect([await collectiveStatus(one.collectiveId), await isActive(one.ownerId)]).toEqual([
      'inactive',
      true,
    ]);
    await decide(admin.headers, one.targetId, 'ban');
    await setActive(one.ownerId, false);
    await afterUndoWindow();
    expect(await deactivations(one)).toHaveLength(1);
  });
});

describe('decisions that hide the same', () => {
  const caseAbout = async ({ ownerId }: Publisher, targetId: string) =>
    aReportCase(db, { targetId, authorId: ownerId, title: 'Otra' });

  it.each([
    ['hide', 'ban', 'first'],
    ['hide', 'ban', 'second'],
    ['ban', 'hide', 'first'],
    ['ban', 'hide', 'second'],
    ['ban', 'ban', 'first'],
    ['ban', 'ban', 'second'],
  ] as const)(
    '%s and then %s, of which the %s is undone before the other, end as they began',
    async (...steps) => {
      const [first, second, undone] = steps;
      const one = await publisher();
      const other = one.others[0]?.id ?? '';
      await caseAbout(one, other);
      const before = await stateOf(one);
      await decide(admin.headers, one.targetId, first);
      await decide(admin.headers, other, second);
      const ids = undone === 'first' ? [one.targetId, other] : [other, one.targetId];
      const [earlier = '', later = ''] = ids;
      await undo(admin.headers, earlier);
      // The decision that was not undone still applies.
      const standing = later === other ? second : first;
      expect(await statusOf(later)).toBe('rejected');
      expect(await isActive(one.ownerId)).toBe(standing !== 'ban');
      if (standing === 'ban') expect(await statusOf(earlier)).toBe('rejected');
      await undo(admin.headers, later);
      expect(await stateOf(one)).toEqual(before);
    },
  );

  it.each(['hide', 'ban'] as const)(
    'a rejection that could still be undone is announced after an undone %s, and not shown by its own undo',
    async decision => {
      const one = await publisher();
      const rejected = decision === 'hide' ? one.target.id : (one.others[0]?.id ?? '');
      if (decision === 'hide')
        await db.update(activities).set({ status: 'pending' }).where(eq(activities.id, rejected));
      await reject(rejected);
      await decide(admin.headers, one.targetId, decision);
      const url = `/api/admin-panel/activities/${rejected}/undo-rejection`;
      expect((await app.inject({ method: 'PATCH', url, headers: admin.headers })).statusCode).toBe(409);
      await undo(admin.headers, one.targetId);
      setNow(new Date(NOON.getTime() + 60_000));
      await pollNotifications(app.platform);
      expect(await statusOf(rejected)).toBe('rejected');
      const mails = await emailsTo(db, one.author.user.email);
      expect(mails.map(({ text }) => text).join()).toContain('Falta el lugar');
    },
  );
});

describe('a request in flight while the account is banned', () => {
  const fields = {
    title: 'Otra rifa',
    date: '2026-12-20T14:00:00.000Z',
    place: 'Parque',
    responsible: 'Ana',
  };

  it.each([
    ['publishes', 'trust_settings', 'POST', '/api/tasks', fields],
    ['founds a collective', 'collective_slugs', 'POST', '/api/collectives', { name: 'Rifas del Cauca' }],
  ] as const)('%s first, and is hidden with the rest', async (_what, table, method, url, payload) => {
    const one = await publisher();
    const lock = await lockTable(database.url, table);
    const published = app.inject({ method, url, headers: one.author.headers, payload });
    await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), 20_000);
    const banned = decide(admin.headers, one.targetId, 'ban');
    await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(2), 20_000);
    await lock.release();
    expect([(await published).statusCode, (await banned).statusCode]).toEqual([201, 200]);
    const rows = (await rowsOf(one)).filter(({ id }) => id !== one.others.at(-1)?.id);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['rejected']));
    const [founded] = await db.select().from(collectives).where(eq(collectives.name, 'Rifas del Cauca'));
    expect(founded?.status ?? 'inactive').toBe('inactive');
  });

  it.each([
    ['publishing', 'POST', '/tasks', fields],
    ['editing', 'PUT', '/tasks/:id', fields],
    ['editing a series', 'PUT', '/tasks/:date?scope=all', fields],
    ['deleting', 'DELETE', '/tasks/:id', undefined],
    ['promoting', 'PATCH', '/tasks/:id/promotion', { isPromoted: true }],
    [
      'writing to attendees',
      'POST',
      '/tasks/:id/messages',
      { subject: 'Plata', text: 'Paguen ya', to: 'all' },
    ],
    ['editing its collective', 'PUT', '/collectives/:slug', { name: 'Rifas' }],
  ] as const)('%s is refused when the ban is stored first', async (_what, method, path, payload) => {
    const one = await publisher();
    await anAttendance(db, { activityId: one.target.id });
    const filled = (text: string) =>
      text
        .replace(':id', one.target.id)
        .replace(':date', one.others[4]?.id ?? '')
        .replace(':slug', one.slug);
    const before = await rowsOf(one);
    // Takes the same locks as a ban: first the account, then its publications.
    const call = await db.transaction(async tx => {
      await tx.update(users).set({ isActive: false }).where(eq(users.id, one.ownerId));
      await tx.select().from(activities).where(eq(activities.ownerId, one.ownerId)).for('update');
      await tx.select().from(collectives).where(eq(collectives.id, one.collectiveId)).for('update');
      const pending = app.inject({
        method,
        url: `/api${filled(path)}`,
        ...(payload && { payload: filled(JSON.stringify(payload)) }),
        headers: { ...one.author.headers, ...(payload && { 'content-type': 'application/json' }) },
      });
      await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), 20_000);
      return { pending };
    });
    expect(errorOf(await call.pending)).toMatchObject({ status: 401 });
    expect(await rowsOf(one)).toEqual(before);
  });
});
