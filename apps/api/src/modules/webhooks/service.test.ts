import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, aMember, anActivity, anAttendance, signedIn } from '../../../test/factories.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { aWebhook } from '../../../test/trust-factories.ts';
import { sessions } from '../accounts/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { sweepDeliveries } from './delivery-service.ts';
import { webhookDeliveries, webhooks } from './schema.ts';

const app = await testApp();
const prior = await testApp({ MODERATION: 'prior' });
const { db } = app.platform;
type Headers = Record<string, string>;

async function owned() {
  const { user, headers } = await signedIn(db);
  const collective = await aCollective(db, { ownerId: user.id });
  return { user, headers, collective, url: `/api/collectives/${collective.slug}/webhooks` };
}
const payload = { url: 'https://recibe.example.org/minga', events: ['activity.published'] };
const post = (url: string, headers: Headers, body: object = payload) =>
  app.inject({ method: 'POST', url, headers, payload: body });
const bodies = async (webhookId: string, { platform } = app) => {
  const rows = await platform.db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(webhookDeliveries.id);
  return rows.map(({ body }) => JSON.parse(body));
};
const events = async (webhookId: string) => (await bodies(webhookId)).map(({ event }) => event);

describe('a webhook', () => {
  it('shows its secret once and begins with a ping', async () => {
    const { headers, url } = await owned();
    const created = (await post(url, headers)).json();
    expect(created.secret).toMatch(/^whsec_[\w-]{43}$/);
    const { secret, ...shown } = created;
    expect(shown).toMatchObject({ ...payload, isActive: true, failingSince: null });
    const listed = await app.inject({ url, headers });
    expect(listed.json()).toEqual([shown]);
    expect(listed.body).not.toContain(secret);
    const deliveries = await app.inject({ url: `${url}/${created._id}/deliveries`, headers });
    expect(deliveries.json()).toMatchObject([{ event: 'ping', state: 'pending', attempts: 0, error: null }]);
    expect(deliveries.body).not.toContain(secret);
    const [ping] = await bodies(created._id);
    expect(ping).toEqual({
      id: deliveries.json()[0]._id,
      event: 'ping',
      createdAt: NOON.toISOString(),
      data: {},
    });
    expect((await post(`${url}/${created._id}/ping`, headers)).statusCode).toBe(202);
    expect(await events(created._id)).toEqual(['ping', 'ping']);
  });

  it.each([
    [{ url: '' }, ['La dirección es requerida']],
    [{ url: 'recibe.example.org' }, ['La dirección debe comenzar con https://']],
    [{ url: 'http://recibe.example.org' }, ['La dirección debe comenzar con https://']],
    [{ url: 'https://127.0.0.1/' }, ['La dirección debe ser de un servidor público de internet']],
    [
      { url: `https://recibe.example.org/${'x'.repeat(480)}` },
      ['La dirección debe tener como máximo 500 caracteres'],
    ],
    [{ events: [] }, ['Elige al menos un evento de la lista']],
    [{ events: ['ping'] }, ['Elige al menos un evento de la lista']],
    [{ events: 'activity.published' }, ['Elige al menos un evento de la lista']],
  ])('rejects %j', async (fields, message) => {
    const { headers, url } = await owned();
    const reply = await post(url, headers, { ...payload, ...fields });
    expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message });
    expect((await app.inject({ url, headers })).json()).toEqual([]);
  });

  it('takes an identity confirmed within 15 minutes', async () => {
    const { user, headers, url } = await owned();
    const confirmedAt = new Date(NOON.getTime() - 16 * 60_000);
    await db.update(sessions).set({ confirmedAt }).where(eq(sessions.userId, user.id));
    expect(errorOf(await post(url, headers))).toMatchObject({ status: 403, code: 'CONFIRM_IDENTITY' });
    expect((await app.inject({ url, headers })).json()).toEqual([]);
  });

  it('is one of at most ten, also if many are created at once', async () => {
    const { headers, url } = await owned();
    expect(tally(await concurrently(13, () => post(url, headers)))).toEqual({ 201: 10, 409: 3 });
  });

  it('is one of at most ten of all owners of its collective, also if they create many at once', async () => {
    const { headers, url, collective } = await owned();
    const others = await Promise.all([1, 2, 3].map(() => signedIn(db)));
    for (const { user } of others)
      await aMember(db, { teamId: collective.id, userId: user.id, role: 'owner' });
    const owners = [headers, ...others.map(other => other.headers)];
    const replies = await concurrently(16, index => post(url, owners[index % owners.length] ?? headers));
    expect(tally(replies)).toEqual({ 201: 10, 409: 6 });
  });

  it('is one of at most twenty of the account that creates them, in whatever collective', async () => {
    const { user, headers, url } = await owned();
    const other = await aCollective(db, { ownerId: user.id });
    const third = await aCollective(db, { ownerId: user.id });
    await concurrently(10, () => post(url, headers));
    await concurrently(8, () => post(`/api/collectives/${other.slug}/webhooks`, headers));
    const last = `/api/collectives/${third.slug}/webhooks`;
    expect(tally(await concurrently(5, () => post(last, headers)))).toEqual({ 201: 2, 409: 3 });
    expect(errorOf(await post(last, headers))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Ya creaste 20 webhooks en tus colectivos. Elimina uno para crear otro.',
    });
    const [{ _id }] = (await app.inject({ url: last, headers })).json();
    await app.inject({ method: 'DELETE', url: `${last}/${_id}`, headers });
    expect((await post(last, headers)).statusCode).toBe(201);
  });

  it('is one of at most twenty of its account, also if many are created in several collectives at once', async () => {
    const { user, headers } = await signedIn(db);
    const urls = await Promise.all(
      [1, 2, 3].map(
        async () => `/api/collectives/${(await aCollective(db, { ownerId: user.id })).slug}/webhooks`,
      ),
    );
    const replies = await concurrently(27, index => post(urls[index % urls.length] ?? '', headers));
    expect(tally(replies)).toEqual({ 201: 20, 409: 7 });
  });

  it('belongs to its collective, and is deleted with it', async () => {
    const { headers, url, collective } = await owned();
    const { _id } = (await post(url, headers)).json();
    const other = await owned();
    const calls = [
      ['GET', '/deliveries'],
      ['POST', '/ping'],
      ['POST', `/deliveries/${_id}/retry`],
      ['DELETE', ''],
    ] as const;
    for (const [method, path] of calls) {
      const reply = await app.inject({ method, url: `${other.url}/${_id}${path}`, headers: other.headers });
      expect(errorOf(reply)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    const retried = await post(`${url}/${_id}/deliveries/${_id}/retry`, headers);
    expect(errorOf(retried)).toMatchObject({ status: 404, message: 'Entrega no encontrada' });
    await app.inject({ method: 'DELETE', url: `/api/collectives/${collective.slug}`, headers });
    expect(await db.$count(webhooks, eq(webhooks.id, _id))).toBe(0);
    expect(await bodies(_id)).toEqual([]);
  });

  it('loses its deliveries after 30 days', async () => {
    const { headers, url } = await owned();
    const { _id } = (await post(url, headers)).json();
    const day = (days: number) => new Date(NOON.getTime() + days * 24 * 60 * 60_000);
    app.setNow(day(30));
    await sweepDeliveries(app.platform);
    expect(await bodies(_id)).toHaveLength(1);
    app.setNow(day(30.1));
    await sweepDeliveries(app.platform);
    app.setNow(NOON);
    expect(await bodies(_id)).toEqual([]);
  });
});

