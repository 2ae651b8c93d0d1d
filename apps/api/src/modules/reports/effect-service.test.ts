import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, anActivity, anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { minutesLater, reportCalls } from '../../../test/reports-fixture.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { lockTable } from '../../../test/table-lock.ts';
import { processDue } from '../../platform/due-work/due-work.ts';
import { dueWork } from '../../platform/due-work/schema.ts';
import { users } from '../accounts/schema.ts';
import { activities, activityMemories } from '../activities/schema.ts';
import { auditLog } from '../administration/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { announcements, notifications } from '../notifications/schema.ts';
import { reportEffects } from './effect-service.ts';

// Two app processes share one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
const { report, decide, undo, activity, caseOf } = reportCalls(here);
const admin = await signedIn(db, { role: 'admin' });

const subjectsTo = async ({ email }: { email: string }) =>
  (await emailsTo(db, email)).map(({ subject }) => subject);
const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));
const announcedOf = async (id: string) =>
  (await db.select().from(announcements).where(eq(announcements.activityId, id))).map(({ type }) => type);

function setNow(now: Date): void {
  here.setNow(now);
  there.setNow(now);
}
beforeEach(() => setNow(NOON));

/** Polls with both processes after the undo period, twice, because one may encounter the other's lock. */
async function afterUndoWindow(): Promise<void> {
  setNow(minutesLater(10));
  for (let time = 0; time < 2; time += 1)
    await Promise.all(
      [here, there].map(async ({ platform }) => {
        await processDue(platform, [reportEffects]);
        await pollNotifications(platform);
      }),
    );
}

/** Creates an activity with an attendee and a report of an account. */
async function reported(values: Parameters<typeof anActivity>[1] = {}) {
  const [owner, reporter] = [await signedIn(db), await signedIn(db)];
  const row = await anActivity(db, { ownerId: owner.user.id, status: 'approved', ...values });
  await anAttendance(db, { activityId: row.id });
  await report({ type: 'activity', id: row.id }, { headers: reporter.headers, reason: 'fraude' });
  return { ...row, owner, reporter };
}

