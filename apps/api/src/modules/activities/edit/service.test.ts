import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { anActivity, anAttendance, signedIn } from '../../../../test/factories.ts';
import { multipartOf } from '../../../../test/multipart.ts';
import { plainPng } from '../../../../test/pictures.ts';
import { concurrently, errorOf, tally } from '../../../../test/requests.ts';
import { images } from '../../../platform/images/schema.ts';
import { attendances } from '../../attendance/schema.ts';
import { reminders } from '../../reminders/schema.ts';
import { activities, deletedActivities } from '../schema.ts';

const app = await testApp();
const prior = await testApp({ MODERATION: 'prior' });
const { db } = app.platform;
type Headers = Record<string, string>;
type Method = 'GET' | 'PUT' | 'PATCH' | 'DELETE';

const call = (method: Method, id: string, headers: Headers, payload?: object, target = app) =>
  target.inject({ method, url: `/api/tasks/${id}`, headers, ...(payload && { payload }) });
const promote = (id: string, headers: Headers, payload: object = { isPromoted: true }) =>
  app.inject({ method: 'PATCH', url: `/api/tasks/${id}/promotion`, headers, payload });
const fields = (values: object = {}) => ({
  title: 'Siembra en el cerro',
  description: 'Traer pala.',
  place: 'Cerro de la Eme',
  date: '2026-12-06T14:00:00.000Z',
  responsible: ['Ana'],
  ...values,
});
const rowOf = async (id: string) => (await db.select().from(activities).where(eq(activities.id, id)))[0];
const after = (milliseconds: number) => app.setNow(new Date(NOON.getTime() + milliseconds));
const DAY = 24 * 3_600_000;

async function owned(values: Parameters<typeof anActivity>[1] = {}) {
  const owner = await signedIn(db);
  return { ...owner, activity: await anActivity(db, { ownerId: owner.user.id, ...values }) };
}

async function storedPicture(): Promise<string> {
  const { id } = await app.platform.images.save(await plainPng(40, 30));
  await app.platform.images.claim(db, id);
  return id;
}

beforeEach(() => app.setNow(NOON));

const unknown = '01980000-0000-7000-8000-000000000000';
const NOT_YOURS = 'Solo quienes organizan la actividad pueden hacer esto';

describe.each<[string, (id: string, headers: Headers) => ReturnType<typeof call>]>([
  ['PUT /tasks/{id}', (id, headers) => call('PUT', id, headers, fields())],
  ['DELETE /tasks/{id}', (id, headers) => call('DELETE', id, headers)],
  ['PATCH /tasks/{id}/promotion', promote],
])('%s', (_name, request) => {
  it('is for the owner only', async () => {
    const { activity } = await owned();
    const { activity: rejected } = await owned({ status: 'rejected', rejectionReason: 'Spam' });
    const stranger = await signedIn(db, { role: 'admin' });
    const requestError = async (id: string, headers: Headers) => errorOf(await request(id, headers));
    expect(await requestError(activity.id, {})).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    expect(await requestError(activity.id, stranger.headers)).toEqual({
      status: 403,
      code: 'FORBIDDEN',
      message: NOT_YOURS,
    });
    const notFound = { status: 404, code: 'NOT_FOUND', message: 'Actividad no encontrada' };
    expect(await requestError(rejected.id, stranger.headers)).toEqual(notFound);
    expect(await requestError(unknown, stranger.headers)).toEqual(notFound);
    expect(await requestError('uno', stranger.headers)).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(await rowOf(activity.id)).toEqual(activity);
  });
});

