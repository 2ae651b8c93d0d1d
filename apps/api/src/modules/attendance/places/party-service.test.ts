import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls, linkIn } from '../../../../test/attendance-calls.ts';
import { anAttendance, signedIn } from '../../../../test/factories.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { pollReminders } from '../../../../test/reminder-fixture.ts';
import { cookieOf, errorOf } from '../../../../test/requests.ts';
import { emailsTo, WHEN } from '../../../../test/sent-emails.ts';
import { activities, activityPlaces } from '../../activities/schema.ts';
import { attendances } from '../schema.ts';

const app = await testApp();
const { db } = app.platform;
type Headers = Record<string, string>;
const HOUR_MS = 60 * 60 * 1000;
const after = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);
const FULL = { status: 409, code: 'FULL', message: 'Ya no hay cupos' };

beforeEach(() => app.setNow(NOON));

const { send, confirm, listed, stateOf, organised, placesOf, edit, waiting } = attendanceCalls(app);

describe('the fields of an activity', () => {
  const limits = { capacity: 20, companionsMax: 2, hasWaitingList: false, asksAgain: true };
  const none = { capacity: null, companionsMax: 0, hasWaitingList: true, asksAgain: false };
  it('are optional, stay when an edit leaves them out, and null clears them', async () => {
    const { headers } = await signedIn(db);
    const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };
    const plain = (await send('POST', '/tasks', required, headers)).json();
    expect(plain).toMatchObject({ ...none, places: { taken: 0, free: null, waiting: 0 } });
    const created = (await send('POST', '/tasks', { ...required, ...limits }, headers)).json();
    expect(created).toMatchObject({ ...limits, places: { taken: 0, free: 20, waiting: 0 } });
    expect((await edit(created._id, headers, {})).json()).toMatchObject(limits);
    const cleared = { capacity: null, companionsMax: null, hasWaitingList: null, asksAgain: null };
    expect((await edit(created._id, headers, cleared)).json()).toMatchObject(none);
  });

  it.each<[object, string]>([
    ...[0, 100_001, 1.5, '20 personas', true].map((capacity): [object, string] => [
      { capacity },
      'Los cupos deben ser un número entero de 1 a 100.000',
    ]),
    ...[-1, 10, 0.5, 'dos'].map((companionsMax): [object, string] => [
      { companionsMax },
      'Los acompañantes por persona deben ser de 0 a 9',
    ]),
    [{ hasWaitingList: 'quizás' }, '«hasWaitingList» debe ser «true» o «false»'],
    [{ asksAgain: 'quizás' }, '«asksAgain» debe ser «true» o «false»'],
  ])('are refused: %j', async (fields, message) => {
    const { id, owner } = await organised();
    expect(errorOf(await edit(id, owner, fields))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
  });
});