describe('after ten minutes', () => {
  it('nothing has happened a moment before', async () => {
    const { id, owner, reporter } = await reported();
    await decide(admin.headers, id, 'delete');
    setNow(new Date(minutesLater(10).getTime() - 1));
    await processDue(here.platform, [reportEffects]);
    expect([await subjectsTo(owner.user), await subjectsTo(reporter.user)]).toEqual([[], []]);
    expect((await activity(id, owner.headers)).statusCode).toBe(200);
    await undo(admin.headers, id);
    await afterUndoWindow();
    expect([await subjectsTo(owner.user), await subjectsTo(reporter.user)]).toEqual([[], []]);
  });

  // docs/rules.md R19.2
  it('the author of a hidden activity is told by kind of report, its attendees too, and its reporters are thanked', async () => {
    const { id, title, owner, reporter } = await reported();
    await decide(admin.headers, id, 'hide');
    await afterUndoWindow();
    expect(await bellOf(owner.user.id)).toMatchObject([
      {
        type: 'rejection',
        title: 'Actividad retirada',
        taskId: id,
        message: `«${title}» fue retirada después de reportes (engaño o fraude). Motivo: Vende de todo`,
      },
    ]);
    const [toOwner] = await emailsTo(db, owner.user.email);
    expect(toOwner?.text).toContain('La reportaron por: engaño o fraude');
    expect(toOwner?.text).not.toContain(reporter.user.username);
    expect(await bellOf(reporter.user.id)).toMatchObject([
      {
        type: 'report',
        title: 'Gracias por tu reporte',
        taskId: null,
        message: `Revisamos tu reporte sobre la actividad «${title}», y ya no se puede ver.`,
      },
    ]);
    expect(await subjectsTo(reporter.user)).toEqual(['Gracias por tu reporte']);
    expect(await announcedOf(id)).toEqual(['withdrawal']);
    expect(await caseOf(id)).toMatchObject({ undo: null, isAnnounced: true });
  });

  it('the author of a dismissed one is told nothing', async () => {
    const { id, title, owner, reporter } = await reported();
    await decide(admin.headers, id, 'dismiss');
    await afterUndoWindow();
    expect([await bellOf(owner.user.id), await subjectsTo(owner.user)]).toEqual([[], []]);
    expect(await bellOf(reporter.user.id)).toMatchObject([
      {
        message: `Revisamos tu reporte sobre la actividad «${title}». Por ahora se queda como está.`,
        taskId: id,
      },
    ]);
    expect((await activity(id)).statusCode).toBe(200);
  });

  it('a deleted activity is gone, and was public', async () => {
    const { id, title, owner, reporter } = await reported();
    await decide(admin.headers, id, 'delete');
    await afterUndoWindow();
    expect((await activity(id)).json()).toMatchObject({ code: 'DELETED' });
    expect(await bellOf(owner.user.id)).toMatchObject([
      {
        type: 'report',
        title: 'Eliminamos algo que publicaste',
        taskId: null,
        message: `Eliminamos la actividad «${title}» después de reportes (engaño o fraude). Motivo: Vende de todo`,
      },
    ]);
    expect(await subjectsTo(reporter.user)).toEqual(['Gracias por tu reporte']);
    expect(await announcedOf(id)).toEqual(['deletion']);
    expect(await caseOf(id)).toMatchObject({ status: 'closed', decision: 'delete', title });
  });

  it('an author who administers since then is not told of a ban', async () => {
    const { id, owner } = await reported();
    await decide(admin.headers, id, 'ban');
    await db.update(users).set({ role: 'admin', isActive: true }).where(eq(users.id, owner.user.id));
    await afterUndoWindow();
    const [account] = await db.select().from(users).where(eq(users.id, owner.user.id));
    expect(account?.isActive).toBe(true);
    expect(await subjectsTo(owner.user)).not.toContain('Tu cuenta de Minga está desactivada');
    expect(await caseOf(id)).toMatchObject({ isSuperseded: true });
  });

  it('a ban that an earlier release has not carried out yet hides and deactivates now', async () => {
    const { id, owner } = await reported();
    const other = await anActivity(db, { ownerId: owner.user.id });
    await decide(admin.headers, id, 'ban');
    await undoneByHand(owner.user.id, other.id);
    await db.execute(sql`update report_cases set undo = undo - 'banned' - 'hidden' where target_id = ${id}`);
    await afterUndoWindow();
    const [account] = await db.select().from(users).where(eq(users.id, owner.user.id));
    expect(account?.isActive).toBe(false);
    expect((await activity(other.id)).statusCode).toBe(404);
    expect(await subjectsTo(owner.user)).toContain('Ocultamos lo que publicaste');
  });

  it('the owners of a collective and the author of a memory are told', async () => {
    const owner = await aUser(db);
    const collective = await aCollective(db, { ownerId: owner.id });
    await report({ type: 'collective', id: collective.id });
    await decide(admin.headers, collective.id, 'delete', 'collective');
    const { id, title } = await anActivity(db, { ownerId: owner.id });
    await db
      .insert(activityMemories)
      .values({ activityId: id, text: 'Sembramos', createdAt: NOON, updatedAt: NOON });
    await report({ type: 'memory', id });
    await decide(admin.headers, id, 'hide', 'memory');
    await afterUndoWindow();
    const why = 'después de reportes (publicidad o contenido repetido)';
    expect((await bellOf(owner.id)).map(({ message }) => message).sort()).toEqual([
      `Eliminamos el colectivo «${collective.name}» ${why}. Motivo: Vende de todo`,
      `Ocultamos la memoria de «${title}» ${why}, y ya no se puede ver. Motivo: Vende de todo\nSi la corriges y la guardas, la revisamos de nuevo.`,
    ]);
    expect(await db.$count(collectives, eq(collectives.id, collective.id))).toBe(0);
  });

  it('reporters are told of what its owner has deleted since', async () => {
    const { id, owner, reporter } = await reported();
    await decide(admin.headers, id, 'hide');
    await here.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers: owner.headers });
    await afterUndoWindow();
    expect(await subjectsTo(reporter.user)).toEqual(['Gracias por tu reporte']);
    expect(await bellOf(owner.user.id)).toEqual([]);
  });
});

/** Restores the account and an activity that a ban hid. A ban of an earlier release hid neither before it was due. */
async function undoneByHand(userId: string, activityId: string): Promise<void> {
  await db.update(users).set({ isActive: true }).where(eq(users.id, userId));
  const shown = { status: 'pending', rejectionReason: null, holdKind: null, holdTerm: null } as const;
  await db.update(activities).set(shown).where(eq(activities.id, activityId));
}