describe('PUT /tasks/{id}', () => {
  const edit = (id: string, headers: Headers, values: object = {}, target = app) =>
    call('PUT', id, headers, fields(values), target);
  const upload = async (
    id: string,
    headers: Headers,
    values: Record<string, string>,
    bytes: Buffer | null,
  ) => {
    const form = await multipartOf({ ...values }, bytes && { name: 'image', bytes });
    const request = { method: 'PUT' as const, url: `/api/tasks/${id}`, payload: form.payload };
    return app.inject({ ...request, headers: { ...headers, ...form.headers } });
  };
  const asText = (values: object = {}) => {
    const { responsible, ...rest } = fields(values);
    return { ...rest, responsible: JSON.stringify(responsible) };
  };

  it('changes all writable fields, and no others', async () => {
    const { activity, headers, user } = await owned();
    after(DAY);
    const forged = { status: 'approved', user: unknown, isPromoted: true, _id: unknown, revision: 99 };
    const reply = await edit(activity.id, headers, forged);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      ...fields(),
      _id: activity.id,
      status: 'pending',
      isPromoted: false,
    });
    const changes = {
      ...fields(),
      date: new Date(fields().date),
      revision: 1,
      updatedAt: new Date(NOON.getTime() + DAY),
    };
    const { searchText, searchWords, ...row } = (await rowOf(activity.id)) ?? {};
    expect(row).toMatchObject({ ...changes, ownerId: user.id, createdAt: NOON });
    expect(searchText).toContain('siembra en el cerro');
    expect(searchWords).toContain('siembr');
  });

  it.each([
    ['title', ['El título es requerido']],
    ['date', ['La fecha es requerida']],
  ])('rejects a body without %s', async (name, message) => {
    const { activity, headers } = await owned();
    const reply = await edit(activity.id, headers, { [name]: undefined });
    expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message });
    expect(await rowOf(activity.id)).toEqual(activity);
  });

  it('may retain a past date, not set one', async () => {
    const past = new Date('2026-01-10T14:00:00.000Z');
    const { activity, headers } = await owned({ date: past });
    expect((await edit(activity.id, headers, { date: past.toISOString() })).statusCode).toBe(200);
    expect((await edit(activity.id, headers, { date: past.toUTCString() })).statusCode).toBe(200);
    const moved = await edit(activity.id, headers, { date: '2026-01-10T15:00:00.000Z' });
    expect(errorOf(moved)).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['No puedes seleccionar una fecha pasada.'],
    });
    expect((await rowOf(activity.id))?.date).toEqual(past);
  });

  it('retains, replaces or removes the picture', async () => {
    const first = await storedPicture();
    const { activity, headers } = await owned({ imageId: first });
    expect((await edit(activity.id, headers)).json().image).toContain(first);
    expect((await upload(activity.id, headers, asText(), Buffer.alloc(0))).json().image).toContain(first);
    const replaced = await upload(activity.id, headers, asText(), await plainPng(50, 50));
    expect(replaced.json().picture).toMatchObject({ width: 50, height: 50 });
    expect(await db.select().from(images).where(eq(images.id, first))).toMatchObject([{ isUsed: false }]);
    const second = (await rowOf(activity.id))?.imageId ?? '';
    const removed = await upload(activity.id, headers, { ...asText(), removeImage: 'true' }, Buffer.alloc(0));
    expect(removed.json()).toMatchObject({ image: null, picture: null });
    expect(await db.select().from(images).where(eq(images.id, second))).toMatchObject([{ isUsed: false }]);
  });

  it('of another account stores no picture, and an invalid picture changes nothing', async () => {
    const { activity, headers } = await owned();
    const stranger = await signedIn(db);
    const before = await db.$count(images);
    expect((await upload(activity.id, stranger.headers, asText(), await plainPng(9, 9))).statusCode).toBe(
      403,
    );
    expect((await upload(activity.id, headers, asText(), Buffer.from('<svg/>'))).statusCode).toBe(415);
    expect(await db.$count(images)).toBe(before);
    expect(await rowOf(activity.id)).toEqual(activity);
  });

  it('preserves line breaks, with a picture and without, and counts each as one character', async () => {
    const { activity, headers } = await owned();
    const description = `${'a'.repeat(998)}\n${'b'.repeat(1001)}`;
    const sent = description.replace('\n', '\r\n');
    for (const typed of [description, sent]) {
      const reply = await upload(activity.id, headers, asText({ description: typed }), await plainPng(9, 9));
      expect([reply.statusCode, reply.json().description]).toEqual([200, description]);
    }
    const withControlCharacters = await edit(activity.id, headers, { description: 'uno\u0007\u000b\ndos' });
    expect(withControlCharacters.json().description).toBe('uno\ndos');
  });

  it.each([
    [{ removeImage: 'quizás' }, ['«removeImage» debe ser «true» o «false»']],
    [{ title: 'a'.repeat(91) }, ['El título debe tener como máximo 90 caracteres']],
    [{ place: 'a'.repeat(41) }, ['El lugar debe tener como máximo 40 caracteres']],
    [{ title: 'Siembra\u0000' }, ['El texto contiene caracteres no permitidos']],
  ])('rejects %j', async (values, message) => {
    const { activity, headers } = await owned();
    const error = errorOf(await edit(activity.id, headers, values));
    expect([error.status, [error.message].flat()]).toEqual([400, message]);
  });

  it('returns a rejected activity to moderation, and an approved one under prior moderation', async () => {
    const rejected = await owned({ status: 'rejected', rejectionReason: 'Falta el lugar' });
    const reply = await edit(rejected.activity.id, rejected.headers);
    expect(reply.json().status).toBe('pending');
    expect(reply.json().rejectionReason).toBeUndefined();
    const approved = await owned({ status: 'approved' });
    expect((await edit(approved.activity.id, approved.headers)).json().status).toBe('approved');

    const owner = await signedIn(prior.platform.db);
    const seen = await anActivity(prior.platform.db, { ownerId: owner.user.id, status: 'approved' });
    expect((await edit(seen.id, owner.headers, {}, prior)).json().status).toBe('pending');
  });

  it('twenty concurrent edits each increment the calendar sequence', async () => {
    const { activity, headers } = await owned();
    expect(tally(await concurrently(20, () => edit(activity.id, headers)))).toEqual({ 200: 20 });
    expect((await rowOf(activity.id))?.revision).toBe(20);
  });
});

