import { EMBEDDED_LIST_PATH } from '@minga/contract/embedding';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import {
  aCollective,
  aMember,
  anActivity,
  anAttendance,
  anOccurrence,
  signedIn,
} from '../../../../test/factories.ts';
import { multipartOf } from '../../../../test/multipart.ts';
import { noise } from '../../../../test/pictures.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { concurrently } from '../../../../test/requests.ts';
import { setTrust } from '../../../../test/trust.ts';
import { notifications } from '../../notifications/schema.ts';
import { activities, approvedPublications } from '../schema.ts';
import { type Publication, textsOf } from './service.ts';

describe('held', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const admin = await signedIn(db, { role: 'admin' });
  const stranger = await signedIn(db);
  const visitor = {};

  const fields = { title: 'Torneo', date: '2026-12-05T14:00:00.000Z', place: 'Parque Caldas' };
  const get = (url: string, headers: object = visitor) => app.get(url, { ...headers });
  const publish = (headers: object, changes: object = {}) =>
    app.post('/api/tasks', { ...fields, ...changes }, { ...headers });
  const edit = (id: string, headers: object, changes: object = {}, query = '') =>
    app.put(`/api/tasks/${id}${query}`, { ...fields, ...changes }, { ...headers });
  const decide = (id: string, step: 'approve' | 'undo-approval' | 'reject', query = '') =>
    app.inject({
      method: 'PATCH',
      url: `/api/admin-panel/activities/${id}/${step}${query}`,
      headers: admin.headers,
      ...(step === 'reject' && { payload: { reason: 'No' } }),
    });
  const rowOf = async (id: string) => (await db.select().from(activities).where(eq(activities.id, id)))[0];
  const statusOf = async (id: string) => (await rowOf(id))?.status;
  const statusFor = async (id: string, headers: object = visitor) =>
    (await get(`/api/tasks/${id}`, headers)).statusCode;

  beforeEach(async () => {
    app.setNow(NOON);
    await setTrust(db, { heldWords: ['casino'], heldDomains: ['apuestas.example'] });
  });

  describe('a held activity', () => {
    it('is seen by its author and admins alone, in no list, feed, page or picture, until it is approved', async () => {
      const author = await signedIn(db);
      const [title, place] = ['Noche Zarigüeya de casino', 'Vereda Ñamuy'];
      const picture = { name: 'image', bytes: await noise(40, 40).png().toBuffer() };
      const form = await multipartOf({ ...fields, title, place, responsible: 'Ana' }, picture);
      const reply = await app.inject({
        method: 'POST',
        url: '/api/tasks',
        payload: form.payload,
        headers: { ...author.headers, ...form.headers },
      });
      expect([reply.statusCode, reply.json()]).toMatchObject([201, { status: 'pending', isHeld: true }]);
      const { _id: id, image } = reply.json();
      await app.inject({
        method: 'PATCH',
        url: `/api/tasks/${id}/promotion`,
        payload: { isPromoted: true },
        headers: author.headers,
      });
      const direct = [
        `/api/tasks/${id}`,
        `/actividades/${id}`,
        `/actividades/${id}.ics`,
        `/actividades/${id}/og.png`,
        `${EMBEDDED_LIST_PATH}/${id}`,
        `/api/oembed?url=${encodeURIComponent(`http://localhost:3000/actividades/${id}`)}`,
        image,
      ];
      const lists = [
        ...['/api/tasks/others', '/api/tasks/promoted', '/api/tasks/search?q=zarigueya', '/actividades'],
        ...['/api/tasks/search?cerca=2.44,-76.6&series=next', '/actividades.rss', '/actividades.json'],
        ...['/actividades.ics', '/sitemap.xml', '/', EMBEDDED_LIST_PATH],
      ];
      const seen = async (headers: object) => ({
        direct: await Promise.all(direct.map(async url => (await get(url, headers)).statusCode)),
        lists: (await Promise.all(lists.map(url => get(url, headers)))).filter(({ body }) =>
          body.includes(id),
        ).length,
      });
      for (const headers of [visitor, stranger.headers])
        expect(await seen(headers)).toEqual({ direct: direct.map(() => 404), lists: 0 });
      expect((await get('/api/tasks/search?q=zarigueia')).json()).toEqual([]);
      expect((await get('/api/places?q=namuy', stranger.headers)).body).not.toContain('Ñamuy');
      expect([await statusFor(id, author.headers), await statusFor(id, admin.headers)]).toEqual([200, 200]);
      expect([
        (await get(image, author.headers)).statusCode,
        (await get(image, admin.headers)).statusCode,
      ]).toEqual([200, 200]);
      expect((await get('/api/tasks', author.headers)).json()).toMatchObject([{ _id: id, isHeld: true }]);

      expect((await decide(id, 'approve')).json().status).toBe('approved');
      const after = await seen(visitor);
      expect(after.direct).toEqual(direct.map(() => 200));
      expect(after.lists).toBeGreaterThan(5);
      expect((await get(`/api/tasks/${id}`, author.headers)).json()).not.toHaveProperty('isHeld');
    });

    it('cannot be confirmed, and shows the reason to administrators only', async () => {
      const author = await signedIn(db);
      const { _id: id, ...shown } = (await publish(author.headers, { title: 'Casino' })).json();
      expect(shown).not.toHaveProperty('hold');
      const confirmed = await app.inject({
        method: 'POST',
        url: '/api/attendances/confirm',
        payload: { taskId: id, name: 'Luz', email: 'luz.retenida@example.org' },
      });
      expect(confirmed.statusCode).toBe(404);
      const listed = await get('/api/admin-panel/activities?status=pending&search=casino', admin.headers);
      const hold = { kind: 'word', term: 'casino' };
      expect(listed.json().find((one: { _id: string }) => one._id === id)).toMatchObject({
        isHeld: true,
        hold,
      });
      expect(
        (await get('/api/admin-panel/activities?status=approved&search=casino', admin.headers)).body,
      ).not.toContain(id);
      expect((await decide(id, 'reject')).json()).toMatchObject({ status: 'rejected' });
      expect((await decide(id, 'approve')).statusCode).toBe(409);
    });

    it('counts as pending', async () => {
      const stats = async () => (await get('/api/admin-panel/activities/stats', admin.headers)).json();
      const { totalActivities, pendingActivities } = await stats();
      await publish((await signedIn(db)).headers, { title: 'Casino' });
      expect(await stats()).toMatchObject({
        totalActivities: totalActivities + 1,
        pendingActivities: pendingActivities + 1,
      });
    });

    it('is held again if its approval is undone, and notifies its author of one that stands', async () => {
      const author = await signedIn(db);
      const { _id: id } = (await publish(author.headers, { title: 'Casino' })).json();
      await decide(id, 'approve');
      expect((await decide(id, 'undo-approval')).json()).toMatchObject({ status: 'pending', isHeld: true });
      expect(await statusFor(id)).toBe(404);
      await decide(id, 'approve');
      app.setNow(new Date(NOON.getTime() + 15_000));
      await pollNotifications(app.platform);
      const bell = await db.select().from(notifications).where(eq(notifications.userId, author.user.id));
      expect(bell).toMatchObject([{ type: 'approval', taskId: id }]);
    });

    it('is seen by the helpers of its team, without the reason', async () => {
      const { _id: id } = (await publish((await signedIn(db)).headers, { title: 'Casino' })).json();
      const helper = await signedIn(db);
      await aMember(db, { teamId: id, userId: helper.user.id, role: 'organizer' });
      const shown = (await get(`/api/tasks/${id}`, helper.headers)).json();
      expect(shown).toMatchObject({ isHeld: true });
      expect(shown).not.toHaveProperty('hold');
    });

    it('counts no hours for those who came, having never been public', async () => {
      const helper = await signedIn(db);
      const past = new Date('2026-11-01T14:00:00Z');
      const held = { status: 'held', holdKind: 'word', holdTerm: 'casino' } as const;
      const { id: activityId } = await anActivity(db, { ...held, date: past });
      await anAttendance(db, {
        activityId,
        userId: helper.user.id,
        email: helper.user.email,
        checkedInAt: past,
        hours: 3,
      });
      expect((await get('/api/attendances/mis-horas', helper.headers)).json()).toEqual({
        total: 0,
        count: 0,
        items: [],
      });
    });
  });

  it.each<[name: string, changes: object, kind: 'word' | 'domain' | null]>([
    ['a need', { needs: [{ kind: 'thing', quantity: 1, name: 'Fichas de casino' }] }, 'word'],
    ['a link', { description: 'https://www.apuestas.example/x' }, 'domain'],
    ['nothing', { description: 'Casinos de otro-apuestas.example' }, null],
  ])('a publication is held by %s', async (_name, changes, kind) => {
    const reply = await publish((await signedIn(db)).headers, changes);
    expect(reply.statusCode).toBe(201);
    const row = await rowOf(reply.json()._id);
    expect([row?.status, row?.holdKind]).toEqual([kind === null ? 'pending' : 'held', kind]);
  });

  describe('an edit', () => {
    it('that brings a held word in holds an approved activity again; one that does not leaves it approved', async () => {
      const author = await signedIn(db);
      const { _id: id } = (await publish(author.headers)).json();
      await decide(id, 'approve');
      await edit(id, author.headers, { title: 'Otro torneo' });
      expect([await statusOf(id), await statusFor(id)]).toEqual(['approved', 200]);
      expect((await edit(id, author.headers, { description: 'Casino' })).json()).toMatchObject({
        isHeld: true,
      });
      expect(await statusFor(id)).toBe(404);
      await decide(id, 'approve');
      // The administrator who approved the activity has seen the word.
      await edit(id, author.headers, { description: 'Casino', place: 'Otro' });
      expect(await statusOf(id)).toBe('approved');
      await edit(id, author.headers, { description: 'Casino en apuestas.example' });
      expect(await rowOf(id)).toMatchObject({
        status: 'held',
        holdKind: 'domain',
        holdTerm: 'apuestas.example',
      });
    });

    it('in its needs and questions counts too', async () => {
      const author = await signedIn(db);
      const needs = [{ kind: 'thing', quantity: 1, name: 'Casino' }];
      const { _id: id } = (await publish(author.headers)).json();
      await decide(id, 'approve');
      await edit(id, author.headers, { needs });
      expect(await statusOf(id)).toBe('held');
      await decide(id, 'approve');
      await edit(id, author.headers);
      expect(await statusOf(id)).toBe('approved');
    });

    it('does not release a held activity, nor a rejected one that was held', async () => {
      const author = await signedIn(db);
      const { _id: id } = (await publish(author.headers, { title: 'Casino' })).json();
      await edit(id, author.headers, { title: 'Torneo' });
      expect(await statusOf(id)).toBe('held');
      await decide(id, 'reject');
      await edit(id, author.headers, { title: 'Torneo' });
      expect(await rowOf(id)).toMatchObject({ status: 'held', holdKind: 'word', holdTerm: 'casino' });
    });

    it('of a series holds the occurrences that it changes', async () => {
      const author = await signedIn(db);
      const repeat = { frequency: 'weekly', interval: 1, count: 3 };
      const reply = await publish(author.headers, { repeat });
      expect(reply.statusCode).toBe(201);
      const { _id: id, series } = reply.json();
      await decide(id, 'approve', '?scope=all');
      await edit(id, author.headers, { description: 'Casino' }, '?scope=all');
      const rows = await db.select().from(activities).where(eq(activities.seriesId, series._id));
      expect(rows.map(({ status, holdTerm }) => [status, holdTerm])).toEqual(
        Array(3).fill(['held', 'casino']),
      );
      expect((await get(`/api/tasks/search?serie=${series._id}`)).json()).toEqual([]);
      await decide(id, 'approve', '?scope=all');
      expect((await get(`/api/tasks/search?serie=${series._id}`)).json()).toHaveLength(3);
    });
  });

  describe('a rejection lasts until an administrator approves', () => {
    const picture = async () => ({ name: 'image', bytes: await noise(40, 40).png().toBuffer() });
    type Save = (id: string, headers: object, collectiveId: string) => Promise<{ statusCode: number }>;

    it.each<[string, Save]>([
      ['the text', (id, headers) => edit(id, headers, { title: 'Otro torneo' })],
      ['nothing', (id, headers) => edit(id, headers)],
      ['all dates of its series', (id, headers) => edit(id, headers, {}, '?scope=all')],
      ['the following dates', (id, headers) => edit(id, headers, {}, '?scope=following')],
      ['its collective', (id, headers, collectiveId) => edit(id, headers, { collectiveId })],
      [
        'its picture',
        async (id, headers) => {
          const form = await multipartOf({ ...fields, responsible: 'Ana' }, await picture());
          return app.inject({
            method: 'PUT',
            url: `/api/tasks/${id}`,
            payload: form.payload,
            headers: { ...headers, ...form.headers },
          });
        },
      ],
    ])('whatever its author saves: %s', async (_what, save) => {
      const author = await signedIn(db);
      const { id: collectiveId } = await aCollective(db, { ownerId: author.user.id });
      const { id } = await anOccurrence(db, { ownerId: author.user.id });
      expect((await decide(id, 'reject')).statusCode).toBe(200);
      for (let time = 0; time < 2; time += 1) {
        expect((await save(id, author.headers, collectiveId)).statusCode).toBe(200);
        expect(await rowOf(id)).toMatchObject({
          status: 'held',
          holdKind: 'rejection',
          rejectionReason: null,
        });
        expect(await statusFor(id)).toBe(404);
        expect((await get('/api/tasks/others')).body).not.toContain(id);
      }
      expect((await get(`/api/tasks/${id}`, author.headers)).json()).toMatchObject({
        status: 'pending',
        isHeld: true,
      });
      expect((await decide(id, 'approve')).json()).toMatchObject({ status: 'approved' });
      expect(await statusFor(id)).toBe(200);
      expect((await edit(id, author.headers, { title: 'Ya aprobado' })).json()).toMatchObject({
        status: 'approved',
      });
    });

    it('also where many were rejected at once, and an approval that is undone makes it wait again', async () => {
      const author = await signedIn(db);
      const ids = [(await publish(author.headers)).json()._id, (await publish(author.headers)).json()._id];
      await app.inject({
        method: 'POST',
        url: '/api/admin-panel/activities/bulk',
        headers: admin.headers,
        payload: { ids, action: 'reject', reason: 'No' },
      });
      for (const id of ids) await edit(id, author.headers);
      expect(await Promise.all(ids.map(statusOf))).toEqual(['held', 'held']);
      await decide(ids[0], 'approve');
      await decide(ids[0], 'undo-approval');
      expect(await statusOf(ids[0])).toBe('held');
    });

    it('a copy of it is a publication of its own, which is judged as every new one', async () => {
      const author = await signedIn(db);
      const { _id: id } = (await publish(author.headers)).json();
      await decide(id, 'reject');
      expect(await statusOf((await publish(author.headers)).json()._id)).toBe('pending');
      await setTrust(db, { holdFirst: 1 });
      expect(await statusOf((await publish(author.headers)).json()._id)).toBe('held');
    });
  });

  describe('the memory', () => {
    const write = (id: string, headers: object, text: string) =>
      app.put(`/api/tasks/${id}/memory`, { text }, { ...headers });

    it('returns its activity to review if it brings a held word in', async () => {
      const author = await signedIn(db);
      const past = new Date('2026-11-01T14:00:00Z');
      const { id } = await anActivity(db, { ownerId: author.user.id, date: past, status: 'approved' });
      await write(id, author.headers, 'Sembramos');
      expect(await statusOf(id)).toBe('approved');
      expect((await write(id, author.headers, 'Casino')).json()).toMatchObject({ isHeld: true });
      expect(await statusFor(id)).toBe(404);
      await decide(id, 'approve');
      await write(id, author.headers, 'El casino ya lo vieron');
      expect(await statusOf(id)).toBe('approved');
    });

    it('of a rejected activity is compared when an edit would make it pending', async () => {
      const author = await signedIn(db);
      const past = new Date('2026-11-01T14:00:00Z');
      const rejected = { status: 'rejected', rejectionReason: 'No', date: past } as const;
      const { id } = await anActivity(db, { ownerId: author.user.id, ...rejected });
      await write(id, author.headers, 'Casino');
      expect(await statusOf(id)).toBe('rejected');
      await edit(id, author.headers, { date: past.toISOString() });
      expect(await statusOf(id)).toBe('held');
    });
  });

  describe('the first publications', () => {
    beforeEach(() => setTrust(db, { holdFirst: 1 }));

    it('of an account are held until that many were approved, also if one is deleted', async () => {
      const author = await signedIn(db);
      const { _id: first } = (await publish(author.headers)).json();
      expect(await rowOf(first)).toMatchObject({ status: 'held', holdKind: 'first', holdTerm: '' });
      await app.delete(`/api/tasks/${first}`, author.headers);
      const { _id: second } = (await publish(author.headers)).json();
      expect(await statusOf(second)).toBe('held');
      await decide(second, 'approve');
      const { _id: third } = (await publish(author.headers)).json();
      expect(await statusOf(third)).toBe('pending');
      await app.delete(`/api/tasks/${second}`, author.headers);
      expect(await statusOf((await publish(author.headers)).json()._id)).toBe('pending');
      await setTrust(db, { holdFirst: 2 });
      expect(await statusOf((await publish(author.headers)).json()._id)).toBe('held');
    });

    it('published at once are all held', async () => {
      const author = await signedIn(db);
      const replies = await concurrently(4, () => publish(author.headers));
      expect(await Promise.all(replies.map(reply => statusOf(reply.json()._id)))).toEqual(
        Array(4).fill('held'),
      );
    });

    it('a series counts as one', async () => {
      await setTrust(db, { holdFirst: 2 });
      const author = await signedIn(db);
      const repeat = { frequency: 'weekly', interval: 1, count: 3 };
      const { _id: id, series } = (await publish(author.headers, { repeat })).json();
      const rows = await db.select().from(activities).where(eq(activities.seriesId, series._id));
      expect(rows.map(({ status }) => status)).toEqual(Array(3).fill('held'));
      await decide(id, 'approve', '?scope=all');
      expect(await statusOf((await publish(author.headers)).json()._id)).toBe('held');
    });

    it('an approval that is undone does not count, unless another occurrence is approved', async () => {
      const author = await signedIn(db);
      const count = () => db.$count(approvedPublications, eq(approvedPublications.ownerId, author.user.id));
      const { id } = await anOccurrence(db, { ownerId: author.user.id });
      await decide(id, 'approve');
      expect(await count()).toBe(1);
      await decide(id, 'undo-approval');
      expect(await count()).toBe(0);
      expect(await statusOf((await publish(author.headers)).json()._id)).toBe('held');
    });

    it.each(['admin', 'superadmin'] as const)('of an %s are never held', async role => {
      const author = await signedIn(db, { role });
      expect(await statusOf((await publish(author.headers)).json()._id)).toBe('pending');
    });

    it('a rejected one stays held after an edit', async () => {
      const author = await signedIn(db);
      const { id } = await anActivity(db, {
        ownerId: author.user.id,
        status: 'rejected',
        rejectionReason: 'No',
      });
      await edit(id, author.headers);
      expect(await statusOf(id)).toBe('held');
    });

    it('one that was public before stays so after an edit', async () => {
      const author = await signedIn(db);
      const { id } = await anActivity(db, { ownerId: author.user.id });
      await edit(id, author.headers);
      expect(await statusOf(id)).toBe('pending');
    });
  });
});

describe('publication texts', () => {
  const empty: Publication = { title: '', description: '', place: '', responsible: [] };
  const HELD = 'casino';

  it.each<[name: string, changes: Partial<Publication>]>([
    ['title', { title: HELD }],
    ['description', { description: HELD }],
    ['place', { place: HELD }],
    ['directions', { directions: HELD }],
    ['memory', { memory: HELD }],
    ['tags', { tags: [HELD] }],
    ['responsible', { responsible: ['Ana', HELD] }],
    ['question', { questions: [{ label: HELD, options: [] }] }],
    ['option', { questions: [{ label: '', options: ['No', HELD] }] }],
    ['goal', { goals: [{ label: HELD, unit: '' }] }],
    ['unit of a goal', { goals: [{ label: '', unit: HELD }] }],
    ['need', { needs: [{ name: HELD, note: '' }] }],
    ['note of a need', { needs: [{ name: '', note: HELD }] }],
  ])('the %s is among the texts that are compared', (_name, changes) => {
    expect(textsOf({ ...empty, ...changes })).toContain(HELD);
  });
});