describe('a confirmation', () => {
  it('gets a place while there is room, then one on the waiting list, and a smaller party a place that it fits', async () => {
    const { id } = await organised({ capacity: 4 });
    expect((await confirm(id, { companions: 2 })).json()).toMatchObject({
      companions: 2,
      status: 'confirmed',
      position: null,
      offerExpiresAt: null,
      askedAgainAt: null,
      reconfirmed: null,
    });
    const second = await confirm(id, { companions: 1 });
    expect(second.statusCode).toBe(201);
    expect(second.json()).toMatchObject({ status: 'waiting', position: 1 });
    expect((await confirm(id)).json()).toMatchObject({ status: 'confirmed' });
    expect((await confirm(id)).json()).toMatchObject({ status: 'waiting', position: 2 });
    expect(await placesOf(id)).toEqual({ taken: 4, free: 0, waiting: 3 });
    const [email] = await emailsTo(db, second.json().email);
    expect(email?.subject).toBe(`Estás en lista de espera${WHEN}`);
    // One of the four places was free, which is too few for the party of two.
    expect(email?.text).toContain('No quedan cupos suficientes para las 2 personas de tu grupo en');
    expect(email?.text).not.toContain('Ya no hay cupos');
    expect(email?.text).toContain('Tu puesto en la lista es el 1.');
    expect(linkIn(email?.text)).toHaveLength(43);
  });

  it('is refused without a waiting list', async () => {
    const { id } = await organised({ capacity: 1, hasWaitingList: false });
    await confirm(id);
    expect(errorOf(await confirm(id))).toEqual(FULL);
    expect(await placesOf(id)).toEqual({ taken: 1, free: 0, waiting: 0 });
  });

  it.each([
    [{ capacity: 2 }, 2, 'Esta actividad tiene 2 cupos en total'],
    [{ capacity: 1 }, 1, 'Esta actividad tiene 1 cupo en total'],
    [{ companionsMax: 2 }, 3, 'Puedes llevar como máximo 2 acompañantes'],
    [{ companionsMax: 1 }, 3, 'Puedes llevar como máximo 1 acompañante'],
    [{ companionsMax: 0 }, 1, 'A esta actividad cada quien confirma por su cuenta, sin acompañantes'],
    [{}, 10, 'Los acompañantes deben ser un número de 0 a 9'],
    [{}, -1, 'Los acompañantes deben ser un número de 0 a 9'],
    [{}, '2', 'Los acompañantes deben ser un número de 0 a 9'],
  ])('is refused for a party that cannot come: %j, %j companions', async (values, companions, message) => {
    const { id } = await organised({ capacity: null, ...values });
    expect(errorOf(await confirm(id, { companions }))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
    expect(await placesOf(id)).toMatchObject({ taken: 0, waiting: 0 });
  });

  // docs/rules.md R10.8
  it('by the organiser for another person beyond the capacity needs force', async () => {
    const { id, owner } = await organised({ capacity: 1 });
    await confirm(id);
    expect(errorOf(await confirm(id, {}, owner))).toEqual(FULL);
    expect((await confirm(id, { force: true, companions: 2 }, owner)).json()).toMatchObject({
      status: 'confirmed',
    });
    expect(await placesOf(id)).toEqual({ taken: 4, free: 0, waiting: 0 });
    // A party that confirms itself waits even with `force`.
    expect((await confirm(id, { force: true })).json()).toMatchObject({ status: 'waiting' });
  });

  it('by the organiser for itself waits like others', async () => {
    const { id, owner, user } = await organised({ capacity: 1 });
    await confirm(id);
    const reply = await confirm(id, { email: user.email, force: true }, owner);
    expect(reply.json()).toMatchObject({ status: 'waiting', position: 1 });
  });

  it('of a waiting party is a duplicate and takes no place', async () => {
    const { id, email } = await waiting();
    expect(errorOf(await confirm(id, { email }))).toMatchObject({ status: 409, code: 'CONFLICT' });
    expect(await placesOf(id)).toMatchObject({ taken: 1, waiting: 1 });
  });
});

describe('a waiting party', () => {
  it('is told its position, has no place yet, and does not see a private location', async () => {
    const { id, proof } = await waiting({ isLocationPrivate: true, directions: 'Casa azul' });
    expect(await stateOf(id, proof)).toEqual({
      isAttending: false,
      status: 'waiting',
      position: 1,
      offerExpiresAt: null,
      askedAgainAt: null,
      reconfirmed: null,
    });
    const unlisted = {
      isAttending: false,
      status: null,
      position: null,
      offerExpiresAt: null,
      askedAgainAt: null,
      reconfirmed: null,
    };
    expect(await stateOf(id, {})).toEqual(unlisted);
    expect(await stateOf(id, (await signedIn(db)).headers)).toEqual(unlisted);
    expect((await app.inject({ url: `/api/tasks/${id}`, headers: proof })).json().directions).toBe('');
    const batch = await app.inject({ url: `/api/attendances/check?taskIds=${id}`, headers: proof });
    expect(batch.json()).toEqual({ attending: [], arrived: [] });
  });

  it('sees it on its personal page, without the private location', async () => {
    const { id, email } = await waiting({ isLocationPrivate: true, directions: 'Casa azul' });
    const token = linkIn((await emailsTo(db, email)).at(-1)?.text);
    const page = await send('POST', '/attendances/personal', { token });
    expect(page.json()).toMatchObject({
      taskId: id,
      companions: 0,
      status: 'waiting',
      position: 1,
      offerExpiresAt: null,
      askedAgainAt: null,
      reconfirmed: null,
      task: { companionsMax: 3, directions: '', location: null },
    });
    expect((await emailsTo(db, email)).map(({ text }) => text).join()).not.toContain('Casa azul');
  });

  it('moves up without gaps when others leave the list', async () => {
    const { id, owner } = await organised({ capacity: 1 });
    const replies = [];
    for (let each = 0; each < 4; each += 1) replies.push(await confirm(id));
    expect(replies.map(reply => reply.json().position)).toEqual([null, 1, 2, 3]);
    await send('DELETE', `/attendances/cancel/${id}`, {}, replies.map(cookieOf)[2]);
    const shown = (await listed(id, owner)) as { position: number | null }[];
    expect(shown.map(({ position }) => position)).toEqual([null, 1, 2]);
  });

  it('gets no reminder, and notices of changes that say so', async () => {
    const { id, owner, email, free, attendanceId } = await waiting();
    await db.update(activities).set({ capacity: 1 }).where(eq(activities.id, id));
    await db.update(attendances).set({ changeNotifiedAt: null }).where(eq(attendances.id, attendanceId));
    await edit(id, owner, { place: 'La Maloca' });
    app.setNow(after(1));
    await pollNotifications(app.platform);
    const change = (await emailsTo(db, email)).at(-1);
    expect(change?.subject).toBe(`Cambió el lugar de una actividad que esperas${WHEN}`);
    expect(change?.text).toContain('en la que esperas un cupo.');
    await free();
  });

  it('is not reminded, unlike parties with a place', async () => {
    const { id } = await organised({ capacity: 1 });
    const [here, there] = [await confirm(id, { remind: true }), await confirm(id, { remind: true })];
    app.setNow(new Date('2026-12-04T14:05:00.000Z'));
    await pollReminders(app.platform);
    const count = async (email: string) => (await emailsTo(db, email)).length;
    expect(await count(here.json().email)).toBe(2);
    expect(await count(there.json().email)).toBe(1);
  });
});

describe('a party', () => {
  const change = (id: string, companions: unknown, headers: Headers = {}, payload: object = {}) =>
    send('PUT', `/attendances/party/${id}`, { companions, ...payload }, headers);

  it('grows as long as there is room, and shrinks', async () => {
    const { id } = await organised({ capacity: 4 });
    const reply = await confirm(id);
    const proof = cookieOf(reply);
    expect((await change(id, 3, proof)).json()).toMatchObject({ _id: reply.json()._id, companions: 3 });
    expect(await placesOf(id)).toMatchObject({ taken: 4, free: 0 });
    expect((await change(id, 1, proof)).json()).toMatchObject({ companions: 1, status: 'confirmed' });
    await confirm(id);
    expect(errorOf(await change(id, 3, proof))).toEqual(FULL);
    expect(errorOf(await change(id, 4, proof))).toMatchObject({
      status: 400,
      message: ['Puedes llevar como máximo 3 acompañantes'],
    });
    expect(errorOf(await change(id, 10, proof))).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(await placesOf(id)).toMatchObject({ taken: 3, free: 1 });
  });

  // docs/rules.md R10.1
  it('keeps companions that the organiser does not allow any more, but brings no more', async () => {
    const { id, owner } = await organised({ capacity: 9 });
    const proof = cookieOf(await confirm(id, { companions: 2 }));
    await edit(id, owner, { companionsMax: 1 });
    expect((await change(id, 2, proof)).statusCode).toBe(200);
    expect((await change(id, 3, proof)).statusCode).toBe(400);
  });

  it('that waits keeps its position when it shrinks, gets an offer if it fits then, and does not grow', async () => {
    const { id } = await organised({ capacity: 3 });
    await confirm(id, { companions: 1 });
    const [first, second] = [await confirm(id, { companions: 2 }), await confirm(id, { companions: 1 })];
    const [one, two] = [cookieOf(first), cookieOf(second)];
    expect(errorOf(await change(id, 2, two))).toMatchObject({ status: 409, code: 'FULL' });
    expect((await change(id, 1, one)).json()).toMatchObject({
      status: 'waiting',
      position: 1,
      companions: 1,
    });
    expect((await change(id, 0, two)).json()).toMatchObject({ status: 'offered', companions: 0 });
    expect(errorOf(await change(id, 1, two))).toMatchObject({ status: 409, code: 'FULL' });
  });

  it('that is offered a place does not grow into the free ones', async () => {
    const { id, owner } = await organised({ capacity: 1 });
    await confirm(id);
    const proof = cookieOf(await confirm(id));
    await edit(id, owner, { capacity: 9 });
    expect(await stateOf(id, proof)).toMatchObject({ status: 'offered' });
    expect(errorOf(await change(id, 1, proof))).toMatchObject({ status: 409, code: 'FULL' });
  });

  it('does not grow once the activity has begun', async () => {
    const { id } = await organised({ capacity: 9 });
    const proof = cookieOf(await confirm(id, { companions: 1 }));
    app.setNow(new Date('2026-12-05T14:00:01.000Z'));
    expect(errorOf(await change(id, 2, proof))).toMatchObject({
      status: 400,
      message: ['Esta actividad ya pasó'],
    });
    expect((await change(id, 0, proof)).statusCode).toBe(200);
  });

  it('is changed with its proof, or by the organiser', async () => {
    const { id, owner } = await organised({ capacity: 9 });
    const { _id: attendanceId, email } = (await confirm(id)).json();
    const { headers: stranger } = await signedIn(db);
    expect(errorOf(await change(id, 1))).toMatchObject({ status: 403 });
    expect(errorOf(await change(id, 1, stranger, { attendanceId }))).toMatchObject({ status: 403 });
    expect(errorOf(await change(id, 1, stranger, { email }))).toMatchObject({ status: 403 });
    expect(errorOf(await change(id, 1, stranger))).toMatchObject({ status: 404 });
    expect(errorOf(await change(id, 1, {}, { token: 'a'.repeat(43) }))).toMatchObject({ status: 403 });
    expect((await change(id, 1, owner, { attendanceId })).json()).toMatchObject({ companions: 1 });
    expect((await change(id, 2, owner, { email })).json()).toMatchObject({ companions: 2 });
  });
});

describe('organisers', () => {
  it('give a waiting party its place beyond the capacity', async () => {
    const { id, owner, attendanceId, email } = await waiting();
    const admit = (status = 'confirmed', headers = owner) =>
      send('PATCH', `/attendances/${attendanceId}/status`, { status }, headers);
    expect(errorOf(await admit('waiting'))).toMatchObject({ status: 400 });
    expect(errorOf(await admit('confirmed', (await signedIn(db)).headers))).toMatchObject({ status: 403 });
    expect((await admit()).json()).toMatchObject({ _id: attendanceId, status: 'confirmed', position: null });
    expect((await admit()).statusCode).toBe(200);
    expect(await placesOf(id)).toEqual({ taken: 2, free: 0, waiting: 0 });
    expect((await emailsTo(db, email)).map(({ subject }) => subject)).toEqual([
      `Estás en lista de espera${WHEN}`,
      `Vas a una actividad${WHEN}`,
    ]);
    // The organiser admitted the party beyond the capacity, so that its removal does not free a place.
    const next = await confirm(id);
    await send('DELETE', `/attendances/${attendanceId}`, {}, owner);
    expect(await stateOf(id, cookieOf(next))).toMatchObject({ status: 'waiting' });
  });

  it('do not once the activity has begun', async () => {
    const { owner, attendanceId } = await waiting({ date: after(1) });
    app.setNow(after(2));
    const reply = await send('PATCH', `/attendances/${attendanceId}/status`, { status: 'confirmed' }, owner);
    expect(errorOf(reply)).toMatchObject({ status: 400, message: ['Esta actividad ya pasó'] });
  });

  it('remove several at once, who are told', async () => {
    const { id, owner } = await organised({ capacity: 9 });
    const gone = [await anAttendance(db, { activityId: id }), await anAttendance(db, { activityId: id })];
    const elsewhere = await anAttendance(db);
    const ids = [...gone.map(row => row.id), elsewhere.id];
    const remove = (headers: Headers, list: unknown = ids) =>
      send('POST', `/attendances/${id}/removals`, { ids: list }, headers);
    expect(errorOf(await remove((await signedIn(db)).headers))).toMatchObject({ status: 403 });
    for (const wrong of [[], Array(101).fill(elsewhere.id), ['x'], undefined]) {
      expect(errorOf(await send('POST', `/attendances/${id}/removals`, { ids: wrong }, owner)).status).toBe(
        400,
      );
    }
    expect((await remove(owner)).json()).toEqual({ removed: 2 });
    expect((await remove(owner)).json()).toEqual({ removed: 0 });
    await pollNotifications(app.platform);
    expect(await emailsTo(db, gone[0]?.email ?? '')).toHaveLength(1);
    expect(await placesOf(elsewhere.activityId)).toMatchObject({ taken: 1 });
  });
});

it('the database rejects people beyond the capacity whom the organiser did not let in', async () => {
  const { id } = await organised({ capacity: 1 });
  const { id: first } = await anAttendance(db, { activityId: id });
  const message = /activity_places_capacity|more people than places/;
  const cause = (error: unknown) => String((error as { cause?: unknown }).cause);
  await expect(
    anAttendance(db, { activityId: id }).catch(error => Promise.reject(cause(error))),
  ).rejects.toMatch(message);
  const grow = db.update(attendances).set({ companions: 1 }).where(eq(attendances.id, first));
  await expect(grow.catch(error => Promise.reject(cause(error)))).rejects.toMatch(message);
  await anAttendance(db, { activityId: id, isOverLimit: true });
  await db.update(activities).set({ capacity: 2 }).where(eq(activities.id, id));
  await db.delete(attendances).where(eq(attendances.id, first));
  expect(await db.select().from(activityPlaces).where(eq(activityPlaces.activityId, id))).toEqual([
    { activityId: id, taken: 1, waiting: 0, changes: expect.any(Number) },
  ]);
});
