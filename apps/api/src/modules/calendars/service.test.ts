import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, passwordHash } from '../../../test/account-calls.ts';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, aMember, anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { loopbackServer } from '../../../test/loopback-server.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { setTrust } from '../../../test/trust.ts';
import { dueWork } from '../../platform/due-work/schema.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { notifications } from '../notifications/schema.ts';
import { teamMembers } from '../teams/schema.ts';
import { storeFailure } from './following/service.ts';
import { pollCalendars } from './polling-service.ts';
import { FETCHING } from './reading/fetcher.ts';
import { claimDue } from './repository.ts';
import { calendars } from './schema.ts';

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer };

let answer: Answer | ((path: string) => Answer | null) = {};
const asked: { path: string; headers: Record<string, unknown> }[] = [];
const server = await loopbackServer(({ url = '', headers }, _body, response) => {
  asked.push({ path: url, headers });
  const found = typeof answer === 'function' ? answer(url) : answer;
  if (found !== null) response.writeHead(found.status ?? 200, found.headers).end(found.body);
});
afterAll(server.stop);

const environment = { WEBHOOK_HOSTS: server.host };
const database = await testDatabase();
const here = await testApp(environment, database);
const there = await testApp(environment, database);
const limited = await testApp({ ...environment, RATE_LIMIT_FACTOR: '1' }, database);
const { db } = here.platform;

const at = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
const stamp = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '');
const event = (uid: string, start: Date, ...lines: string[]) =>
  [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:Actividad ${uid}`,
    `DTSTART:${stamp(start)}`,
    ...lines,
    'END:VEVENT',
  ].join('\r\n');
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => event(`${from + index}`, at(24 * (from + index + 1))));

beforeEach(() => {
  answer = {};
  asked.length = 0;
  for (const app of [here, there]) app.setNow(NOON);
});

async function following(...events: string[]) {
  await db.delete(calendars);
  const { user, headers } = await signedIn(db, { passwordHash });
  const collective = await aCollective(db, { ownerId: user.id });
  const url = `/api/collectives/${collective.slug}/calendars`;
  answer = { body: calendar(...events) };
  const reply = await here.post(url, { url: `http://${server.host}/a.ics` }, headers);
  expect(reply.statusCode).toBe(201);
  const one = `${url}/${reply.json()._id}`;
  const poll = async (now = NOON, timeoutMs = 60_000) => {
    for (const app of [here, there]) app.setNow(now);
    await Promise.all(
      [here, there].map(({ platform }) => pollCalendars(platform, undefined, { ...FETCHING, timeoutMs })),
    );
  };
  const state = async () => (await here.get(url, headers)).json()[0];
  const rows = () =>
    db.select().from(activities).where(eq(activities.collectiveId, collective.id)).orderBy(activities.date);
  const titles = async () => (await rows()).map(({ title }) => title);
  /** Reads again what the calendar has now, an hour later each time. */
  let hours = 0;
  const readNext = async (...next: string[]) => {
    answer = { body: calendar(...next) };
    hours += 1;
    await poll(at(hours));
  };
  await poll();
  return {
    user,
    headers,
    collective,
    url,
    one,
    poll,
    state,
    rows,
    titles,
    readNext,
    created: reply.json(),
  };
}

const bells = async (title: string) => {
  const rows = await db.select().from(notifications).where(eq(notifications.title, title));
  return rows.length;
};

