import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, aMember, anActivity, signedIn } from '../../../test/factories.ts';
import { minutesLater, reportCalls } from '../../../test/reports-fixture.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { aReportCase } from '../../../test/trust-factories.ts';
import { activityMemories } from '../activities/schema.ts';
import { reports } from './schema.ts';

const app = await testApp();
const limited = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
const { report, decide, caseOf, afterUndoWindow } = reportCalls(app);
const admin = await signedIn(db, { role: 'admin' });

const activity = (id: string) => ({ type: 'activity', id }) as const;
const reportsAbout = async (id: string) => {
  const one = await caseOf(id);
  return db
    .select()
    .from(reports)
    .where(eq(reports.caseId, one?.id ?? id));
};
const UNKNOWN = '01980000-0000-7000-8000-000000000000';

beforeEach(() => app.setNow(NOON));

describe('a report', () => {
  it('of a visitor or an account is stored, and thanked for', async () => {
    const { id, ownerId, title } = await anActivity(db);
    const { user, headers } = await signedIn(db);
    const reply = await report(activity(id), { text: 'Pide plata\r\npor adelantado', reason: 'fraude' });
    expect([reply.statusCode, reply.json()]).toEqual([
      202,
      { message: 'Gracias por avisarnos: lo revisaremos pronto.' },
    ]);
    expect((await report(activity(id.toUpperCase()), { headers })).statusCode).toBe(202);
    expect(await caseOf(id)).toMatchObject({
      ...{ targetType: 'activity', title, authorId: ownerId, status: 'open', reports: 2, openedAt: NOON },
    });
    expect(await reportsAbout(id)).toMatchObject([
      { reporterId: null, reason: 'fraude', text: 'Pide plata\npor adelantado', createdAt: NOON },
      { reporterId: user.id, reason: 'spam', text: '' },
    ]);
  });

  it('of an account counts once: a second one replaces the first', async () => {
    const { id } = await anActivity(db);
    const { headers } = await signedIn(db);
    const replies = await concurrently(8, () => report(activity(id), { headers }));
    expect(tally(replies)).toEqual({ 202: 8 });
    await report(activity(id), { headers, reason: 'odio', text: 'Insulta' });
    expect(await reportsAbout(id)).toMatchObject([{ reason: 'odio', text: 'Insulta' }]);
    expect(await caseOf(id)).toMatchObject({ reports: 1 });
  });

  it('of many at once loses none', async () => {
    const { id } = await anActivity(db);
    expect(tally(await concurrently(20, () => report(activity(id))))).toEqual({ 202: 20 });
    expect(await caseOf(id)).toMatchObject({ reports: 20, round: 1 });
  });

  it('may be about a collective or a memory', async () => {
    const collective = await aCollective(db);
    const { id } = await anActivity(db);
    await db
      .insert(activityMemories)
      .values({ activityId: id, text: 'Sembramos', createdAt: NOON, updatedAt: NOON });
    expect((await report({ type: 'collective', id: collective.id })).statusCode).toBe(202);
    expect((await report({ type: 'memory', id })).statusCode).toBe(202);
    expect(await caseOf(collective.id, 'collective')).toMatchObject({
      ...{ title: collective.name, authorId: collective.ownerId },
    });
    expect(await caseOf(id, 'memory')).toMatchObject({ reports: 1 });
    expect(await caseOf(id)).toBeUndefined();
  });

  it('opens the next round of a dismissed case; one within the ten minutes belongs to the decision', async () => {
    const { id } = await anActivity(db);
    const { headers } = await signedIn(db);
    await report(activity(id), { headers });
    await decide(admin.headers, id, 'dismiss');
    await report(activity(id));
    expect(await caseOf(id)).toMatchObject({ status: 'closed', reports: 2, round: 1 });
    await afterUndoWindow();
    app.setNow(minutesLater(60));
    await report(activity(id), { headers, reason: 'peligro' });
    expect(await caseOf(id)).toMatchObject({
      ...{ status: 'open', round: 2, reports: 1, openedAt: minutesLater(60), closedAt: null },
      decision: 'dismiss',
    });
    expect(await reportsAbout(id)).toHaveLength(2);
  });
});

