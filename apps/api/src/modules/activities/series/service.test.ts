import type { Activity } from '@minga/contract/activities';
import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { countLockWaits } from '../../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../../test/database.ts';
import { aCollective, aMember, anActivity, signedIn } from '../../../../test/factories.ts';
import { multipartOf } from '../../../../test/multipart.ts';
import { noise } from '../../../../test/pictures.ts';
import { concurrently, errorOf, tally } from '../../../../test/requests.ts';
import { outcomeOf, SATURDAYS, seriesCalls, weekly } from '../../../../test/series-fixture.ts';
import { type Transaction, watchQueries } from '../../../platform/database/connection.ts';
import { images } from '../../../platform/images/schema.ts';
import { listUnreferenced } from '../memory-repository.ts';
import { activities, activitySeries } from '../schema.ts';

describe('series', async () => {
  let statements = 0;
  const database = await testDatabase();
  const countStatement = () => {
    statements += 1;
    return () => undefined;
  };
  database.connection.pool.on('connect', client => watchQueries(client, countStatement));
  const app = await testApp({}, database);
  const { db } = app.platform;
  const { send, stored, published, edit, remove, read } = seriesCalls(app);
  const HOUR_MS = 3_600_000;
  const hourLater = SATURDAYS.map(date => new Date(Date.parse(date) + HOUR_MS).toISOString());
  /** The first date of the series is an hour after NOON, and LATER is a time after it. */
  const soon = { date: '2026-11-21T18:00:00.000Z' };
  const LATER = new Date('2026-11-21T19:00:00.000Z');
  const textOf = (date: Date | null) => date?.toISOString();

  beforeEach(() => app.setNow(NOON));

  describe('publishing a series', () => {
    it('stores all occurrences, and responds with the first', async () => {
      const { first, seriesId, ids } = await published();
      expect(first).toMatchObject({ _id: ids[0], title: 'Huerta', date: SATURDAYS[0] });
      expect(first.series).toEqual({
        _id: seriesId,
        index: 1,
        count: 3,
        repeat: { frequency: 'weekly', interval: 1, weekdays: ['sa'] },
      });
      const rows = await stored(seriesId);
      expect(rows.map(({ date }) => textOf(date))).toEqual(SATURDAYS);
      expect(rows.map(({ seriesIndex }) => seriesIndex)).toEqual([1, 2, 3]);
      expect((await read(ids[1] ?? '')).series).toMatchObject({ index: 2, remaining: 3 });
    });

    it('moves the end and the times of needs along, and gives each occurrence needs of its own', async () => {
      const [start = ''] = SATURDAYS;
      const needs = [
        { kind: 'task', name: 'Cocina', quantity: 2, startsAt: start, endsAt: hourLater[0] },
        { kind: 'thing', name: 'Palas', quantity: 1 },
      ];
      const { ids } = await published({ endDate: hourLater[0], needs });
      const all = await Promise.all(ids.map(id => read(id)));
      expect(all.map(({ endDate }) => endDate)).toEqual(hourLater);
      expect(all.map(activity => activity.needs[0]?.startsAt)).toEqual(SATURDAYS);
      expect(all.map(activity => activity.needs[0]?.endsAt)).toEqual(hourLater);
      expect(new Set(all.flatMap(activity => activity.needs.map(({ _id }) => _id))).size).toBe(6);
    });

    it('takes a form, and gives the occurrences one picture that goes with the last', async () => {
      const { headers } = await signedIn(db);
      const fields = { title: 'Con foto', date: SATURDAYS[0] ?? '', repeat: JSON.stringify(weekly) };
      const bytes = await noise(40, 30).png().toBuffer();
      const body = await multipartOf(fields, { name: 'image', bytes });
      const reply = await app.inject({
        method: 'POST',
        url: '/api/tasks',
        payload: body.payload,
        headers: { ...headers, ...body.headers },
      });
      const rows = await stored(reply.json().series._id);
      const imageId = rows[0]?.imageId ?? '';
      expect(rows.map(row => row.imageId)).toEqual([imageId, imageId, imageId]);
      const [one = '', ...others] = rows.map(({ id }) => id);
      const isUsed = async () =>
        (await db.select().from(images).where(sql`${images.id} = ${imageId}`))[0]?.isUsed;
      await remove(one, 'one', headers);
      expect(await isUsed()).toBe(true);
      await concurrently(2, index => remove(others[index] ?? '', 'one', headers));
      expect(await isUsed()).toBe(false);
    });

    it('forgets no picture if the last two occurrences with it change at the same time', async () => {
      const [one, other] = (await published()).ids;
      const imageId = v7();
      const size = { width: 40, height: 30, widths: [40], placeholder: '' };
      await db.insert(images).values({ id: imageId, ...size, createdAt: NOON, unusedSince: NOON });
      const isOne = (id: string | undefined) => eq(activities.id, id ?? '');
      for (const id of [one, other]) await db.update(activities).set({ imageId }).where(isOne(id));
      const without = async (tx: Transaction, id: string | undefined) => {
        await tx.update(activities).set({ imageId: null }).where(isOne(id));
        return listUnreferenced(tx, [imageId]);
      };
      const second = await db.transaction(async tx => {
        expect(await without(tx, one)).toEqual([]);
        const found = db.transaction(later => without(later, other));
        await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
        return { found };
      });
      expect(await second.found).toEqual([imageId]);
    });

    it('repeats nothing with null or an empty field', async () => {
      const { first } = await published({ repeat: null });
      expect(first.series).toBeNull();
      const { headers } = await signedIn(db);
      const form = await multipartOf({ title: 'Sola', date: SATURDAYS[0] ?? '', repeat: '' }, null);
      const reply = await app.inject({
        method: 'POST',
        url: '/api/tasks',
        payload: form.payload,
        headers: { ...headers, ...form.headers },
      });
      expect(reply.json().series).toBeNull();
    });

    it.each<[string, object, string]>([
      [
        'both ends',
        { ...weekly, until: '2027-01-02' },
        'Di cuántas fechas son o cuál es el último día, pero no ambas cosas',
      ],
      [
        'a wrong weekday',
        { ...weekly, weekdays: ['mo'] },
        'La fecha de la actividad debe caer en uno de los días elegidos',
      ],
      [
        'weekdays of a month',
        { frequency: 'monthly', count: 3, weekdays: ['sa'] },
        'Los días de la semana son solo para lo que se repite cada semana',
      ],
      [
        'more than 60',
        { frequency: 'daily', until: '2027-02-04' },
        'Una serie puede tener como máximo 60 fechas',
      ],
      ['too long a time', { frequency: 'monthly', count: 14 }, 'Una serie puede durar como máximo 366 días'],
      ['one date', { frequency: 'weekly', until: '2026-12-06' }, 'Una serie debe tener al menos dos fechas'],
    ])('is refused with %s', async (_what, repeat, message) => {
      const { headers } = await signedIn(db);
      const reply = await send('POST', '/tasks', { title: 'Serie', date: SATURDAYS[0], repeat }, headers);
      expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
    });

    it('is what an edit does not do', async () => {
      const { owner, first } = await published({ repeat: null });
      const reply = await edit(first._id, 'one', { repeat: weekly }, owner);
      expect([reply.statusCode, reply.json().series]).toEqual([200, null]);
    });
  });

  describe('editing a series', () => {
    const titles = async (seriesId: string) => (await stored(seriesId)).map(({ title }) => title);

    it('one by default, which then stays as it is', async () => {
      const { owner, ids, seriesId } = await published();
      const [, second = '', third = ''] = ids;
      const one = await send('PUT', `/tasks/${second}`, { title: 'Otra', date: SATURDAYS[1] }, owner);
      expect([one.statusCode, outcomeOf(one)]).toEqual([200, null]);
      expect(await titles(seriesId)).toEqual(['Huerta', 'Otra', 'Huerta']);
      const all = await edit(third, 'all', { title: 'Vivero' }, owner);
      expect([all.statusCode, outcomeOf(all)]).toEqual([200, { updated: 2, kept: 1 }]);
      expect(all.json()).toMatchObject({ _id: third, title: 'Vivero' });
      expect(await titles(seriesId)).toEqual(['Vivero', 'Otra', 'Vivero']);
      // The edit applies to the named activity, which is no longer detached from the series.
      expect(outcomeOf(await edit(second, 'all', { title: 'Todas' }, owner))).toEqual({
        updated: 3,
        kept: 0,
      });
      expect(outcomeOf(await edit(third, 'all', { title: 'Fin' }, owner))).toEqual({ updated: 3, kept: 0 });
      expect(await titles(seriesId)).toEqual(['Fin', 'Fin', 'Fin']);
    });

    // docs/rules.md R15.2
    it('carries the time of day over to this and the following, and moves no day', async () => {
      const { owner, ids, seriesId } = await published({ endDate: hourLater[0] });
      const [, second = ''] = ids;
      const moved = { date: '2026-12-14T16:00:00.000Z', endDate: '2026-12-14T18:30:00.000Z' };
      const reply = await edit(second, 'following', moved, owner);
      expect(outcomeOf(reply)).toEqual({ updated: 2, kept: 0 });
      const rows = await stored(seriesId);
      expect(rows.map(({ date }) => textOf(date))).toEqual([
        SATURDAYS[0],
        '2026-12-12T16:00:00.000Z',
        '2026-12-19T16:00:00.000Z',
      ]);
      expect(rows.map(({ endDate }) => textOf(endDate))).toEqual([
        hourLater[0],
        '2026-12-12T18:30:00.000Z',
        '2026-12-19T18:30:00.000Z',
      ]);
      expect(rows.map(({ revision }) => revision)).toEqual([0, 1, 1]);
    });

    it('leaves past occurrences as they are, and fields that it does not name', async () => {
      const { owner, ids, seriesId } = await published({ ...soon, capacity: 5, directions: 'Por el puente' });
      app.setNow(LATER);
      const reply = await edit(ids[1] ?? '', 'all', { title: 'Vivero', capacity: 8 }, owner);
      expect(outcomeOf(reply)).toEqual({ updated: 2, kept: 1 });
      const rows = await stored(seriesId);
      expect(rows.map(({ capacity }) => capacity)).toEqual([5, 8, 8]);
      expect(rows.map(({ directions }) => directions)).toEqual(Array(3).fill('Por el puente'));
      expect(rows.map(({ title }) => title)).toEqual(['Huerta', 'Vivero', 'Vivero']);
    });

    it('from a past occurrence changes it, but not its time', async () => {
      const { owner, ids, seriesId } = await published(soon);
      app.setNow(LATER);
      const fields = { title: 'Vivero', date: '2026-11-21T20:00:00.000Z' };
      expect(outcomeOf(await edit(ids[0] ?? '', 'all', fields, owner))).toEqual({ updated: 3, kept: 0 });
      const rows = await stored(seriesId);
      expect(rows.map(({ date }) => textOf(date))).toEqual([
        soon.date,
        '2026-11-28T20:00:00.000Z',
        '2026-12-05T20:00:00.000Z',
      ]);
    });

    it('gives all occurrences the questions and needs, which keep their identity', async () => {
      const questions = [{ label: '¿Talla?', kind: 'text', required: false }];
      const needs = [
        { kind: 'thing', name: 'Palas', quantity: 2 },
        { kind: 'thing', name: 'Palas', quantity: 5 },
      ];
      const { owner, ids } = await published({ questions, needs });
      const before = await Promise.all(ids.map(id => read(id)));
      const named = before[1];
      const changed = {
        questions: [...(named?.questions ?? []), { label: '¿Vegetariano?', kind: 'yesno', required: true }],
        needs: [named?.needs[1], { kind: 'task', name: 'Cocina', quantity: 3 }],
      };
      expect(outcomeOf(await edit(ids[1] ?? '', 'all', changed, owner))).toEqual({ updated: 3, kept: 0 });
      const after = await Promise.all(ids.map(id => read(id)));
      for (const [index, activity] of after.entries()) {
        expect(activity.questions.map(({ label }) => label)).toEqual(['¿Talla?', '¿Vegetariano?']);
        expect(activity.questions).toEqual(after[0]?.questions);
        expect(activity.needs).toMatchObject([
          { name: 'Palas', quantity: 5 },
          { name: 'Cocina', quantity: 3 },
        ]);
        expect(activity.needs[0]?._id).toBe(before[index]?.needs[1]?._id);
      }
      const [stranger] = (await published({ questions, needs })).first.questions;
      expect(errorOf(await edit(ids[0] ?? '', 'all', { questions: [stranger] }, owner)).status).toBe(400);
    });

    it('makes rejected occurrences wait for an approval', async () => {
      const { owner, ids, seriesId } = await published();
      const admin = await signedIn(db, { role: 'admin' });
      const url = `/admin-panel/activities/${ids[2]}/reject`;
      await send('PATCH', url, { reason: 'Falta el lugar' }, admin.headers);
      await edit(ids[0] ?? '', 'all', { place: 'Parque' }, owner);
      const rows = await stored(seriesId);
      expect(rows.map(({ status, rejectionReason }) => [status, rejectionReason])).toEqual([
        ...[
          ['pending', null],
          ['pending', null],
          ['held', null],
        ],
      ]);
    });

    it.each<[string, object, string]>([
      ['an end before the start', { endDate: SATURDAYS[0] }, 'La hora de fin debe ser posterior al inicio'],
      [
        'an unknown need',
        {
          needs: [{ _id: '01980000-0000-7000-8000-000000000009', kind: 'thing', name: 'Palas', quantity: 1 }],
        },
        'Una de las tareas o cosas ya no existe: abre de nuevo la actividad',
      ],
    ])('is refused with %s, and changes nothing', async (_what, fields, message) => {
      const { owner, ids, seriesId } = await published();
      const reply = await edit(ids[0] ?? '', 'all', { title: 'Otra', ...fields }, owner);
      expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
      expect(await titles(seriesId)).toEqual(['Huerta', 'Huerta', 'Huerta']);
    });

    it('is for its author, and the scope is one of three', async () => {
      const { owner, ids } = await published();
      const stranger = await signedIn(db);
      for (const call of [
        edit(ids[0] ?? '', 'all', {}, stranger.headers),
        remove(ids[0] ?? '', 'all', stranger.headers),
      ])
        expect(errorOf(await call)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(errorOf(await edit(ids[0] ?? '', 'some', {}, owner))).toMatchObject({
        status: 400,
        message: ['«scope» debe ser «one», «following» o «all»'],
      });
      expect((await remove('01980000-0000-7000-8000-000000000009', 'all', owner)).statusCode).toBe(404);
      const upper = (ids[0] ?? '').toUpperCase();
      expect(outcomeOf(await edit(upper, 'all', {}, owner))).toEqual({ updated: 3, kept: 0 });
      expect(outcomeOf(await remove(upper, 'all', owner))).toEqual({ deleted: 3, kept: 0 });
    });

    it('of an activity that does not repeat is an ordinary edit', async () => {
      const { user, owner } = await published();
      const single = (await send('POST', '/tasks', { title: 'Sola', date: SATURDAYS[0] }, owner)).json();
      const reply = await edit(single._id, 'all', { title: 'Otra' }, owner);
      expect([reply.statusCode, outcomeOf(reply), reply.json().user._id]).toEqual([200, null, user.id]);
      const gone = await remove(single._id, 'following', owner);
      expect([gone.statusCode, outcomeOf(gone)]).toEqual([204, null]);
    });

    it('many times at once leaves all occurrences alike', async () => {
      const { owner, ids, seriesId } = await published();
      const replies = await concurrently(12, index =>
        edit(
          ids[index % 3] ?? '',
          index % 2 === 0 ? 'all' : 'following',
          { title: `Título ${index}` },
          owner,
        ),
      );
      expect(tally(replies)).toEqual({ 200: 12 });
      await edit(ids[0] ?? '', 'all', { title: 'Último' }, owner);
      expect(await titles(seriesId)).toEqual(['Último', 'Último', 'Último']);
    });
  });

  describe('deleting of a series', () => {
    it('this and the following, with the edited, leaves the earlier', async () => {
      const { owner, ids, seriesId } = await published();
      await edit(ids[2] ?? '', 'one', { title: 'Otra' }, owner);
      const reply = await remove(ids[1] ?? '', 'following', owner);
      expect([reply.statusCode, outcomeOf(reply)]).toEqual([204, { deleted: 2, kept: 0 }]);
      expect((await stored(seriesId)).map(({ id }) => id)).toEqual([ids[0]]);
      expect((await read(ids[0] ?? '')).series).toMatchObject({ index: 1, count: 3, remaining: 1 });
    });

    it('all leaves the past, and the last takes the series along', async () => {
      const { owner, ids, seriesId } = await published(soon);
      app.setNow(LATER);
      expect(outcomeOf(await remove(ids[2] ?? '', 'all', owner))).toEqual({ deleted: 2, kept: 1 });
      const series = () => db.select().from(activitySeries).where(sql`${activitySeries.id} = ${seriesId}`);
      expect(await series()).toHaveLength(1);
      expect(outcomeOf(await remove(ids[0] ?? '', 'all', owner))).toEqual({ deleted: 1, kept: 0 });
      expect(await series()).toHaveLength(0);
    });

    it('one by one at once leaves no series', async () => {
      const { owner, ids, seriesId } = await published();
      await concurrently(3, index => remove(ids[index] ?? '', 'one', owner));
      expect(await db.select().from(activitySeries).where(sql`${activitySeries.id} = ${seriesId}`)).toEqual(
        [],
      );
    });
  });

  it('60 occurrences are made with as many statements as two', async () => {
    const { headers } = await signedIn(db);
    const needs = [{ kind: 'task', name: 'Cocina', quantity: 2 }];
    const statementsOf = async (count: number) => {
      const before = statements;
      const values = { title: 'Diaria', date: SATURDAYS[0], needs, repeat: { frequency: 'daily', count } };
      expect((await send('POST', '/tasks', values, headers)).json().series.count).toBe(count);
      return statements - before;
    };
    // Jobs run statements too.
    await expect.poll(async () => (await statementsOf(60)) - (await statementsOf(2))).toBe(0);
  });
});

describe('series lists', async () => {
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

  // docs/rules.md R15.4
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

    it('show and count hidden ones for its organisers, by series and by collective', async () => {
      const { id: collectiveId, slug } = await aCollective(db);
      const hidden = await published({ title: 'Taller' });
      await db
        .update(activities)
        .set({ status: 'rejected', rejectionReason: 'No', collectiveId })
        .where(eq(activities.seriesId, hidden.seriesId));
      const [organizer, door] = [await signedIn(db), await signedIn(db)];
      await aMember(db, { teamId: collectiveId, userId: organizer.user.id, role: 'organizer' });
      await aMember(db, { teamId: collectiveId, userId: door.user.id, role: 'door' });
      const { headers } = organizer;
      const found = await list(`/tasks/search?serie=${hidden.seriesId}`, headers);
      expect([found.ids, found.total]).toEqual([hidden.ids, 3]);
      const next = await list(`/tasks/search?colectivo=${slug}&date=proximas&series=next`, headers);
      expect([next.ids, next.total]).toEqual([hidden.ids.slice(0, 1), 1]);
      expect(next.rows[0]?.series).toMatchObject({ remaining: 3 });
      const one: Activity = (await app.inject({ url: `/api/tasks/${hidden.ids[1]}`, headers })).json();
      expect(one.series).toMatchObject({ remaining: 3 });
      for (const path of [`serie=${hidden.seriesId}`, `colectivo=${slug}`])
        for (const others of [{}, door.headers])
          expect(await list(`/tasks/search?${path}`, others)).toMatchObject({ ids: [], total: 0 });
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
});
