import type { Activity } from '@minga/contract/activities';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, aMember, anActivity, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { SATURDAYS, seriesCalls } from '../../../test/series-fixture.ts';
import { activities } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const { send, published, edit } = seriesCalls(app);
const garden = await published({ title: 'Huerta escolar', place: 'Norte' });
const single = await anActivity(db, {
  title: 'Limpieza',
  place: 'Norte',
  date: new Date('2026-12-10T14:00:00Z'),
});
const viewer = await signedIn(db);

beforeEach(() => app.setNow(NOON));

type Headers = Record<string, string>;
async function list(path: string, headers: Headers = viewer.headers) {
  const reply = await app.inject({ url: `/api${path}`, headers });
  const rows: Activity[] = reply.json();
  return { ids: rows.map(({ _id }) => _id), rows, total: Number(reply.headers['x-total-count']) };
}
const [first = '', second = '', third = ''] = garden.ids;

describe('lists with series=next', () => {
  it.each<[string, string, Headers]>([
    ['others', '/tasks/others?series=next', viewer.headers],
    ['search', '/tasks/search?series=next&date=proximas', viewer.headers],
    ['search of visitors', '/tasks/search?series=next', {}],
    ['search by place', '/tasks/search?series=next&place=norte', viewer.headers],
  ])('%s contain the next occurrence with the remaining', async (_what, path, headers) => {
    const { ids, rows, total } = await list(path, headers);
    expect(ids).toEqual([first, single.id]);
    expect(total).toBe(2);
    expect(rows[0]?.series).toMatchObject({ index: 1, remaining: 3 });
    expect(rows[1]?.series).toBeNull();
  });

  it('without it contain all, and count none', async () => {
    const { ids, rows, total } = await list('/tasks/others');
    expect(ids).toEqual([first, single.id, second, third]);
    expect(total).toBe(4);
    expect(rows[0]?.series).not.toHaveProperty('remaining');
  });

  it('search words in the next that has them', async () => {
    await edit(second, 'one', { title: 'Jornada de abono' }, garden.owner);
    expect((await list('/tasks/search?series=next&q=abono')).ids).toEqual([second]);
    expect((await list('/tasks/search?series=next&q=huerta')).ids).toEqual([first]);
    await edit(second, 'all', { title: 'Huerta escolar' }, garden.owner);
  });

  it('go on with the next when one has passed, and end with the last', async () => {
    app.setNow(new Date('2026-12-06T00:00:00Z'));
    const upcoming = await list('/tasks/search?series=next');
    expect(upcoming.ids).toEqual([single.id, second]);
    expect(upcoming.rows[1]?.series).toMatchObject({ index: 2, remaining: 2 });
    expect((await list('/tasks/search?series=next&date=pasadas')).ids).toEqual([first]);
    app.setNow(new Date('2027-01-01T00:00:00Z'));
    const past = await list('/tasks/search?series=next');
    expect([past.ids, past.total]).toEqual([[third, single.id], 2]);
    expect(past.rows[0]?.series).toMatchObject({ index: 3, remaining: 0 });
    expect((await list('/tasks/search?series=next&q=huerta')).ids).toEqual([third]);
  });

  it('page as without it', async () => {
    const { ids, total } = await list('/tasks/search?series=next&limit=1&offset=1');
    expect([ids, total]).toEqual([[single.id], 2]);
  });

  it('are for the own activities and the promoted, too', async () => {
    const own = await list('/tasks?series=next', garden.owner);
    expect([own.ids, own.total]).toEqual([[first], 1]);
    for (const id of [second, third])
      await send('PATCH', `/tasks/${id}/promotion`, { isPromoted: true }, garden.owner);
    const promoted = await list('/tasks/promoted?series=next');
    expect([promoted.ids, promoted.total]).toEqual([[second], 1]);
  });

  it('do not show what the viewer may not see', async () => {
    const admin = await signedIn(db, { role: 'admin' });
    await send('PATCH', `/admin-panel/activities/${first}/reject`, { reason: 'No' }, admin.headers);
    const { ids, rows } = await list('/tasks/search?series=next&q=huerta');
    expect(ids).toEqual([second]);
    expect(rows[0]?.series).toMatchObject({ remaining: 2 });
    const own = await list('/tasks/search?series=next&q=huerta', garden.owner);
    expect(own.ids).toEqual([first]);
    expect(own.rows[0]?.series).toMatchObject({ remaining: 3 });
  });

  it('show and count hidden ones for its team, by series and by collective', async () => {
    const { id: collectiveId, slug } = await aCollective(db);
    const hidden = await published({ title: 'Taller' });
    await db
      .update(activities)
      .set({ status: 'rejected', rejectionReason: 'No', collectiveId })
      .where(eq(activities.seriesId, hidden.seriesId));
    for (const role of ['organizer', 'door'] as const) {
      const { user, headers } = await signedIn(db);
      await aMember(db, { teamId: collectiveId, userId: user.id, role });
      const found = await list(`/tasks/search?serie=${hidden.seriesId}`, headers);
      expect([found.ids, found.total]).toEqual([hidden.ids, 3]);
      const next = await list(`/tasks/search?colectivo=${slug}&date=proximas&series=next`, headers);
      expect([next.ids, next.total]).toEqual([hidden.ids.slice(0, 1), 1]);
      expect(next.rows[0]?.series).toMatchObject({ remaining: 3 });
      const one: Activity = (await app.inject({ url: `/api/tasks/${hidden.ids[1]}`, headers })).json();
      expect(one.series).toMatchObject({ remaining: 3 });
    }
    for (const path of [`serie=${hidden.seriesId}`, `colectivo=${slug}`])
      expect(await list(`/tasks/search?${path}`)).toMatchObject({ ids: [], total: 0 });
  });

  it('are of one series with its id', async () => {
    const { ids, total } = await list(`/tasks/search?serie=${garden.seriesId}`, garden.owner);
    expect([ids, total]).toEqual([[first, second, third], 3]);
    expect((await app.inject('/api/tasks/search?serie=1')).statusCode).toBe(400);
  });

  it('take nothing else', async () => {
    const reply = await app.inject('/api/tasks/others?series=all');
    expect(errorOf(reply)).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['«series» debe ser «next»'],
    });
  });

  it('have as many as collectives and the landing page say', async () => {
    const { id: collectiveId, slug } = await aCollective(db);
    const choir = await published({ title: 'Coro' });
    await db.update(activities).set({ collectiveId }).where(eq(activities.seriesId, choir.seriesId));
    await anActivity(db, { collectiveId });
    const { total } = await list(`/tasks/search?colectivo=${slug}&date=proximas&series=next`);
    const { upcoming } = (await app.inject(`/api/collectives/${slug}`)).json();
    expect([total, upcoming]).toEqual([2, 2]);
    const all = await list('/tasks/search?date=proximas&series=next', {});
    const [, landing = ''] = /<main>(.*?)<\/main>/s.exec((await app.inject('/')).body) ?? [];
    expect(JSON.parse(landing).upcoming.total).toBe(all.total);
  });
});

it('the dates are three Saturdays', async () => {
  const { rows } = await list('/tasks?date=proximas', garden.owner);
  expect(rows.map(({ date }) => date)).toEqual(SATURDAYS);
});
