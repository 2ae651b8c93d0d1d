import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { aMember, signedIn } from '../../../../test/factories.ts';
import { errorOf } from '../../../../test/requests.ts';
import { seriesCalls } from '../../../../test/series-fixture.ts';
import { activities } from '../schema.ts';

// The organisers' switch `isFederated`, which says whether other servers may show an activity (docs/rules.md R27.1).

const app = await testApp();
const { db, events } = app.platform;
const { published } = seriesCalls(app);
const fields = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };

const isFederated = async (id: string) => {
  const [row] = await db
    .select({ value: activities.isFederated })
    .from(activities)
    .where(eq(activities.id, id));
  return row?.value;
};

it('is on, until an organiser switches it off, and stays as it is if an edit leaves it out', async () => {
  const { headers } = await signedIn(db);
  const created = await app.post('/api/tasks', fields, headers);
  const { _id: id, isFederated: initial } = created.json();
  expect([created.statusCode, initial]).toEqual([201, true]);
  const edit = async (values: object) => {
    const reply = await app.put(`/api/tasks/${id}`, { ...fields, ...values }, headers);
    expect(reply.json().isFederated).toBe(await isFederated(id));
    return [reply.statusCode, await isFederated(id)];
  };
  expect(await edit({ isFederated: false })).toEqual([200, false]);
  expect(await edit({})).toEqual([200, false]);
  expect(await edit({ isFederated: null })).toEqual([200, true]);
  const wrong = await app.put(`/api/tasks/${id}`, { ...fields, isFederated: 'quizás' }, headers);
  expect(errorOf(wrong)).toMatchObject({
    status: 400,
    code: 'VALIDATION',
    message: ['«isFederated» debe ser «true» o «false»'],
  });
  const off = await app.post('/api/tasks', { ...fields, isFederated: false }, headers);
  expect(off.json().isFederated).toBe(false);
});

it('is shown to those who manage the activity alone, and in no list', async () => {
  const author = await signedIn(db);
  const id = (await app.post('/api/tasks', { ...fields, isFederated: false }, author.headers)).json()._id;
  const [organizer, door] = [await signedIn(db), await signedIn(db)];
  await aMember(db, { teamId: id, userId: organizer.user.id, role: 'organizer' });
  await aMember(db, { teamId: id, userId: door.user.id, role: 'door' });
  const seen = async (headers: Record<string, string>) =>
    (await app.get(`/api/tasks/${id}`, headers)).json().isFederated;
  expect(await seen(author.headers)).toBe(false);
  expect(await seen(organizer.headers)).toBe(false);
  expect(await seen(door.headers)).toBeUndefined();
  expect(await seen((await signedIn(db, { role: 'superadmin' })).headers)).toBeUndefined();
  expect(await seen({})).toBeUndefined();
  for (const list of ['/api/tasks', '/api/tasks/search?q=siembra'])
    expect((await app.get(list, author.headers)).body).not.toContain('isFederated');
});

it('is changed for all dates of a series, each of which is announced, as is its change alone', async () => {
  const { ids, owner, first } = await published({ isFederated: false });
  const announced = vi.spyOn(events, 'publish');
  const change = (value: boolean, scope: 'all' | 'one') =>
    app.put(
      `/api/tasks/${ids[0]}?scope=${scope}`,
      { title: first.title, date: first.date, isFederated: value },
      owner,
    );
  const announcedIds = () =>
    announced.mock.calls.flatMap(([, name, batch]) =>
      name === 'activityChanged' ? batch.map(item => (item as { activityId: string }).activityId) : [],
    );
  expect(await Promise.all(ids.map(isFederated))).toEqual(ids.map(() => false));
  expect((await change(true, 'all')).statusCode).toBe(200);
  expect(await Promise.all(ids.map(isFederated))).toEqual(ids.map(() => true));
  expect(announcedIds().toSorted()).toEqual([...ids].toSorted());
  announced.mockClear();
  expect((await change(false, 'one')).statusCode).toBe(200);
  expect(announcedIds()).toEqual([ids[0]]);
  expect(await Promise.all(ids.map(isFederated))).toEqual([false, ...ids.slice(1).map(() => true)]);
});
