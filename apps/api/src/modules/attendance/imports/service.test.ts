import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { queriesOf, testDatabase } from '../../../../test/database.ts';
import { aCollective, anActivity, anAttendance, signedIn } from '../../../../test/factories.ts';
import { errorOf } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { mails } from '../../../platform/mail/schema.ts';
import { activities } from '../../activities/schema.ts';
import { addedMailboxes, attendances } from '../schema.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const limited = await testApp({ RATE_LIMIT_FACTOR: '1' }, database);
const { db } = app.platform;
type Headers = Record<string, string>;
type Row = Record<string, unknown>;
const DAY_MS = 24 * 3_600_000;

const bring = (taskId: string, rows: unknown, headers: Headers = {}, options: object = {}, target = app) =>
  target.inject({
    method: 'POST',
    url: `/api/attendances/${taskId}/import`,
    payload: { rows, ...options } as object,
    headers,
  });
const post = (url: string, payload: object, headers: Headers = {}) =>
  app.inject({ method: 'POST', url: `/api/attendances/${url}`, payload, headers });
const add = (taskId: string, person: Row, headers: Headers = {}) =>
  post('confirm', { taskId, ...person }, headers);

async function organised(values: Parameters<typeof anActivity>[1] = {}) {
  const owner = await signedIn(db);
  const activity = await anActivity(db, { ...values, ownerId: owner.user.id });
  return { ...owner, id: activity.id, activity };
}

const listed = (activityId: string) =>
  db.select().from(attendances).where(eq(attendances.activityId, activityId));
const resultsOf = (reply: { json: () => { results: { result: string }[] } }) =>
  reply.json().results.map(({ result }) => result);
const people = (count: number, prefix = 'traida') =>
  Array.from({ length: count }, (_, n) => ({ name: `Persona ${n}`, email: `${prefix}${n}@example.org` }));

beforeEach(() => {
  for (const each of [app, limited]) each.setNow(NOON);
});

