import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, anOccurrence, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { activities } from '../activities/schema.ts';
import { pollNotifications } from '../notifications/jobs.ts';
import { notifications } from '../notifications/schema.ts';
import { auditLog } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const admin = await signedIn(db, { role: 'admin' });
const UNKNOWN = '01980000-0000-7000-8000-000000000000';

const bulk = (payload: object) =>
  app.inject({ method: 'POST', url: '/api/admin-panel/activities/bulk', headers: admin.headers, payload });
const statusesOf = async (ids: string[]) => {
  const rows = await db.select().from(activities).where(inArray(activities.id, ids));
  return ids.map(id => rows.find(row => row.id === id)?.status ?? 'deleted');
};
const actionsOn = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.targetId, id))).map(({ action, details }) => [
    action,
    details,
  ]);
const subjectsTo = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject).sort();

/** The only e-mail to an address: its subject, and those of what it tells. */
async function gathered(email: string) {
  const [first, ...others] = await emailsTo(db, email);
  expect(others).toEqual([]);
  const subjects = first?.text.match(/^(?:Aprobada|No fue aprobada|Retirada|Eliminada): .*$/gm) ?? [];
  return { subject: first?.subject, subjects: subjects.sort() };
}

/** A quarter of a minute after the decisions, which were made at noon. */
async function afterUndoWindow(): Promise<void> {
  app.setNow(new Date(NOON.getTime() + 15_000));
  await pollNotifications(app.platform);
}

beforeEach(() => app.setNow(NOON));

/** Of one owner: pending, pending, approved, rejected. */
async function several() {
  const { user } = await signedIn(db);
  const rows = [];
  for (const status of ['pending', 'pending', 'approved', 'rejected'] as const)
    rows.push(
      await anActivity(db, {
        ...{ ownerId: user.id, status, rejectionReason: status === 'rejected' ? 'Falta el lugar' : null },
      }),
    );
  return { user, ids: rows.map(({ id }) => id), titles: rows.map(({ title }) => title) };
}

describe('deciding many activities', () => {
  it('approves those that are pending, logs each, and notifies the owner of all in one e-mail', async () => {
    const { user, ids, titles } = await several();
    const reply = await bulk({ ids: [...ids, UNKNOWN, ids[0]?.toUpperCase()], action: 'approve' });
    expect([reply.statusCode, reply.json()]).toEqual([200, { done: 2, skipped: 3 }]);
    expect(await statusesOf(ids)).toEqual(['approved', 'approved', 'approved', 'rejected']);
    expect(await actionsOn(ids[0] ?? '')).toEqual([['activity.approve', {}]]);
    expect(await actionsOn(ids[2] ?? '')).toEqual([]);
    expect(await subjectsTo(user.email)).toEqual([]);
    await afterUndoWindow();
    expect(await gathered(user.email)).toEqual({
      subject: expect.stringMatching(/^Aprobada: .* y otra novedad$/),
      subjects: titles.slice(0, 2).map(title => `Aprobada: ${title}`),
    });
  });

  it('rejects pending ones, or approved ones, with the reason', async () => {
    const { user, ids, titles } = await several();
    const reason = 'Se vende comida';
    expect((await bulk({ ids, action: 'reject', reason })).json()).toEqual({ done: 2, skipped: 2 });
    const retracted = await bulk({ ids, action: 'reject', reason, currentStatus: 'approved' });
    expect(retracted.json()).toEqual({ done: 1, skipped: 3 });
    expect(await statusesOf(ids)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect(await actionsOn(ids[0] ?? '')).toEqual([['activity.reject', { reason }]]);
    await afterUndoWindow();
    const [one, two, three] = titles;
    expect((await gathered(user.email)).subjects).toEqual([
      ...[`Retirada: ${one}`, `Retirada: ${two}`, `Retirada: ${three}`],
    ]);
  });

  it('deletes all that exist and tells owners and attendees', async () => {
    const { user, ids, titles } = await several();
    const { email } = await anAttendance(db, { activityId: ids[2] ?? '' });
    const reply = await bulk({ ids: [...ids, UNKNOWN], action: 'delete', reason: 'Es publicidad' });
    expect(reply.json()).toEqual({ done: 4, skipped: 1 });
    expect(await statusesOf(ids)).toEqual(['deleted', 'deleted', 'deleted', 'deleted']);
    const [first] = await db.select().from(notifications).where(eq(notifications.userId, user.id));
    expect(first?.message).toMatch(/^Quien administra Minga eliminó «.*»\. Motivo: Es publicidad$/);
    expect(await actionsOn(ids[0] ?? '')).toEqual([['activity.delete', {}]]);
    await pollNotifications(app.platform);
    expect((await gathered(user.email)).subjects).toEqual(titles.map(title => `Eliminada: ${title}`));
    expect(await subjectsTo(email ?? '')).toHaveLength(1);
  });

  it('notifies the owner of a series once', async () => {
    const { user } = await signedIn(db);
    const first = await anOccurrence(db, { ownerId: user.id });
    const second = await anActivity(db, { ownerId: user.id, seriesId: first.seriesId, seriesIndex: 2 });
    await bulk({ ids: [second.id, first.id], action: 'reject', reason: 'Se vende comida' });
    await afterUndoWindow();
    expect(await subjectsTo(user.email)).toHaveLength(1);
    const [row] = await db.select().from(notifications).where(eq(notifications.userId, user.id));
    expect(row?.message).toContain('en sus 2 fechas');
  });

  it('decides each once, of many calls at the same time', async () => {
    const { ids } = await several();
    const replies = await concurrently(6, index =>
      bulk(
        index % 2 === 0
          ? { ids: [...ids].reverse(), action: 'approve' }
          : { ids, action: 'reject', reason: 'Se vende comida' },
      ),
    );
    expect(replies.map(reply => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(replies.reduce((sum, reply) => sum + reply.json().done, 0)).toBe(2);
    expect(await actionsOn(ids[0] ?? '')).toHaveLength(1);
  });
});

it.each([
  [{ ids: [], action: 'approve' }, 'Elige entre 1 y 100 actividades'],
  [{ ids: Array.from({ length: 101 }, () => UNKNOWN), action: 'approve' }, 'Elige entre 1 y 100 actividades'],
  [{ ids: ['7'], action: 'approve' }, 'Identificador no válido'],
  [{ ids: [UNKNOWN], action: 'hide' }, 'Elige qué hacer: «approve», «reject» o «delete»'],
  [{ ids: [UNKNOWN], action: 'reject' }, 'Ingrese el motivo del rechazo'],
  [{ ids: [UNKNOWN], action: 'reject', reason: ' ' }, 'Ingrese el motivo del rechazo'],
  [
    { ids: [UNKNOWN], action: 'reject', reason: 'a'.repeat(501) },
    'El motivo debe tener como máximo 500 caracteres',
  ],
])('bad input is rejected: %#', async (payload, message) => {
  expect(errorOf(await bulk(payload))).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
});
