import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { queriesOf, testDatabase } from '../../../test/database.ts';
import { aCollective, anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { minutesLater, reportCalls } from '../../../test/reports-fixture.ts';
import { aReportCase } from '../../../test/trust-factories.ts';
import { activityMemories } from '../activities/schema.ts';
import { notifications } from '../notifications/schema.ts';

describe('case list', async () => {
  const database = await testDatabase();
  const app = await testApp({}, database);
  const { db } = app.platform;
  const { report, cases, decide } = reportCalls(app);
  const admin = await signedIn(db, { role: 'admin' });
  const minutes = (count: number) => minutesLater(-count);

  const titles = async (query = '') =>
    (await cases(admin.headers, query)).json().map((row: { target: { title: string } }) => row.target.title);

  it('lists appeals first, then the most reported, then the one that waits longest; closed ones by decision', async () => {
    const about = async (title: string, values: Parameters<typeof aReportCase>[1]) => {
      const { id, ownerId } = await anActivity(db, { title });
      await aReportCase(db, { targetId: id, authorId: ownerId, title, ...values });
      return id;
    };
    await about('dos', { reports: 2, openedAt: minutes(1) });
    const nine = await about('nueve', { reports: 9 });
    await about('dos, antes', { reports: 2, openedAt: minutes(9) });
    await about('apelada', { reports: 0, hasAppeal: true, appealText: 'Ya está', appealedAt: NOON });
    expect(await titles()).toEqual(['apelada', 'nueve', 'dos, antes', 'dos']);
    const page = await cases(admin.headers, '?limit=2&offset=1');
    expect([page.headers['x-total-count'], page.json()]).toMatchObject([
      '4',
      [{ reports: 9 }, { reports: 2 }],
    ]);
    expect(await titles('?status=closed')).toEqual([]);
    const gone = await about('ya no está', { status: 'closed', closedAt: minutes(30) });
    await decide(admin.headers, nine, 'dismiss');
    expect(gone).toBeDefined();
    expect(await titles('?status=closed')).toEqual(['nueve', 'ya no está']);
    const stats = await app.inject({ url: '/api/admin-panel/reports/stats', headers: admin.headers });
    expect(stats.json()).toEqual({ openCases: 3, openAppeals: 1 });
  });

  it('carries what a decision takes, and neither e-mails nor who reported', async () => {
    const author = await aUser(db, { createdAt: minutes(60) });
    const reporter = await signedIn(db);
    const { id, title } = await anActivity(db, { ownerId: author.id });
    await aReportCase(db, {
      targetId: (await anActivity(db, { ownerId: author.id })).id,
      authorId: author.id,
      reports: 0,
      status: 'closed',
      closedAt: NOON,
      decision: 'dismiss',
      note: '',
      decidedAt: NOON,
    });
    const target = { type: 'activity', id } as const;
    for (let number = 1; number <= 6; number += 1) {
      app.setNow(minutesLater(number));
      await report(target, { reason: 'fraude', text: `Aviso ${number}` });
    }
    await report(target, { headers: reporter.headers, reason: 'odio' });
    const reply = await cases(admin.headers);
    const row = reply.json().find((one: { target: { id: string } }) => one.target.id === id);
    expect(row).toEqual({
      status: 'open',
      target: {
        type: 'activity',
        id,
        title,
        text: 'Traer agua y gorra.',
        place: 'Parque Caldas',
        date: '2026-12-05T14:00:00.000Z',
        image: null,
        picture: null,
        status: 'pending',
        path: `/actividades/${id}`,
      },
      author: {
        _id: author.id,
        username: author.username,
        createdAt: minutes(60).toISOString(),
        isActive: true,
        activities: 2,
        casesAgainst: 0,
        casesDismissed: 1,
        canBan: true,
      },
      reports: 7,
      reasons: [
        { reason: 'fraude', count: 6 },
        { reason: 'odio', count: 1 },
      ],
      latestReports: [
        { reason: 'odio', text: '', createdAt: minutesLater(6).toISOString(), hasAccount: true },
        ...[6, 5, 4, 3].map(number => ({
          reason: 'fraude',
          text: `Aviso ${number}`,
          hasAccount: false,
          createdAt: minutesLater(number).toISOString(),
        })),
      ],
      openedAt: minutesLater(1).toISOString(),
      appeal: null,
      decision: null,
      canUndoUntil: null,
    });
    expect(reply.payload).not.toContain(author.email);
    expect(reply.payload).not.toContain(reporter.user.id);
  });

  it('takes as many queries for many cases as for few', async () => {
    const queries = () =>
      queriesOf(database.connection, async () => expect((await cases(admin.headers)).statusCode).toBe(200));
    await expect.poll(queries).toBe(8);
    for (let number = 0; number < 8; number += 1) {
      await aReportCase(db);
      const collective = await aCollective(db);
      await aReportCase(db, {
        targetType: 'collective',
        targetId: collective.id,
        authorId: collective.ownerId,
        title: collective.name,
      });
    }
    await expect.poll(queries).toBe(8);
  });
});

describe('edited memory', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { report, decide, undo, cases, activity, caseOf, afterUndoWindow } = reportCalls(app);
  const admin = await signedIn(db, { role: 'admin' });

  beforeEach(() => app.setNow(NOON));

  /** Creates a memory that a report has hidden. The effects are carried out unless `isRecent` is true. */
  async function hiddenMemory({ isRecent = false, decision = 'hide' as 'hide' | 'delete' } = {}) {
    const owner = await signedIn(db);
    const { id, title } = await anActivity(db, {
      ownerId: owner.user.id,
      date: new Date('2026-11-01T14:00:00Z'),
    });
    const write = (text: string) =>
      app.inject({
        method: 'PUT',
        url: `/api/tasks/${id}/memory`,
        headers: { ...owner.headers },
        payload: { text },
      });
    await write('Con la cédula');
    await report({ type: 'memory', id });
    await decide(admin.headers, id, decision, 'memory');
    if (!isRecent) await afterUndoWindow();
    return { id, title, owner, write };
  }

  const shown = async (id: string) => (await activity(id)).json().memory;
  const openTargets = async () =>
    (await cases(admin.headers)).json().map(({ target }: { target: { id: string } }) => target.id);
  const titlesOf = async (userId: string) =>
    (await db.select().from(notifications).where(eq(notifications.userId, userId))).map(({ title }) => title);

  it('stays hidden when its organiser saves it, and a moderator shows it again', async () => {
    const { id, owner, write } = await hiddenMemory();
    expect((await write('Sin la cédula')).json().memory).toMatchObject({
      text: 'Sin la cédula',
      isHidden: true,
    });
    expect(await shown(id)).toBeNull();
    const [first] = (await cases(admin.headers)).json();
    expect(first).toMatchObject({
      status: 'open',
      openedAt: minutesLater(10).toISOString(),
      target: { id, text: 'Sin la cédula', status: 'hidden' },
      decision: { decision: 'hide', note: 'Vende de todo' },
    });
    app.setNow(NOON);
    expect((await decide(admin.headers, id, 'dismiss', 'memory')).json().target.status).toBe('visible');
    expect(await shown(id)).toEqual({ text: 'Sin la cédula', images: [] });
    await undo(admin.headers, id, 'memory');
    expect(await shown(id)).toBeNull();
    await decide(admin.headers, id, 'dismiss', 'memory');
    await afterUndoWindow();
    expect(await titlesOf(owner.user.id)).toEqual([
      'Ocultamos algo que publicaste',
      'Tu memoria vuelve a estar publicada',
    ]);
  });

  it('stays hidden when a moderator says so again', async () => {
    const { id, owner, write } = await hiddenMemory();
    await write('Otra vez con la cédula');
    app.setNow(NOON);
    await decide(admin.headers, id, 'hide', 'memory');
    await afterUndoWindow();
    expect(await shown(id)).toBeNull();
    expect(await titlesOf(owner.user.id)).toEqual(['Ocultamos algo que publicaste', 'Revisamos tu memoria']);
  });

  it('does not become visible by removing it and writing another one', async () => {
    const { id, owner, write } = await hiddenMemory();
    expect((await write('')).json().memory).toBeNull();
    expect((await activity(id, owner.headers)).json().memory).toBeNull();
    expect(await caseOf(id, 'memory')).toMatchObject({ status: 'closed' });
    expect((await write('Otra')).json().memory).toMatchObject({ text: 'Otra', isHidden: true });
    expect(await shown(id)).toBeNull();
    expect(await openTargets()).toContain(id);
  });

  it('edited within the ten minutes waits for a further decision, which tells its author alone', async () => {
    const { id, owner, write } = await hiddenMemory({ isRecent: true });
    await write('Sin la cédula');
    await afterUndoWindow();
    expect(await titlesOf(owner.user.id)).toEqual([]);
    expect(await caseOf(id, 'memory')).toMatchObject({
      status: 'open',
      decision: 'hide',
      undo: null,
    });
  });

  it('that is being deleted is deleted, edited or not', async () => {
    const { id, owner, write } = await hiddenMemory({ isRecent: true, decision: 'delete' });
    await write('Sin la cédula');
    await afterUndoWindow();
    expect(await titlesOf(owner.user.id)).toEqual(['Eliminamos algo que publicaste']);
    expect(await db.$count(activityMemories, eq(activityMemories.activityId, id))).toBe(0);
  });
});