describe('is rejected', () => {
  it.each([
    ['no target', { reason: 'spam' }, 'Indica qué quieres reportar'],
    [
      'an unknown kind of target',
      { target: { type: 'user', id: UNKNOWN }, reason: 'spam' },
      'El tipo debe ser «activity», «collective» o «memory»',
    ],
    ['a wrong id', { target: { type: 'activity', id: '7' }, reason: 'spam' }, 'Identificador no válido'],
    ['an unknown reason', { target: activity(UNKNOWN), reason: 'feo' }, 'Elige el motivo del reporte'],
    [
      'a long text',
      { target: activity(UNKNOWN), reason: 'otro', text: 'a'.repeat(501) },
      'El texto debe tener como máximo 500 caracteres',
    ],
  ])('with %s', async (_label, payload, message) => {
    const reply = await app.inject({ method: 'POST', url: '/api/reports', payload });
    expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
  });

  it('about what the caller does not see', async () => {
    const hidden = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    const inactive = await aCollective(db, { status: 'inactive' });
    const { id } = await anActivity(db);
    for (const [target, message] of [
      [activity(UNKNOWN), 'Actividad no encontrada'],
      [activity(hidden.id), 'Actividad no encontrada'],
      [{ type: 'collective', id: UNKNOWN }, 'Colectivo no encontrado'],
      [{ type: 'collective', id: inactive.id }, 'Colectivo no encontrado'],
      [{ type: 'memory', id }, 'Esta actividad no tiene memoria'],
      [{ type: 'memory', id: UNKNOWN }, 'Esta actividad no tiene memoria'],
    ] as const)
      expect(errorOf(await report(target))).toEqual({ status: 404, code: 'NOT_FOUND', message });
    expect(await caseOf(hidden.id)).toBeUndefined();
  });

  it('about what the caller organises', async () => {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id });
    const collective = await aCollective(db);
    await aMember(db, { teamId: collective.id, userId: user.id, role: 'organizer' });
    for (const target of [activity(id), { type: 'collective', id: collective.id } as const])
      expect(errorOf(await report(target, { headers }))).toEqual({
        ...{ status: 409, code: 'CONFLICT' },
        message: 'Esto lo organizas tú: puedes corregirlo o eliminarlo directamente',
      });
    expect(await caseOf(id)).toBeUndefined();
  });

  it('after ten of one origin in an hour', async () => {
    const { id } = await anActivity(limited.platform.db);
    const calls = reportCalls(limited);
    const replies = await concurrently(12, () => calls.report(activity(id)));
    expect(tally(replies)).toEqual({ 202: 10, 429: 2 });
    const rejected = replies.find(({ statusCode }) => statusCode === 429);
    expect(rejected?.json().message).toMatch(/^Ya enviaste varios reportes, gracias\. Espera 60 minutos/);
    expect(await calls.caseOf(id)).toMatchObject({ reports: 10 });
  });
});

it('is closed with its target, which is deleted by its owner', async () => {
  const { user, headers } = await signedIn(db);
  const { id } = await anActivity(db, { ownerId: user.id });
  const collective = await aCollective(db, { ownerId: user.id });
  const memory = await anActivity(db, { ownerId: user.id, date: new Date('2026-11-01T14:00:00.000Z') });
  await db
    .insert(activityMemories)
    .values({ activityId: memory.id, text: 'Sembramos', createdAt: NOON, updatedAt: NOON });
  await report(activity(id));
  await report({ type: 'collective', id: collective.id });
  await report({ type: 'memory', id: memory.id });
  await app.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers });
  await app.inject({ method: 'DELETE', url: `/api/collectives/${collective.slug}`, headers });
  await app.inject({
    ...{ method: 'PUT', url: `/api/tasks/${memory.id}/memory`, headers },
    payload: { text: '', keep: [] },
  });
  for (const one of [
    await caseOf(id),
    await caseOf(collective.id, 'collective'),
    await caseOf(memory.id, 'memory'),
  ])
    expect(one).toMatchObject({ status: 'closed', closedAt: NOON, decision: null });
  expect(errorOf(await decide(admin.headers, id, 'hide'))).toMatchObject({
    ...{ status: 409, message: 'Lo reportado ya no existe' },
  });
});

it('stays without its reporter, and goes with the account that it is about', async () => {
  const [reporter, author] = [await signedIn(db), await signedIn(db)];
  const { id } = await anActivity(db);
  const { id: own } = await anActivity(db, { ownerId: author.user.id });
  await report(activity(id), { headers: reporter.headers, text: 'Insulta' });
  await aReportCase(db, { targetId: own, authorId: author.user.id });
  const data = await app.inject({ url: '/api/auth/data', headers: reporter.headers });
  expect(data.json().reports).toMatchObject([
    { target: { type: 'activity', id }, reason: 'spam', text: 'Insulta', createdAt: NOON.toISOString() },
  ]);
  for (const { user } of [reporter, author])
    expect(
      (
        await app.inject({
          ...{ method: 'DELETE', url: `/api/admin-panel/users/${user.id}`, headers: admin.headers },
        })
      ).statusCode,
    ).toBe(204);
  expect(await reportsAbout(id)).toMatchObject([{ reporterId: null, text: 'Insulta' }]);
  expect(await caseOf(own)).toBeUndefined();
});