describe('a calendar', () => {
  it('becomes activities of the collective, and its address is in no response', async () => {
    const { created, state, rows, headers, url, user } = await following(
      event('a', at(48), 'LOCATION:Parque Caldas', 'DTEND:20261124T170000Z'),
      event('b', at(72), 'RRULE:FREQ=WEEKLY;COUNT=3'),
    );
    expect(created).toMatchObject({
      host: server.host,
      state: 'reading',
      lastReadAt: null,
      error: null,
      activities: 0,
    });
    expect(await state()).toMatchObject({
      state: 'ok',
      lastReadAt: NOON.toISOString(),
      error: null,
      activities: 4,
      edited: 0,
      cancelled: 0,
      vanished: 0,
      summary: { activities: 4, series: 1, withoutPlace: 3, leftOut: 0, beyondLimit: 0 },
    });
    expect((await here.get(url, headers)).body).not.toContain('a.ics');
    const found = await rows();
    expect(
      found.map(({ ownerId, seriesIndex, status }) => [ownerId === user.id, seriesIndex, status]),
    ).toEqual([
      ...[
        [true, null, 'pending'],
        [true, 1, 'pending'],
        [true, 2, 'pending'],
        [true, 3, 'pending'],
      ],
    ]);
    const shown = await here.get(`/api/tasks/${found[0]?.id}`);
    expect(shown.json()).toMatchObject({
      place: 'Parque Caldas',
      source: { host: server.host, isCancelled: false },
    });
    expect(
      await db.$count(
        dueWork,
        sql`${dueWork.kind} = 'news' and ${dueWork.key} = any(${sql.param(found.map(({ id }) => id))}::text[])`,
      ),
    ).toBe(0);
  });

  it('is read before it is added, which stores nothing', async () => {
    const { headers, url, state, rows } = await following();
    const before = await state();
    answer = {
      body: calendar(
        ...many(2),
        event('serie', at(200), 'LOCATION:Parque Caldas', 'RRULE:FREQ=WEEKLY;COUNT=4'),
        'BEGIN:VEVENT\r\nUID:x\r\nDTSTART:20261130T100000Z\r\nEND:VEVENT',
      ),
    };
    const preview = await here.post(`${url}/preview`, { url: `http://${server.host}/b.ics` }, headers);
    expect(preview.json()).toMatchObject({
      error: null,
      summary: {
        activities: 6,
        series: 1,
        withoutPlace: 2,
        leftOut: 1,
        leftOutReasons: [expect.any(String)],
      },
    });
    expect(preview.json().first).toHaveLength(5);
    expect(preview.json().first[0]).toEqual({
      title: 'Actividad 0',
      date: at(24).toISOString(),
      place: null,
    });
    expect(preview.body).not.toContain('b.ics');
    expect(await state()).toEqual(before);
    expect(await rows()).toEqual([]);
  });

  it.each([
    [{ status: 404 }, 'El servidor del calendario respondió con el código 404, no con el calendario'],
    [{ status: 304 }, 'El servidor del calendario respondió con el código 304, no con el calendario'],
    [{ body: '<html>' }, 'La dirección no lleva a un calendario (.ics): la línea 1 no es BEGIN:VCALENDAR'],
  ])('says why it cannot be read: %o', async (given, error) => {
    const { headers, url } = await following();
    answer = given;
    const preview = await here.post(`${url}/preview`, { url: `http://${server.host}/b.ics` }, headers);
    expect(preview.json()).toEqual({ summary: null, error, first: [] });
  });

  it('is previewed 20 times an hour, and never at a private address', async () => {
    const { headers, url } = await following();
    const preview = (address: string) => limited.post(`${url}/preview`, { url: address }, headers);
    expect(errorOf(await preview('https://10.0.0.1/a.ics'))).toMatchObject({ status: 400 });
    expect(errorOf(await preview('ftp://a.example/'))).toMatchObject({ status: 400, code: 'VALIDATION' });
    for (let time = 0; time < 20; time += 1)
      expect((await preview(`http://${server.host}/b.ics`)).statusCode).toBe(200);
    const refused = await preview(`http://${server.host}/b.ics`);
    expect(errorOf(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(refused.headers['retry-after']).toBeDefined();
  });

  it('doubles nothing when it is read twice, by two processes, or after a crash', async () => {
    const { poll, titles, rows } = await following(...many(3));
    await poll(at(1));
    expect(await titles()).toHaveLength(3);
    // A process claims the reading and is killed; another takes it up within 90 s.
    await db.update(calendars).set({
      readingId: sql`gen_random_uuid()`,
      dueAt: new Date(at(1).getTime() + 75_000),
      state: 'reading',
    });
    await poll(new Date(at(1).getTime() + 80_000));
    expect([await rows(), (await db.select().from(calendars))[0]?.state]).toMatchObject([
      { length: 3 },
      'ok',
    ]);
  });

  it('is not claimed while another process claims it', async () => {
    await following(...many(1));
    await db.transaction(async other => {
      await other.select().from(calendars).for('update');
      const claimed = await db.transaction(async tx => {
        await tx.execute(sql`set local lock_timeout = '5s'`);
        return claimDue(tx, at(1), at(2), 5);
      });
      expect(claimed).toEqual([]);
    });
    expect(await claimDue(db, at(1), at(2), 5)).toHaveLength(1);
  });

  it('that another process has taken up is not changed by the one that was late', async () => {
    const { state } = await following(...many(1));
    const [late] = await claimDue(db, at(1), at(2), 5);
    const [next] = await claimDue(db, at(2), at(3), 5);
    if (late === undefined || next === undefined) throw new Error('the calendar was not due');
    await storeFailure(here.platform, late, 'El servidor del calendario no responde');
    expect(await state()).toMatchObject({ error: null });
    await storeFailure(here.platform, next, 'El servidor del calendario no responde');
    expect(await state()).toMatchObject({ error: 'El servidor del calendario no responde' });
  });

  it('changes what follows it and leaves what organisers edited', async () => {
    const { rows, readNext, headers, state } = await following(event('a', at(48)), event('b', at(72)));
    const [first] = await rows();
    const edit = { title: 'Nuestro título', date: first?.date.toISOString() };
    expect((await here.put(`/api/tasks/${first?.id}`, edit, headers)).statusCode).toBe(200);
    const changed = event('a', at(49), 'LOCATION:Otro lugar').replace('SUMMARY:Actividad a', 'SUMMARY:Otro');
    await readNext(changed, event('b', at(72)));
    const [after] = await rows();
    expect(after).toMatchObject({
      id: first?.id,
      title: 'Nuestro título',
      place: 'Otro lugar',
      date: at(49),
    });
    expect(await state()).toMatchObject({
      edited: 1,
      summary: { edits: [{ activityId: first?.id, title: 'Nuestro título', fields: ['title'] }] },
    });
    await readNext(changed, event('b', at(72)));
    expect(await state()).toMatchObject({ edited: 1 });
  });

  it('keeps the dates of a rule whose hour and weekday moved, with their people', async () => {
    const rule = (start: Date) => event('r', start, 'RRULE:FREQ=WEEKLY;COUNT=3');
    const { rows, readNext } = await following(rule(at(48)));
    const before = (await rows()).map(({ id }) => id);
    await readNext(rule(at(50)));
    expect((await rows()).map(({ id, date }) => [id, date])).toEqual(
      before.map((id, index) => [id, at(50 + index * 168)]),
    );
    await readNext(rule(at(74)));
    expect((await rows()).map(({ id }) => id)).toEqual(before);
  });

  // docs/rules.md R24.7
  it('removes what is gone, except what somebody confirmed and what has begun', async () => {
    const { rows, titles, readNext, headers, state } = await following(...many(3), event('x', at(0.5)));
    const [begun, confirmed] = await rows();
    await anAttendance(db, { activityId: confirmed?.id ?? '' });
    await readNext(event('1', at(48), 'STATUS:CANCELLED'), event('2', at(72)));
    expect(await titles()).toEqual([begun?.title, 'Actividad 0', 'Actividad 2']);
    expect((await here.get(`/api/tasks/${confirmed?.id}`)).json().source).toMatchObject({
      isCancelled: true,
    });
    expect([await bells('Cancelada en su calendario'), await state()]).toMatchObject([1, { cancelled: 1 }]);
    await readNext(event('2', at(72)));
    expect(await bells('Cancelada en su calendario')).toBe(1);
    await readNext(event('0', at(24)), event('2', at(72)));
    expect((await here.get(`/api/tasks/${confirmed?.id}`, headers)).json().source).toMatchObject({
      isCancelled: false,
    });
  });

  it('removes nothing when more than half would vanish, until organisers agree', async () => {
    const { titles, readNext, state, one, headers, poll } = await following(...many(8));
    await readNext(...many(3));
    expect([await titles(), await state()]).toMatchObject([{ length: 8 }, { vanished: 5, state: 'ok' }]);
    await readNext(...many(3));
    expect(await bells(`Faltan actividades en ${server.host}`)).toBe(1);
    expect((await here.post(`${one}/read?vanished=remove`, {}, headers)).json()).toMatchObject({
      state: 'reading',
    });
    await poll(at(3));
    expect([await titles(), await state()]).toMatchObject([{ length: 3 }, { vanished: 0 }]);
  });

  it('does not bring back what an organiser deleted or an administrator rejected', async () => {
    const { rows, titles, readNext, headers } = await following(...many(3));
    const [first, second] = await rows();
    await here.delete(`/api/tasks/${first?.id}`, headers);
    await db
      .update(activities)
      .set({ status: 'rejected', rejectionReason: 'No' })
      .where(eq(activities.id, second?.id ?? ''));
    await readNext(event('0', at(30)), event('1', at(31)), event('2', at(72)));
    expect(await titles()).toEqual(['Actividad 1', 'Actividad 2']);
    expect((await rows())[0]).toMatchObject({ status: 'rejected', date: at(48) });
  });

  it('tells followers of one reading once, and of the first nothing', async () => {
    const { rows, readNext } = await following(...many(2));
    await readNext(...many(6));
    const ids = (await rows()).map(({ id }) => id);
    const news = await db
      .select()
      .from(dueWork)
      .where(and(eq(dueWork.kind, 'news'), sql`${dueWork.key} = any(${sql.param(ids)}::text[])`));
    expect(news).toMatchObject([{ key: ids[2], data: { others: 3 } }]);
  });

  it('is one held item if the first publications of its account are held', async () => {
    await setTrust(db, { holdFirst: 1 });
    try {
      const { rows } = await following(...many(4));
      expect((await rows()).map(({ status }) => status)).toEqual(['held', 'held', 'held', 'held']);
      const admin = await signedIn(db, { role: 'admin' });
      const held = (await here.get('/api/admin-panel/held', admin.headers)).json();
      expect(held).toHaveLength(1);
      const decided = await here.post(
        `/api/admin-panel/held/activity/${held[0].target.id}`,
        { decision: 'approve' },
        admin.headers,
      );
      expect(decided.statusCode).toBe(200);
      expect((await rows()).map(({ status }) => status)).toEqual([
        'approved',
        'approved',
        'approved',
        'approved',
      ]);
      expect(await db.$count(dueWork, eq(dueWork.kind, 'news'))).toBe(1);
    } finally {
      await setTrust(db, {});
    }
  });

  it('goes to an owner when the account that added it is deleted', async () => {
    const { rows, collective, user, headers, readNext } = await following(...many(2));
    const heir = await aUser(db);
    await aMember(db, { teamId: collective.id, userId: heir.id, role: 'owner' });
    const payload = { password: PASSWORD, confirmation: 'ELIMINAR' };
    const reply = await here.inject({ method: 'DELETE', url: '/api/auth/account', headers, payload });
    expect([reply.statusCode, user.id === heir.id]).toEqual([204, false]);
    await readNext(...many(3));
    expect((await rows()).map(({ ownerId }) => ownerId)).toEqual([heir.id, heir.id, heir.id]);
  });
});

it('an owner takes over when the account that added a calendar leaves the collective', async () => {
  const { rows, collective, user, readNext } = await following(...many(1));
  const heir = await aUser(db);
  await aMember(db, { teamId: collective.id, userId: heir.id, role: 'owner' });
  await db
    .delete(teamMembers)
    .where(and(eq(teamMembers.teamId, collective.id), eq(teamMembers.userId, user.id)));
  await readNext(...many(2));
  expect((await rows()).map(({ ownerId }) => ownerId)).toEqual([user.id, heir.id]);
  await db.update(users).set({ isActive: false }).where(eq(users.id, heir.id));
  await readNext(...many(3));
  const [row] = await db.select().from(calendars);
  expect([await rows(), row]).toMatchObject([{ length: 2 }, { state: 'failed' }]);
  expect(row?.error).toContain('ya no publica');
});

it('a calendar of 600 events brings the first 500, and says how many do not fit and which it left out', async () => {
  const hours = Array.from({ length: 600 }, (_, index) => event(`${index}`, at(index + 1)));
  const { state, rows, readNext } = await following(...hours, event('x', at(2)).replace(/SUMMARY.*\r\n/, ''));
  expect((await state()).summary).toEqual({
    edits: [],
    activities: 500,
    series: 0,
    withoutPlace: 500,
    leftOut: 1,
    beyondLimit: 100,
    leftOutReasons: ['El evento de la línea 3003 no tiene título (SUMMARY)'],
  });
  expect((await rows()).map(({ title }) => title)).toEqual(
    Array.from({ length: 500 }, (_, index) => `Actividad ${index}`),
  );
  await readNext(...hours);
  expect([await rows(), await state()]).toMatchObject([{ length: 501 }, { state: 'ok', vanished: 0 }]);
});

describe('a reading that fails changes nothing and says why', () => {
  it.each<[string, Answer | ((path: string) => Answer | null), RegExp]>([
    ['a page', { body: '<html></html>' }, /no lleva a un calendario/],
    ['a file that breaks off', { body: calendar(...many(2)).slice(0, -20) }, /no lleva a un calendario/],
    ['3 MB', { body: `${calendar(...many(2))}${' '.repeat(3_000_000)}` }, /más de 2 MB/],
    [
      'a gzip bomb',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(50_000_000)) },
      /más de 2 MB/,
    ],
    [
      'a bomb of Brotli',
      {
        headers: { 'content-encoding': 'br' },
        body: brotliCompressSync(Buffer.alloc(50_000_000), {
          params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
        }),
      },
      /más de 2 MB/,
    ],
    [
      'a deflate bomb',
      { headers: { 'content-encoding': 'deflate' }, body: deflateSync(Buffer.alloc(50_000_000)) },
      /más de 2 MB/,
    ],
    [
      'a file that is packed twice',
      { headers: { 'content-encoding': 'gzip, gzip' }, body: gzipSync(gzipSync(calendar(...many(2)))) },
      /la línea 1 no es BEGIN:VCALENDAR/,
    ],
    [
      'half a packed file',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(calendar(...many(2))).subarray(0, 60) },
      /No pudimos conectar/,
    ],
    ['a redirect without an address', { status: 302 }, /código 302/],
    [
      'a redirect to another protocol',
      { status: 302, headers: { location: 'file:///etc/passwd' } },
      /redirige a otra/,
    ],
    ['an error', { status: 500 }, /código 500/],
    ['204', { status: 204 }, /código 204/],
    ['a loop', { status: 302, headers: { location: '/b.ics' } }, /más de 3 veces/],
    ['a private host', { status: 302, headers: { location: 'http://169.254.169.254/' } }, /redirige a otra/],
    ['silence', () => null, /no respondió/],
  ])('%s', async (_name, next, sentence) => {
    const { poll, titles, state } = await following(...many(2));
    answer = next;
    await poll(at(1), 300);
    expect([await titles(), await state()]).toMatchObject([
      { length: 2 },
      { state: 'failed', lastReadAt: at(1).toISOString() },
    ]);
    expect((await state()).error).toMatch(sentence);
    expect((await state()).error).not.toContain('.ics?');
    answer = { headers: { 'content-encoding': 'gzip' }, body: gzipSync(calendar(...many(3))) };
    await poll(at(2));
    expect([await titles(), await state()]).toMatchObject([{ length: 3 }, { state: 'ok', error: null }]);
  });

  it('is read with the version of what was read well, at most three redirects away', async () => {
    const { poll, state } = await following(...many(2));
    const body = calendar(...many(2));
    answer = path =>
      path === '/c.ics'
        ? { body, headers: { etag: '"v1"' } }
        : { status: 301, headers: { location: '/c.ics' } };
    await poll(at(1));
    answer = { status: 304 };
    await poll(at(2));
    expect(asked.at(-1)?.headers).toMatchObject({ 'if-none-match': '"v1"' });
    expect(await state()).toMatchObject({ state: 'ok', lastReadAt: at(2).toISOString() });
    answer = { body, headers: { etag: '"v2"' } };
    await poll(at(30));
    expect(asked.at(-1)?.headers).not.toHaveProperty('if-none-match');
  });
});

