import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { aCollective, anActivity, anAttendance, aVisit, signedIn } from '../../../../test/factories.ts';
import { multipartOf } from '../../../../test/multipart.ts';
import { plainPng } from '../../../../test/pictures.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { errorOf } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';

const app = await testApp();
const { db } = app.platform;
type Headers = Record<string, string>;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const after = (ms: number) => new Date(NOON.getTime() + ms);
const POPAYAN = { latitude: 2.444812, longitude: -76.614739 };
const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };

const send = (method: 'POST' | 'PUT', url: string, headers: Headers, payload: object) =>
  app.inject({ method, url: `/api/tasks${url}`, headers, payload });
const get = async (url: string, headers: Headers = {}) => (await app.inject({ url, headers })).json();
const idsOf = async (url: string, headers: Headers = {}) =>
  (await get(url, headers)).map(({ _id }: { _id: string }) => _id);

beforeEach(() => app.setNow(NOON));

describe('time and place', () => {
  it('are stored as given, and empty by default', async () => {
    const { headers } = await signedIn(db);
    const plain = await send('POST', '', headers, required);
    expect([plain.statusCode, plain.json()]).toMatchObject([
      201,
      { endDate: null, location: null, directions: '', isLocationPrivate: false },
    ]);
    const given = {
      endDate: '2026-12-06T02:30:00-05:00',
      location: { latitude: 2.44481249, longitude: -76.61473861 },
      directions: '  La casa azul.\r\nTimbre 2 ',
      isLocationPrivate: true,
    };
    const reply = await send('POST', '', headers, { ...required, ...given });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      {
        endDate: '2026-12-06T07:30:00.000Z',
        location: POPAYAN,
        directions: 'La casa azul.\nTimbre 2',
        isLocationPrivate: true,
      },
    ]);
  });

  it('travel as text in a form, in which an empty field is null', async () => {
    const { headers } = await signedIn(db);
    const post = async (fields: Record<string, string>) => {
      const form = await multipartOf(
        { ...required, ...fields },
        { name: 'image', bytes: await plainPng(900, 500) },
      );
      return app.inject({
        method: 'POST',
        url: '/api/tasks',
        ...form,
        headers: { ...form.headers, ...headers },
      });
    };
    const filled = {
      endDate: 'Sat, 05 Dec 2026 16:00:00 GMT',
      location: JSON.stringify(POPAYAN),
      isLocationPrivate: 'true',
    };
    expect((await post(filled)).json()).toMatchObject({
      endDate: '2026-12-05T16:00:00.000Z',
      location: POPAYAN,
      isLocationPrivate: true,
    });
    expect((await post({ endDate: '', location: '', directions: '' })).json()).toMatchObject({
      endDate: null,
      location: null,
      directions: '',
    });
  });

  it.each([
    [{ endDate: '2026-12-05T14:00:00.000Z' }, 'La hora de fin debe ser posterior al inicio'],
    [{ endDate: '2026-12-05' }, 'La hora de fin debe ser posterior al inicio'],
    [{ endDate: '2026-12-19T14:00:00.001Z' }, 'La actividad puede durar máximo 14 días'],
    [{ endDate: 'mañana' }, 'La fecha no es válida'],
    [{ endDate: 7 }, 'La fecha es requerida'],
    [{ location: { latitude: 90.1, longitude: 0 } }, 'La ubicación no es válida'],
    [{ location: { latitude: 0, longitude: -180.1 } }, 'La ubicación no es válida'],
    [{ location: { latitude: '2', longitude: 3 } }, 'La ubicación no es válida'],
    [{ location: { latitude: 2 } }, 'La ubicación no es válida'],
    [{ location: 'Popayán' }, 'La ubicación no es válida'],
    [{ location: [2, 3] }, 'La ubicación no es válida'],
    [{ directions: 'a'.repeat(301) }, 'Las indicaciones deben tener como máximo 300 caracteres'],
    [{ directions: 7 }, 'Este campo debe ser un solo texto'],
    [{ isLocationPrivate: 'quizás' }, '«isLocationPrivate» debe ser «true» o «false»'],
  ])('refuses %j and changes nothing', async (values, message) => {
    const { user, headers } = await signedIn(db);
    const error = { status: 400, code: 'VALIDATION', message: [message] };
    expect(errorOf(await send('POST', '', headers, { ...required, ...values }))).toMatchObject(error);
    expect(await idsOf('/api/tasks', headers)).toEqual([]);
    const activity = await anActivity(db, { ownerId: user.id });
    expect(errorOf(await send('PUT', `/${activity.id}`, headers, { ...required, ...values }))).toMatchObject(
      error,
    );
    expect((await get(`/api/tasks/${activity.id}`)).updatedAt).toBe(activity.updatedAt.toISOString());
  });

  it('may last exactly 14 days', async () => {
    const { headers } = await signedIn(db);
    const reply = await send('POST', '', headers, { ...required, endDate: '2026-12-19T14:00:00.000Z' });
    expect(reply.statusCode).toBe(201);
  });

  it('stay as they are when an edit leaves them out, and are cleared by null', async () => {
    const { user, headers } = await signedIn(db);
    const stored = {
      ...POPAYAN,
      endDate: new Date('2026-12-05T16:00:00.000Z'),
      directions: 'La casa azul',
      isLocationPrivate: true,
    };
    const { id } = await anActivity(db, { ownerId: user.id, ...stored });
    const unchanged = await send('PUT', `/${id}`, headers, required);
    expect(unchanged.json()).toMatchObject({
      endDate: '2026-12-05T16:00:00.000Z',
      location: POPAYAN,
      directions: 'La casa azul',
      isLocationPrivate: true,
    });
    const moved = await send('PUT', `/${id}`, headers, { ...required, date: '2026-12-05T16:00:00.000Z' });
    expect(errorOf(moved)).toMatchObject({
      status: 400,
      message: ['La hora de fin debe ser posterior al inicio'],
    });
    const cleared = await send('PUT', `/${id}`, headers, {
      ...required,
      endDate: null,
      location: null,
      directions: null,
      isLocationPrivate: false,
    });
    expect(cleared.json()).toMatchObject({
      endDate: null,
      location: null,
      directions: '',
      isLocationPrivate: false,
    });
  });
});

