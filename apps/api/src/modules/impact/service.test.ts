import { IMPACT_GOALS } from '@minga/contract/impact';
import { v7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, anActivity, anAttendance, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { activities } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { impactCsv } from './routes.ts';
import { impactOf, lastMonths } from './rules.ts';

const app = await testApp();
const prior = await testApp({ MODERATION: 'prior' });
const { db } = app.platform;
const HELD = new Date('2026-11-07T14:00:00.000Z');

const read = async (query = '', from = app) => (await from.inject(`/api/tasks/impact${query}`)).json();
const goal = (unit: string, reached: number) => ({ _id: v7(), label: 'Meta', target: 100, unit, reached });

/** Creates a checked-in party. */
const came = (activityId: string, companions = 0, hours: number | null = null, inDb = db) =>
  anAttendance(inDb, { activityId, companions, hours, checkedInAt: HELD });

afterEach(async () => {
  await db.delete(activities);
  app.setNow(NOON);
});

describe('GET /tasks/impact', () => {
  it('is empty, with twelve months, on a new site', async () => {
    const { months, ...sums } = await read();
    expect(sums).toEqual({ activities: 0, people: 0, hours: 0, goals: [] });
    expect(months).toHaveLength(12);
    expect([months[0], months[11]]).toEqual(
      ['2025-12', '2026-11'].map(month => ({ month, activities: 0, people: 0, hours: 0 })),
    );
  });

  it('sums public activities that are over, by their month on the site’s calendar', async () => {
    const { id } = await anActivity(db, { date: HELD });
    await came(id, 2, 3.25);
    await came(id, 0, 1.5);
    await came(id);
    // This party is confirmed but was not checked in.
    await anAttendance(db, { activityId: id, companions: 5 });
    // In Popayán this is 31 October.
    const late = await anActivity(db, { date: new Date('2026-11-01T04:00:00.000Z') });
    await came(late.id, 0, 2);
    const old = await anActivity(db, { date: new Date('2024-03-01T14:00:00.000Z') });
    await came(old.id, 9, 24);
    const upcoming = await anActivity(db, { date: new Date(NOON.getTime() + 1) });
    await came(upcoming.id, 3, 8);
    const ongoing = await anActivity(db, {
      date: new Date(NOON.getTime() - 1),
      endDate: new Date(NOON.getTime() + 1),
    });
    await came(ongoing.id, 3, 8);
    const rejected = await anActivity(db, { date: HELD, status: 'rejected', rejectionReason: 'Spam' });
    await came(rejected.id, 3, 8);
    const { months, ...sums } = await read();
    expect(sums).toEqual({ activities: 3, people: 16, hours: 30.75, goals: [] });
    expect(months.slice(-2)).toEqual([
      { month: '2026-10', activities: 1, people: 1, hours: 2 },
      { month: '2026-11', activities: 1, people: 5, hours: 4.75 },
    ]);
    expect(months.slice(0, -2).every((month: { activities: number }) => month.activities === 0)).toBe(true);
  });

  it('sums goals by unit in any case, the most first, without units that nothing reached', async () => {
    const goals = [goal('árboles', 120), goal('bultos', 0)];
    await anActivity(db, { date: HELD, goals });
    await anActivity(db, { date: HELD, goals: [goal('árboles', 1_000_000_000), goal('Árboles', 3)] });
    await anActivity(db, { date: new Date('2027-01-01T14:00:00Z'), goals: [goal('libros', 9)] });
    await anActivity(db, { date: HELD, goals: [goal('platos', 1_000_000_000), goal('platos', 900)] });
    expect((await read()).goals).toEqual([
      { unit: 'platos', reached: 1_000_000_900 },
      { unit: 'árboles', reached: 1_000_000_123 },
    ]);
  });

  it('lists at most ten units', async () => {
    for (let at = 0; at < 3; at += 1)
      await anActivity(db, {
        date: HELD,
        goals: Array.from({ length: 5 }, (_, index) => goal(`unidad ${5 * at + index}`, 1 + index)),
      });
    expect((await read()).goals).toHaveLength(IMPACT_GOALS);
  });

  it('of a collective counts its activities alone; an unknown, held or deactivated one is 404', async () => {
    const { id: collectiveId, slug } = await aCollective(db);
    const own = await anActivity(db, { date: HELD, collectiveId, goals: [goal('sauces', 31)] });
    await came(own.id, 1, 2);
    const other = await anActivity(db, { date: HELD, goals: [goal('robles', 5)] });
    await came(other.id);
    expect(await read(`?colectivo=${slug}`)).toMatchObject({
      activities: 1,
      people: 2,
      hours: 2,
      goals: [{ unit: 'sauces', reached: 31 }],
    });
    expect(await read()).toMatchObject({ activities: 2, people: 3 });
    expect(await read('?colectivo=')).toMatchObject({ activities: 2 });
    const held = await aCollective(db, { status: 'held' });
    for (const unknown of ['ninguno', 'No es un slug', held.slug])
      expect(errorOf(await app.inject(`/api/tasks/impact?colectivo=${encodeURIComponent(unknown)}`))).toEqual(
        {
          status: 404,
          code: 'NOT_FOUND',
          message: 'Colectivo no encontrado',
        },
      );
    const long = await app.inject(`/api/tasks/impact?colectivo=${'a'.repeat(81)}`);
    expect(errorOf(long)).toMatchObject({ status: 400, message: ['Colectivo no encontrado'] });
  });

  it('counts approved activities alone under prior moderation', async () => {
    await anActivity(prior.platform.db, { date: HELD });
    await anActivity(prior.platform.db, { date: HELD, status: 'approved' });
    expect((await read('', prior)).activities).toBe(1);
  });
});

describe('GET /admin/impact.csv', () => {
  it('has a row for each month and collective, with names that no spreadsheet evaluates', async () => {
    const { headers } = await signedIn(db, { role: 'admin' });
    const { id: collectiveId } = await aCollective(db, { name: '=1+1, «la "minga"»' });
    const own = await anActivity(db, { date: HELD, collectiveId });
    await came(own.id, 1, 2.5);
    await anActivity(db, { date: HELD });
    await anActivity(db, { date: new Date('2025-02-01T14:00:00Z'), collectiveId });
    const reply = await app.inject({ url: '/api/admin/impact.csv', headers });
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toBe('attachment; filename="minga-impacto-2026-11-21.csv"');
    expect(reply.body).toBe(
      [
        '\ufeffMes,Colectivo,Actividades,Personas que llegaron,Horas confirmadas',
        `2026-11,"'=1+1, «la ""minga""»",1,2,"2,5"`,
        '2026-11,(sin colectivo),1,0,0',
        `2025-02,"'=1+1, «la ""minga""»",1,0,0`,
        '',
      ].join('\r\n'),
    );
    await db.delete(activities);
    await db.delete(collectives);
  });

  it.each([
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['-2', "'-2"],
    ['Río\nMolino', '"Río\nMolino"'],
    ['Guardianes', 'Guardianes'],
  ])('writes %j as %j', (collective, cell) => {
    const row = { month: '2026-11', collective, activities: 1, people: 0, hours: 0 };
    expect(impactCsv([row])).toContain(`\r\n2026-11,${cell},1,0,0\r\n`);
  });
});

it('months start at local midnight and cross years', () => {
  const months = lastMonths(new Date('2027-01-01T03:00:00.000Z'), 'America/Bogota');
  expect(months.map(({ month }) => month)).toEqual([
    ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'],
    ...['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12'],
  ]);
  expect(months[11]?.start).toEqual(new Date('2026-12-01T05:00:00.000Z'));
});

it('totals include what was before the months', () => {
  const months = lastMonths(NOON, 'America/Bogota');
  const rows = [
    { place: 0, activities: 5, people: 7, hours: 1.25 },
    { place: 12, activities: 1, people: 2, hours: 0.5 },
  ];
  const impact = impactOf(months, rows, []);
  expect(impact).toMatchObject({ activities: 6, people: 9, hours: 1.75 });
  expect(impact.months[11]).toEqual({ month: '2026-11', activities: 1, people: 2, hours: 0.5 });
});