describe('POST /attendances/{taskId}/import', () => {
  it('adds people by name alone, e-mail or phone, and repeated adds nobody', async () => {
    const { id, headers } = await organised({ contact: 'email' });
    const rows = [
      { name: ' Doña Rosa ', phone: '300 123 4567' },
      { name: 'Luis', email: ' LUIS@example.org ', companions: 0 },
      { name: 'Ana', email: null, phone: '', companions: null },
    ];
    const rehearsal = await bring(id, rows, headers, { dryRun: true });
    expect(rehearsal.json()).toEqual({
      results: [0, 1, 2].map(index => ({ index, result: 'added', mailed: index === 1 })),
      added: 3,
      already: 0,
      full: 0,
      invalid: 0,
      mailed: 1,
    });
    expect(await listed(id)).toEqual([]);
    expect(await emailsTo(db, 'luis@example.org')).toEqual([]);
    const first = await bring(id, rows, headers);
    const added = await listed(id);
    expect(first.json()).toEqual({
      ...rehearsal.json(),
      results: rehearsal
        .json()
        .results.map((one: object, at: number) => ({ ...one, attendanceId: added[at]?.id })),
    });
    expect(added.map(({ name, email, phone }) => [name, email, phone])).toEqual([
      ['Doña Rosa', null, '+573001234567'],
      ['Luis', 'luis@example.org', null],
      ['Ana', null, null],
    ]);
    const again = await bring(id, rows, headers);
    expect(again.json()).toMatchObject({ added: 0, already: 3, mailed: 0 });
    expect(await listed(id)).toHaveLength(3);
    expect(await emailsTo(db, 'luis@example.org')).toHaveLength(1);
  });

  it('adds nobody of an exported list: names like formulas, two María Pérez, waiting, offered and erased people', async () => {
    const { id, headers } = await organised({ capacity: 30, companionsMax: 5, hasWaitingList: true });
    const names = [
      '=1+1',
      '+57 300 123 4567',
      '@x',
      '-guion',
      'María Pérez',
      'maría pérez',
      'Rosa 👩‍🌾',
      'a;b',
    ];
    for (const [n, name] of names.entries())
      await anAttendance(db, {
        activityId: id,
        name,
        companions: n % 4,
        ...(n % 3 === 0 ? { email: null } : { email: `ida${n}@example.org`, phone: `+57300111220${n}` }),
      });
    await anAttendance(db, { activityId: id, name: 'María Pérez', email: null, phone: '+573001112233' });
    await anAttendance(db, { activityId: id, status: 'waiting', queueNumber: 1, companions: 2 });
    const offerExpiresAt = new Date('2026-12-01');
    await anAttendance(db, {
      activityId: id,
      name: 'Ofrecida',
      email: null,
      status: 'offered',
      offerExpiresAt,
    });
    await anAttendance(db, { activityId: id, name: null, email: null });
    const exported = await app.inject({ url: `/api/attendances/${id}`, headers });
    const reply = await bring(id, exported.json(), headers, { force: true });
    expect(reply.json()).toMatchObject({ added: 0, already: 12, full: 0, invalid: 0, mailed: 0 });
    const cancelled = await listed(id);
    await db.delete(attendances).where(eq(attendances.id, cancelled[0]?.id ?? ''));
    expect((await bring(id, exported.json(), headers)).json()).toMatchObject({ added: 1, already: 11 });
  });

  it('judges each row by itself, with a sentence for each that is not added', async () => {
    const { id, headers } = await organised({ companionsMax: 1 });
    await anAttendance(db, { activityId: id, name: 'María Pérez', email: 'maria@example.org' });
    await anAttendance(db, { activityId: id, name: null, email: null });
    const reply = await bring(
      id,
      [
        { name: 'María Pérez', email: 'otra@example.org' },
        { name: 'Otra', email: 'MARIA@example.org' },
        { name: 'maría pérez' },
        'María',
        null,
        [],
        { name: '' },
        { name: 'Luz', phone: '12' },
        { name: 'Luz', email: 'luz' },
        { name: 'Luz', companions: 2 },
        { name: 'Luz', companions: 1.5 },
        { name: 'Luz estafa.com' },
        { name: 'Nu\0l' },
        { name: 'Eva', phone: '3001234567' },
        { name: 'Eva María', phone: '+57 300 123 4567' },
        { name: 'Iván' },
        { name: 'IVÁN' },
        { name: 'Usuario eliminado', email: '', phone: '' },
        { name: 'Usuario eliminado', email: 'sale@example.org' },
      ],
      headers,
    );
    expect([reply.statusCode, resultsOf(reply)]).toEqual([
      200,
      [
        ...['added', 'already', 'already'],
        ...Array(10).fill('invalid'),
        ...['added', 'already', 'added', 'already', 'already', 'invalid'],
      ],
    ]);
    const { results } = reply.json() as { results: { result: string; message?: string; index: number }[] };
    expect(results.map(({ index }) => index)).toEqual(results.map((_, at) => at));
    for (const { result, message } of results) expect(message === undefined).toBe(result === 'added');
    expect(results[7]?.message).toBe('Ingresa un teléfono válido');
    expect(results[12]?.message).toBe('Esta fila no se entiende');
  });

  it('fills the places in the order of the list; nobody imported waits', async () => {
    const { id, headers } = await organised({ capacity: 3, hasWaitingList: true, companionsMax: 5 });
    const rows = [
      { name: 'Uno', companions: 1 },
      { name: 'Grupo', companions: 3 },
      { name: 'Dos', companions: 1 },
      { name: 'Tres' },
      { name: 'Cuatro' },
    ];
    const reply = await bring(id, rows, headers);
    expect(resultsOf(reply)).toEqual(['added', 'full', 'full', 'added', 'full']);
    expect(reply.json().results.map((one: { message?: string }) => one.message)).toEqual([
      ...[undefined, 'Son más personas que los 3 cupos', 'Solo queda 1 cupo', undefined, 'Ya no hay cupos'],
    ]);
    const forced = await bring(id, rows, headers, { force: true });
    expect(resultsOf(forced)).toEqual(['already', 'added', 'added', 'already', 'added']);
    expect((await listed(id)).map(({ status }) => status)).toEqual(Array(5).fill('confirmed'));
    expect((await listed(id)).filter(row => row.isOverLimit)).toHaveLength(3);
  });

  it.each([0, 2])(
    'admits a list that crosses the capacity at once if the organiser insists, with %i companions',
    async companions => {
      const { id, headers } = await organised({ capacity: 5, companionsMax: 5 });
      const rows = people(20).map(row => ({ ...row, companions }));
      const tried = await bring(id, rows, headers, { force: true, dryRun: true });
      const forced = await bring(id, rows, headers, { force: true });
      for (const reply of [tried, forced])
        expect(reply.json()).toMatchObject({ added: 20, full: 0, invalid: 0 });
      const within = Math.floor(5 / (1 + companions));
      expect((await listed(id)).filter(row => row.isOverLimit)).toHaveLength(20 - within);
    },
  );

  it('rejects too many rows, none, a started activity and callers who do not organise it', async () => {
    const { id, headers } = await organised();
    for (const rows of [[], undefined, {}, people(501)])
      expect(errorOf(await bring(id, rows, headers))).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect((await bring(id, people(1))).statusCode).toBe(401);
    expect((await bring(id, people(1), (await signedIn(db)).headers)).statusCode).toBe(403);
    const hidden = await anActivity(db, { status: 'rejected', rejectionReason: 'No es una actividad' });
    expect((await bring(hidden.id, people(1), headers)).statusCode).toBe(404);
    const now = await organised({ date: new Date(NOON.getTime() - 60_000) });
    expect((await bring(now.id, people(1), now.headers)).statusCode).toBe(400);
    expect(await listed(id)).toEqual([]);
  });

  it('accepts a body of a megabyte, and adds 500 people in one transaction', async () => {
    const { id, headers } = await organised();
    const rows = people(500).map(row => ({ ...row, note: 'x'.repeat(1900) }));
    const queries = await queriesOf(database.connection, async () =>
      expect((await bring(id, rows, headers)).json()).toMatchObject({ added: 500, mailed: 500 }),
    );
    expect(queries).toBeLessThan(10);
    expect((await bring(id, [{ name: 'x'.repeat(1_100_000) }], headers)).statusCode).toBe(413);
  });

  it('adds 500 people with capacity 50 while others confirm: 50 places are taken and nobody is doubled', async () => {
    const { id, headers } = await organised({ capacity: 50, hasWaitingList: false });
    const rows = people(500, 'carrera');
    const replies = await Promise.all([
      bring(id, rows, headers),
      bring(id, rows, headers),
      ...Array.from({ length: 30 }, (_, n) =>
        add(id, { name: `V ${n}`, email: `carrera${n * 3}@example.org` }),
      ),
    ]);
    for (const { statusCode } of replies) expect([200, 201, 409]).toContain(statusCode);
    const list = await listed(id);
    expect(list).toHaveLength(50);
    expect(new Set(list.map(({ email }) => email)).size).toBe(50);
  });

  it('two identical imports at once add and mail each person once', async () => {
    const { id, headers } = await organised();
    const rows = people(40, 'igual');
    const replies = await Promise.all([1, 2, 3].map(() => bring(id, rows, headers)));
    const sum = (key: string) => replies.reduce((total, reply) => total + reply.json()[key], 0);
    expect([sum('added'), sum('already'), sum('mailed')]).toEqual([40, 80, 40]);
    expect(await listed(id)).toHaveLength(40);
    expect(await db.$count(mails, eq(mails.activityId, id))).toBe(40);
  });

  it('stores nothing if its connection ends before the commit', async () => {
    const { id, headers } = await organised();
    const rows = people(5, 'corte');
    await db.execute(sql`create function fail_on_mail() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
    await db.execute(sql`create trigger fail_on_mail before insert on mails execute function fail_on_mail()`);
    expect((await bring(id, rows, headers)).statusCode).toBeGreaterThanOrEqual(500);
    await db.execute(sql`drop trigger fail_on_mail on mails`);
    expect(await listed(id)).toEqual([]);
    expect(await db.$count(addedMailboxes, eq(addedMailboxes.activityId, id))).toBe(0);
    expect((await bring(id, rows, headers)).json()).toMatchObject({ added: 5, mailed: 5 });
  });
});

describe('the e-mails of an import', () => {
  const quotaOf = async (id: string, headers: Headers, count: number, prefix: string) =>
    (await bring(id, people(count, prefix), headers, {}, limited)).json().mailed;

  it('are 30 a day of an account over all its activities, also after one was deleted', async () => {
    const { id, headers, user } = await organised();
    const other = await anActivity(db, { ownerId: user.id });
    const rehearsal = await bring(id, people(50, 'cuota'), headers, { dryRun: true }, limited);
    expect(rehearsal.json()).toMatchObject({ added: 50, mailed: 30 });
    expect(await quotaOf(id, headers, 20, 'cuota')).toBe(20);
    await db.delete(activities).where(eq(activities.id, id));
    expect(await quotaOf(other.id, headers, 50, 'otros')).toBe(10);
    limited.setNow(new Date(NOON.getTime() + DAY_MS));
    const later = await anActivity(db, { ownerId: user.id, date: new Date(NOON.getTime() + 9 * DAY_MS) });
    expect(await quotaOf(later.id, headers, 50, 'manana')).toBe(30);
  });

  it('never exceed the allowance of concurrent imports into several activities', async () => {
    const { id, headers, user } = await organised();
    const others = await Promise.all([1, 2, 3].map(() => anActivity(db, { ownerId: user.id })));
    const mailed = await Promise.all(
      [id, ...others.map(one => one.id)].map((each, at) => quotaOf(each, headers, 25, `a${at}`)),
    );
    expect(mailed.reduce((sum, count) => sum + count, 0)).toBe(30);
  });

  it('are 300 a day of a verified collective about its own activities', async () => {
    const owner = await signedIn(db);
    const collective = await aCollective(db, { isVerified: true });
    const values = { ownerId: owner.user.id, collectiveId: collective.id };
    const { id } = await anActivity(db, values);
    expect(await quotaOf(id, owner.headers, 400, 'barrio')).toBe(300);
    const { id: own } = await anActivity(db, { ownerId: owner.user.id });
    expect(await quotaOf(own, owner.headers, 40, 'propios')).toBe(30);
  });

  it('are 30 a day while a verified collective is deactivated', async () => {
    const owner = await signedIn(db);
    const collective = await aCollective(db, { isVerified: true, status: 'inactive' });
    const { id } = await anActivity(db, { ownerId: owner.user.id, collectiveId: collective.id });
    expect(await quotaOf(id, owner.headers, 40, 'apagado')).toBe(30);
  });

  it('are not sent without notify, to the organiser, or twice about one activity', async () => {
    const { id, headers, user } = await organised();
    const rows = [
      { name: 'Yo', email: user.email },
      { name: 'Luz', email: 'luz.unica@gmail.com' },
      { name: 'Luz Marina', email: 'luzunica+minga@gmail.com' },
    ];
    expect((await bring(id, rows, headers, { notify: false })).json()).toMatchObject({ added: 3, mailed: 0 });
    await db.delete(attendances).where(eq(attendances.activityId, id));
    expect((await bring(id, rows, headers)).json()).toMatchObject({ added: 3, mailed: 1 });
    expect((await listed(id)).map(({ userId }) => userId)).toEqual([user.id, null, null]);
    await db.delete(attendances).where(eq(attendances.activityId, id));
    expect((await bring(id, rows, headers)).json()).toMatchObject({ added: 3, mailed: 0 });
  });

  it('names the organiser, has no link of theirs, and removes the person at one press of «No fui yo»', async () => {
    const email = 'sorpresa@example.org';
    const { id, headers, user } = await organised({
      title: 'Minga en ganga.example',
      directions: 'Entra a https://meet.jit.si/estafa',
    });
    await bring(id, [{ name: 'Sorpresa', email }], headers);
    const [mail] = await emailsTo(db, email);
    expect(mail?.text).toContain(`${user.username}, que organiza «Minga en ganga . example», te agregó`);
    expect(mail?.attachments).toEqual([]);
    const links = [...(mail?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, url]) => url ?? '');
    for (const url of links) expect(url.startsWith(app.platform.publicUrl)).toBe(true);
    const token = links.find(url => url.includes('token=no-fui-yo.'))?.split('token=no-fui-yo.')[1] ?? '';
    const read = await post('addition', { token });
    expect([read.statusCode, read.json()]).toMatchObject([200, { refused: false }]);
    expect(await listed(id)).toHaveLength(1);
    for (let press = 0; press < 2; press += 1)
      expect((await post('addition/refusal', { token })).json()).toMatchObject({ refused: true });
    expect(await listed(id)).toEqual([]);
    const message = 'Esta persona pidió que no la agreguen a esta actividad';
    const again = await bring(id, [{ name: 'Otra', email: 'SORPRESA+x@example.org' }], headers);
    expect(again.json().results).toEqual([{ index: 0, result: 'invalid', mailed: false, message }]);
    const refused = { status: 400, message: [message] };
    expect(errorOf(await add(id, { name: 'Otra', email }, headers))).toMatchObject(refused);
    const luz = (await add(id, { name: 'Luz' }, headers)).json();
    const edit = await app.inject({
      method: 'PUT',
      url: `/api/attendances/${luz._id}`,
      payload: { name: 'Luz', email },
      headers,
    });
    expect(errorOf(edit)).toMatchObject(refused);
    // The person may still sign up.
    expect((await add(id, { name: 'Sorpresa', email })).statusCode).toBe(201);
    expect(resultsOf(await bring(id, [{ name: 'Sorpresa', email }], headers))).toEqual(['already']);
    for (const call of ['addition', 'addition/refusal'])
      expect((await post(call, { token: 'x' })).statusCode).toBe(400);
  });
});

// docs/rules.md R21.3
describe('an organiser adds a person by name alone whatever contact says', () => {
  it('by POST and PUT', async () => {
    const { id, headers } = await organised({ contact: 'email' });
    const added = await add(id, { name: 'Doña Rosa' }, headers);
    expect(added.statusCode).toBe(201);
    for (const person of [
      { name: 'Rosa', email: null, phone: null },
      { name: 'Rosa', email: '', phone: '' },
    ]) {
      const url = `/api/attendances/${added.json()._id}`;
      expect((await app.inject({ method: 'PUT', url, payload: person, headers })).statusCode).toBe(200);
    }
  });
});