describe('requests', () => {
  it('are rejected with one sentence', async () => {
    const { url, headers, one } = await following();
    const post = async (payload: object) => errorOf(await here.post(url, payload, headers));
    expect(await post({ url: '' })).toMatchObject({ status: 400, message: ['La dirección es requerida'] });
    expect(await post({ url: 'ftp://a.example/' })).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(await post({ url: 'https://10.0.0.1/a.ics' })).toMatchObject({ status: 400 });
    expect(await post({ url: 'https://a.example.org/', category: 'x' })).toMatchObject({ status: 400 });
    expect(await post({ url: `http://${server.host}/a.ics` })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    for (const path of ['1', '2', '3', '4'])
      expect((await here.post(url, { url: `webcal://a.example.org/${path}` }, headers)).statusCode).toBe(201);
    expect(await post({ url: 'https://a.example.org/5' })).toMatchObject({ status: 409, code: 'LIMIT' });
    expect(await post({ url: 'https://a.example.org/1' })).toMatchObject({ status: 409, code: 'CONFLICT' });
    const unknown = `${url}/0197a000-0000-7000-8000-000000000000`;
    expect(errorOf(await here.post(`${unknown}/read`, {}, headers))).toMatchObject({ status: 404 });
    expect(errorOf(await here.delete(unknown, headers))).toMatchObject({ status: 404 });
    expect(errorOf(await here.delete(`${one}?activities=otra`, headers))).toMatchObject({ status: 400 });
    const other = await signedIn(db);
    expect(errorOf(await here.get(url, other.headers))).toMatchObject({ status: 403 });
  });

  it('read a calendar once a minute', async () => {
    const { one, headers } = await following();
    expect((await limited.post(`${one}/read`, {}, headers)).statusCode).toBe(202);
    const again = await limited.post(`${one}/read`, {}, headers);
    expect([again.statusCode, Number(again.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(errorOf(await here.post(`${one}/read?vanished=todo`, {}, headers))).toMatchObject({ status: 400 });
  });

  it('never store more than five, nor one twice, however many come at once', async () => {
    const { url, headers } = await following();
    const replies = await concurrently(12, index =>
      here.post(url, { url: `https://a.example.org/${index % 6}` }, headers),
    );
    expect(tally(replies)).toEqual({ 201: 4, 409: 8 });
  });

  it('remove a calendar with or without its activities', async () => {
    const kept = await following(...many(2));
    expect((await here.delete(kept.one, kept.headers)).statusCode).toBe(204);
    expect((await kept.rows()).map(({ sourceHost }) => sourceHost)).toEqual([null, null]);
    const gone = await following(...many(3));
    const [first] = await gone.rows();
    await anAttendance(db, { activityId: first?.id ?? '' });
    expect((await here.delete(`${gone.one}?activities=remove`, gone.headers)).statusCode).toBe(204);
    expect(await gone.titles()).toEqual(['Actividad 0']);
    expect(await bells(`Ya no se lee el calendario de ${server.host}`)).toBe(1);
  });
});