it('its collective is shown to everyone while it is active, to organisers while it is held, else to none', async () => {
  const { user, headers } = await signedIn(db);
  const shown = async (status: 'active' | 'held' | 'inactive') => {
    const { id: collectiveId } = await aCollective(db, { ownerId: user.id, status });
    const { id } = await anActivity(db, { ownerId: user.id, collectiveId });
    const found = await Promise.all([{}, headers].map(viewer => get(`/api/tasks/${id}`, viewer)));
    return found.map(({ collective }) => collective !== null);
  };
  expect(await shown('active')).toEqual([true, true]);
  expect(await shown('held')).toEqual([false, true]);
  expect(await shown('inactive')).toEqual([false, false]);
});

describe('an activity with an end', () => {
  it('is one to come until then, in every list', async () => {
    const owner = await signedIn(db);
    const values = {
      ownerId: owner.user.id,
      status: 'approved',
      promotionStart: NOON,
      promotionEnd: after(7 * DAY_MS),
    } as const;
    const { id } = await anActivity(db, {
      ...values,
      title: 'Campamento zurumbo',
      date: after(DAY_MS),
      endDate: after(3 * DAY_MS),
    });
    const lists = ['/api/tasks/others', '/api/tasks/promoted', '/api/tasks/search?q=zurumbo&date=proximas'];
    const past = '/api/tasks/search?q=zurumbo&date=pasadas';
    for (const [ms, isUpcoming] of [
      [2 * DAY_MS, true],
      [3 * DAY_MS, true],
      [3 * DAY_MS + 1, false],
    ] as const) {
      app.setNow(after(ms));
      for (const list of lists) expect((await idsOf(list)).includes(id), list).toBe(isUpcoming);
      expect((await idsOf(past)).includes(id)).toBe(!isUpcoming);
      expect((await idsOf('/api/tasks?date=proximas', owner.headers)).includes(id)).toBe(isUpcoming);
      expect((await idsOf('/api/tasks?date=pasadas', owner.headers)).includes(id)).toBe(!isUpcoming);
    }
  });

  it('can still be confirmed only before its start', async () => {
    const { id } = await anActivity(db, { date: after(-HOUR_MS), endDate: after(HOUR_MS) });
    const payload = { taskId: id, name: 'Luz', email: 'luz@example.org' };
    const reply = await app.inject({ method: 'POST', url: '/api/attendances/confirm', payload });
    expect(reply.statusCode).toBe(400);
  });

  it('ends then in calendars and for search engines', async () => {
    const { id } = await anActivity(db, { ...POPAYAN, endDate: new Date('2026-12-05T17:30:00.000Z') });
    expect((await app.inject(`/actividades/${id}.ics`)).body).toContain(
      'DTEND;TZID=America/Bogota:20261205T123000',
    );
    const { body } = await app.inject(`/actividades/${id}`);
    expect(body).toContain('"endDate":"2026-12-05T12:30:00-05:00"');
    expect(body).toContain('"geo":{"@type":"GeoCoordinates","latitude":2.444812,"longitude":-76.614739}');
  });
});