describe('DELETE /tasks/{id}', () => {
  it('deletes picture, attendances and reminders, and records that it was public', async () => {
    const imageId = await storedPicture();
    const { activity, headers, user } = await owned({ imageId });
    await anAttendance(db, { activityId: activity.id });
    await db
      .insert(reminders)
      .values({ userId: user.id, activityId: activity.id, daysBefore: 1, createdAt: NOON });
    const reply = await call('DELETE', activity.id, headers);
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expect(await rowOf(activity.id)).toBeUndefined();
    expect(await db.$count(attendances, eq(attendances.activityId, activity.id))).toBe(0);
    expect(await db.$count(reminders, eq(reminders.activityId, activity.id))).toBe(0);
    expect(await db.select().from(images).where(eq(images.id, imageId))).toMatchObject([{ isUsed: false }]);
    const [note] = await db.select().from(deletedActivities).where(eq(deletedActivities.id, activity.id));
    expect(note).toEqual({ id: activity.id, date: activity.date, revision: 1, deletedAt: NOON });
    expect((await call('DELETE', activity.id, headers)).statusCode).toBe(404);
  });

  it('of a rejected one records nothing', async () => {
    const { activity, headers } = await owned({ status: 'rejected', rejectionReason: 'Spam' });
    expect((await call('DELETE', activity.id, headers)).statusCode).toBe(204);
    expect(await db.$count(deletedActivities, eq(deletedActivities.id, activity.id))).toBe(0);
  });

  it('against a concurrent confirmation leaves no attendance', async () => {
    const { activity, headers } = await owned();
    const confirm = (index: number) =>
      app.inject({
        method: 'POST',
        url: '/api/attendances/confirm',
        payload: { taskId: activity.id, name: 'Luz', email: `tropel${index}@example.org` },
      });
    const [replies] = await Promise.all([concurrently(20, confirm), call('DELETE', activity.id, headers)]);
    for (const reply of replies) expect([201, 404]).toContain(reply.statusCode);
    expect(await db.$count(attendances, eq(attendances.activityId, activity.id))).toBe(0);
  });
});

describe('PATCH /tasks/{id}/promotion', () => {
  it('opens a window of seven days from the server’s now, and ends it', async () => {
    const { activity, headers } = await owned();
    const forged = { startDate: '2020-01-01T00:00:00.000Z', endDate: '2099-01-01T00:00:00.000Z' };
    const on = await promote(activity.id, headers, { isPromoted: true, promotion: forged });
    const endDate = new Date(NOON.getTime() + 7 * DAY).toISOString();
    expect(on.statusCode).toBe(200);
    expect(on.json()).toMatchObject({
      isPromoted: true,
      promotion: { startDate: NOON.toISOString(), endDate },
    });
    const off = await promote(activity.id, headers, { isPromoted: false });
    expect(off.json()).toMatchObject({ isPromoted: false, promotion: null });
  });

  it.each([[{}], [{ isPromoted: 'sí' }], [{ isPromoted: null }]])('rejects %j', async payload => {
    const { activity, headers } = await owned();
    expect(errorOf(await promote(activity.id, headers, payload))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['Di si la actividad se promociona o no'],
    });
  });
});