describe('what was decided again within the ten minutes', () => {
  const patch = (id: string, step: string, payload?: object) =>
    here.inject({
      method: 'PATCH',
      url: `/api/admin-panel/activities/${id}/${step}`,
      headers: admin.headers,
      ...(payload && { payload }),
    });
  const edit = ({ id, owner }: Awaited<ReturnType<typeof reported>>) =>
    here.inject({
      method: 'PUT',
      url: `/api/tasks/${id}`,
      headers: owner.headers,
      payload: { title: 'Corregida', date: '2026-12-20T14:00:00.000Z' },
    });
  const reporterTold = async ({ reporter }: Awaited<ReturnType<typeof reported>>) =>
    (await bellOf(reporter.user.id)).map(({ message }) => message).join();
  const logged = async (id: string) =>
    (await db.select().from(auditLog).where(eq(auditLog.targetId, id))).map(({ action }) => action);
  const reject = { reason: 'Sigue igual' };

  it.each([
    ['delete', ['approve'], 'approved', true],
    ['hide', ['approve'], 'approved', true],
    ['delete', ['reject'], 'rejected', true],
    ['hide', ['reject'], 'rejected', true],
    ['delete', ['approve', 'undo-approval'], null, false],
    ['delete', ['reject', 'undo-rejection'], null, false],
    ['delete', [], null, false],
    ['hide', [], 'held', false],
  ] as const)('%s, an edit, and then %j: %s', async (decision, steps, status, isSuperseded) => {
    const one = await reported();
    const { id, owner } = one;
    await decide(admin.headers, id, decision);
    expect((await edit(one)).statusCode).toBe(200);
    for (const step of steps)
      expect((await patch(id, step, step === 'reject' ? reject : undefined)).statusCode).toBe(200);
    await afterUndoWindow();
    const [row] = await db.select().from(activities).where(eq(activities.id, id));
    expect(row?.status ?? null).toBe(status);
    // An announced rejection becomes the last decision.
    const last =
      status === 'rejected' ? { decision: 'hide', isSuperseded: false } : { decision, isSuperseded };
    expect(await caseOf(id)).toMatchObject({ ...last, undo: null });
    expect((await logged(id)).includes('report.superseded')).toBe(isSuperseded);
    expect(await reporterTold(one)).toContain(
      status === 'approved' ? 'Por ahora se queda como está' : 'ya no se puede ver',
    );
    const subjects = await subjectsTo(owner.user);
    expect(subjects.includes('Eliminamos algo que publicaste')).toBe(status === null);
    // The approved activity has another date, so its change is announced.
    if (status === 'approved') expect(await announcedOf(id)).toEqual(['change']);
  });

  it('an approval stands against the undo of the first decision, and so does a rejection', async () => {
    for (const step of ['approve', 'reject'] as const) {
      const one = await reported();
      await decide(admin.headers, one.id, 'delete');
      await edit(one);
      await patch(one.id, step, step === 'reject' ? reject : undefined);
      expect((await undo(admin.headers, one.id)).statusCode).toBe(200);
      const [row] = await db.select().from(activities).where(eq(activities.id, one.id));
      expect(row?.status).toBe(step === 'approve' ? 'approved' : 'rejected');
    }
  });

  it('a collective that is active again is not deleted, and one that was deactivated again neither', async () => {
    for (const [steps, status] of [
      [[true], 'active'],
      [[true, false], 'inactive'],
    ] as const) {
      const { id } = await aCollective(db);
      await report({ type: 'collective', id });
      await decide(admin.headers, id, 'delete', 'collective');
      for (const isActive of steps) {
        const url = `/api/admin-panel/collectives/${id}/status`;
        await here.inject({ method: 'PATCH', url, headers: admin.headers, payload: { isActive } });
      }
      await afterUndoWindow();
      const [row] = await db.select().from(collectives).where(eq(collectives.id, id));
      expect(row?.status).toBe(status);
      expect(await caseOf(id, 'collective')).toMatchObject({ isSuperseded: true });
      setNow(NOON);
    }
  });

  it('the reporters of what was dismissed and then rejected are told that it is gone', async () => {
    const one = await reported();
    await decide(admin.headers, one.id, 'dismiss');
    await patch(one.id, 'reject', { ...reject, currentStatus: 'approved' });
    await afterUndoWindow();
    expect(await reporterTold(one)).toContain('ya no se puede ver');
  });
});

describe('each once', () => {
  it('of many cases, by two processes', async () => {
    const cases = await Promise.all(Array.from({ length: 12 }, () => reported()));
    for (const [index, { id }] of cases.entries())
      await decide(admin.headers, id, index % 2 === 0 ? 'hide' : 'delete');
    await afterUndoWindow();
    for (const { owner, reporter } of cases) {
      expect(await bellOf(owner.user.id)).toHaveLength(1);
      expect(await subjectsTo(owner.user)).toHaveLength(1);
      expect(await subjectsTo(reporter.user)).toHaveLength(1);
    }
  });

  it('also if a process is killed in between: nothing is left out', async () => {
    const { id, owner, reporter } = await reported();
    await decide(admin.headers, id, 'delete');
    setNow(minutesLater(10));
    const lock = await lockTable(database.url, 'digest_items');
    const killed = processDue(here.platform, [reportEffects]).catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), 20_000);
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(await killed).toBeInstanceOf(Error);
    await lock.release();
    expect(await caseOf(id)).toMatchObject({ decision: 'delete', undo: {} });
    const isDecision = and(eq(dueWork.kind, reportEffects.kind), eq(dueWork.at, minutesLater(10)));
    expect(await db.$count(dueWork, isDecision)).toBe(1);
    await afterUndoWindow();
    expect([await subjectsTo(owner.user), await subjectsTo(reporter.user)]).toEqual([
      ['Eliminamos algo que publicaste'],
      ['Gracias por tu reporte'],
    ]);
    expect((await activity(id)).json()).toMatchObject({ code: 'DELETED' });
  });
});