describe('those who attend', () => {
  it('read the end and how to get there in their confirmation', async () => {
    const values = {
      endDate: new Date('2026-12-05T17:30:00.000Z'),
      directions: 'La casa azul. www.estafa.example',
    };
    const { id } = await anActivity(db, { ...values, isLocationPrivate: true });
    const payload = { taskId: id, name: 'Luz', email: 'luz.dary@example.org' };
    const reply = await app.inject({ method: 'POST', url: '/api/attendances/confirm', payload });
    expect(reply.statusCode).toBe(201);
    const [mail] = await emailsTo(db, payload.email);
    const text = mail?.text.replaceAll('\u00a0', ' ');
    expect(text).toContain('9:00 a. m., hasta las 12:30 p. m.');
    expect(text).toMatch(/Cómo llegar:?\s+La casa azul/);
    expect(text).not.toContain('www.estafa.example');
  });

  it('are told of a deletion until the end', async () => {
    const owner = await signedIn(db);
    const counts = [];
    for (const endDate of [after(HOUR_MS), after(-HOUR_MS)]) {
      const { id } = await anActivity(db, { ownerId: owner.user.id, date: after(-2 * HOUR_MS), endDate });
      const { email } = await anAttendance(db, { activityId: id });
      const url = `/api/tasks/${id}`;
      expect((await app.inject({ method: 'DELETE', url, headers: owner.headers })).statusCode).toBe(204);
      await pollNotifications(app.platform);
      counts.push((await emailsTo(db, email ?? '')).length);
    }
    expect(counts).toEqual([1, 0]);
  });
});

// docs/rules.md R9.3
describe('a private location', () => {
  it('reaches the organiser and the confirmed, by session or proof, and no other viewer', async () => {
    const owner = await signedIn(db);
    const location = { latitude: 2.431879, longitude: -76.627342 };
    const hidden = {
      ownerId: owner.user.id,
      ...location,
      directions: 'La casa azul',
      isLocationPrivate: true,
    };
    const { id } = await anActivity(db, { ...hidden, title: 'Taller quimboso' });
    const confirmed = await signedIn(db);
    await anAttendance(db, { activityId: id, userId: confirmed.user.id, email: confirmed.user.email });
    const visit = await aVisit(db, { activityId: id });
    const elsewhere = await aVisit(db);
    const url = `/api/tasks/${id}`;
    const seen = { location, directions: 'La casa azul', isLocationPrivate: true };
    const unseen = { location: null, directions: '', isLocationPrivate: true };
    for (const headers of [owner.headers, confirmed.headers, visit.proof])
      expect(await get(url, headers)).toMatchObject(seen);
    const others = [await signedIn(db), await signedIn(db, { role: 'admin' })];
    for (const headers of [{}, elsewhere.proof, ...others.map(other => other.headers)])
      expect(await get(url, headers)).toMatchObject(unseen);
    const [own] = await get('/api/attendances/mis-asistencias', confirmed.headers);
    expect(own.task).toMatchObject(seen);
    const personal = await app.inject({
      method: 'POST',
      url: '/api/attendances/personal',
      payload: { token: visit.token },
    });
    expect(personal.json().task).toMatchObject({ location, directions: 'La casa azul' });
    const [found] = await get('/api/tasks/search?q=quimboso', confirmed.headers);
    expect(found).toMatchObject(unseen);
    for (const page of [
      `/actividades/${id}`,
      `/actividades/${id}.ics`,
      '/actividades.json',
      '/actividades.rss',
      '/actividades.ics',
    ]) {
      const { body } = await app.inject({ url: page, headers: visit.proof });
      expect(body, page).not.toMatch(/casa azul|2\.4318|76\.6273/);
    }
  });
});