describe('GET /tasks/promoted', () => {
  const promoted = (headers: Headers = {}, query = '') =>
    app.inject({ url: `/api/tasks/promoted${query}`, headers });

  it('lists active promotions, public or own, filters by ownership, and expires', async () => {
    const mine = await owned();
    const others = await owned();
    const rejected = await owned({ status: 'rejected', rejectionReason: 'Spam' });
    const plain = await owned();
    for (const { activity, headers } of [mine, others, rejected]) await promote(activity.id, headers);
    const ids = async (headers: Headers, query: string) =>
      (await promoted(headers, query)).json().map((row: { _id: string }) => row._id);
    expect(await ids({}, '')).toEqual(expect.arrayContaining([mine.activity.id, others.activity.id]));
    expect(await ids({}, '')).not.toContain(rejected.activity.id);
    expect(await ids({}, '')).not.toContain(plain.activity.id);
    expect(await ids(mine.headers, '?own=true')).toEqual([mine.activity.id]);
    expect(await ids(mine.headers, '?own=false')).not.toContain(mine.activity.id);
    expect(await ids(rejected.headers, '?own=true')).toEqual([rejected.activity.id]);
    expect(await ids({}, '?own=true')).toEqual([]);
    after(7 * DAY);
    expect(await ids({}, '')).toEqual([]);
  });

  it('hides past activities from others, and shows them to their owner', async () => {
    const { activity, headers } = await owned({ date: new Date(NOON.getTime() + DAY) });
    await promote(activity.id, headers);
    const stranger = await signedIn(db);
    const isListed = async (caller: Headers, query: string) =>
      (await promoted(caller, query)).json().some((row: { _id: string }) => row._id === activity.id);
    const listedFor = async () => ({
      visitor: await isListed({}, ''),
      stranger: await isListed(stranger.headers, '?own=false'),
      owner: [await isListed(headers, ''), await isListed(headers, '?own=true')],
    });
    after(DAY);
    expect(await listedFor()).toEqual({ visitor: true, stranger: true, owner: [true, true] });
    after(DAY + 1);
    expect(await listedFor()).toEqual({ visitor: false, stranger: false, owner: [true, true] });
  });

  it('lists an own past activity after the upcoming ones', async () => {
    const { user, activity: past, headers } = await owned({ date: new Date(NOON.getTime() + DAY) });
    const next = await anActivity(db, { ownerId: user.id, date: new Date(NOON.getTime() + 3 * DAY) });
    const last = await anActivity(db, { ownerId: user.id, date: new Date(NOON.getTime() + 4 * DAY) });
    for (const { id } of [past, last, next]) await promote(id, headers);
    after(2 * DAY);
    const rows: { _id: string }[] = (await promoted(headers, '?own=true')).json();
    expect(rows.map(row => row._id)).toEqual([next.id, last.id, past.id]);
  });

  it.each(['own=yo', 'limit=501', 'offset=x'])('rejects ?%s', async query => {
    expect((await promoted({}, `?${query}`)).statusCode).toBe(400);
  });
});

describe('GET /tasks', () => {
  it('separates upcoming and past, each in its order, with its own count', async () => {
    const { headers, user } = await signedIn(db);
    const dates = [
      '2026-11-21T16:59:59.999Z',
      '2026-11-21T17:00:00.000Z',
      '2026-12-01T00:00:00.000Z',
      '2025-01-01T00:00:00.000Z',
    ];
    for (const date of dates) await anActivity(db, { ownerId: user.id, date: new Date(date) });
    const list = async (when: string) => {
      const reply = await app.inject({ url: `/api/tasks?date=${when}&limit=10`, headers });
      return [reply.headers['x-total-count'], ...reply.json().map((row: { date: string }) => row.date)];
    };
    expect(await list('proximas')).toEqual(['2', dates[1], dates[2]]);
    expect(await list('pasadas')).toEqual(['2', dates[0], dates[3]]);
  });
});