describe('an activity of the collective', () => {
  const activity = { title: 'Siembra', date: '2026-12-20T14:00:00.000Z', place: 'Parque Caldas' };

  it('announces its publication, changes and deletion as visitors see it', async () => {
    const { user, headers, collective } = await owned();
    const { id } = await aWebhook(db, { collectiveId: collective.id });
    const created = await post('/api/tasks', headers, { ...activity, collectiveId: collective.id });
    const { _id } = created.json();
    const url = `/api/tasks/${_id}`;
    await app.inject({ method: 'PUT', url, headers, payload: { ...activity, title: 'Gran siembra' } });
    await app.inject({ method: 'DELETE', url, headers });
    const sent = await bodies(id);
    expect(sent.map(({ event }) => event)).toEqual([
      ...['activity.published', 'activity.updated', 'activity.cancelled'],
    ]);
    expect(sent[0].data).toMatchObject({
      activity: {
        _id,
        title: 'Siembra',
        isOwner: false,
        canManage: false,
        collective: { slug: collective.slug },
      },
      url: `http://localhost:3000/actividades/${_id}`,
    });
    expect(sent[1].data.activity.title).toBe('Gran siembra');
    expect(JSON.stringify(sent)).not.toContain(user.email);
  });

  it('is not announced while the collective is deactivated, nor afterwards', async () => {
    const { headers, collective } = await owned();
    const { id } = await aWebhook(db, { collectiveId: collective.id });
    const created = await post('/api/tasks', headers, { ...activity, collectiveId: collective.id });
    const url = `/api/tasks/${created.json()._id}`;
    const becomes = (status: 'inactive' | 'active') =>
      db.update(collectives).set({ status }).where(eq(collectives.id, collective.id));
    await becomes('inactive');
    await app.inject({ method: 'PUT', url, headers, payload: { ...activity, title: 'Gran siembra' } });
    await becomes('active');
    expect(await events(id)).toEqual(['activity.published']);
  });

  it('announces attendances by their counts alone', async () => {
    const { user, headers, collective } = await owned();
    const { id } = await aWebhook(db, { collectiveId: collective.id });
    const { id: taskId } = await anActivity(db, {
      collectiveId: collective.id,
      ownerId: user.id,
      capacity: 10,
    });
    const visitor = { name: 'Ana Lucía', email: 'ana.lucia@example.net', phone: '3001112233' };
    const confirmed = await post('/api/attendances/confirm', {}, { taskId, ...visitor, companions: 0 });
    const attendanceId = confirmed.json()._id;
    await app.inject({ method: 'DELETE', url: `/api/attendances/${attendanceId}`, headers });
    const sent = await bodies(id);
    expect(sent.map(({ event, data }) => [event, data])).toEqual([
      ['attendance.confirmed', { activityId: taskId, places: { taken: 1, free: 9, waiting: 0 } }],
      ['attendance.cancelled', { activityId: taskId, places: { taken: 0, free: 10, waiting: 0 } }],
    ]);
    expect(JSON.stringify(sent)).not.toMatch(/Ana|lucia|300111/);
  });

  it('is withdrawn without the reason of its rejection', async () => {
    const { user, collective } = await owned();
    const { id } = await aWebhook(db, { collectiveId: collective.id });
    const { id: taskId } = await anActivity(db, { collectiveId: collective.id, ownerId: user.id });
    const { headers } = await signedIn(db, { role: 'admin' });
    const url = `/api/admin-panel/activities/${taskId}/reject`;
    await app.inject({ method: 'PATCH', url, headers, payload: { reason: 'Es una venta' } });
    expect(await bodies(id)).toEqual([]);
    app.setNow(new Date(NOON.getTime() + 15_000));
    await pollNotifications(app.platform);
    app.setNow(NOON);
    const [sent, ...more] = await bodies(id);
    expect([sent.event, more]).toEqual(['activity.cancelled', []]);
    expect(JSON.stringify(sent)).not.toContain('venta');
  });

  it.each([
    ['of another collective', async () => (await aCollective(db)).id],
    ['of none', async () => null],
  ])('announces nothing: %s', async (_what, collectiveOf) => {
    const { id } = await aWebhook(db);
    await anAttendance(db, {});
    const { id: taskId } = await anActivity(db, { collectiveId: await collectiveOf() });
    await post('/api/attendances/confirm', {}, { taskId, name: 'Ana', email: 'a@example.net' });
    expect(await events(id)).toEqual([]);
  });

  it('announces only what a webhook has chosen, and nothing to one that is switched off', async () => {
    const { user, headers, collective } = await owned();
    const chosen = await aWebhook(db, { collectiveId: collective.id, events: ['activity.cancelled'] });
    const off = await aWebhook(db, { collectiveId: collective.id, isActive: false });
    const { id: taskId } = await anActivity(db, { collectiveId: collective.id, ownerId: user.id });
    await post('/api/attendances/confirm', {}, { taskId, name: 'Ana', email: 'b@example.net' });
    await app.inject({ method: 'DELETE', url: `/api/tasks/${taskId}`, headers });
    expect([await events(chosen.id), await events(off.id)]).toEqual([['activity.cancelled'], []]);
  });

  it('is announced once it is public: with prior moderation, when its approval cannot be undone', async () => {
    const { db } = prior.platform;
    const { user, headers } = await signedIn(db);
    const collective = await aCollective(db, { ownerId: user.id });
    const { id } = await aWebhook(db, { collectiveId: collective.id });
    await aMember(db, { teamId: collective.id, userId: (await signedIn(db)).user.id, role: 'door' });
    const created = await prior.inject({
      method: 'POST',
      url: '/api/tasks',
      headers,
      payload: { ...activity, collectiveId: collective.id },
    });
    const task = `/api/tasks/${created.json()._id}`;
    await prior.inject({ method: 'PUT', url: task, headers, payload: { ...activity, title: 'Otra' } });
    expect(await bodies(id, prior)).toEqual([]);
    const admin = await signedIn(db, { role: 'admin' });
    const url = `/api/admin-panel/activities/${created.json()._id}/approve`;
    await prior.inject({ method: 'PATCH', url, headers: admin.headers });
    const [row, ...more] = await db.select().from(webhookDeliveries);
    expect([row?.event, more]).toEqual(['activity.published', []]);
    expect((row?.dueAt ?? NOON) > NOON).toBe(true);
  });
});
