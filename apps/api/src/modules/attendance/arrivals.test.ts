import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { attendanceCalls } from '../../../test/attendance-calls.ts';
import { aMember, anActivity, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { activities } from '../activities/schema.ts';
import { newCode } from './codes.ts';

const app = await testApp();
const { db } = app.platform;
const { send, confirm, organised, edit, waiting } = attendanceCalls(app);
type Headers = Record<string, string>;

const HOUR_MS = 3_600_000;
const START = new Date(NOON.getTime() + HOUR_MS);
const END = new Date(NOON.getTime() + 5 * HOUR_MS);
const arrivals = (code: unknown, headers: Headers = {}) =>
  send('POST', '/attendances/arrivals', { code }, headers);
const unknown = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'Este código de llegada no existe, o no recibes en esa actividad',
};

beforeEach(() => app.setNow(NOON));

/** An activity with an organiser, a door keeper and an attendee with two companions. */
async function withGuest(values = {}) {
  const { id, owner } = await organised({ date: START, endDate: END, capacity: 9, ...values });
  const keeper = await signedIn(db);
  await aMember(db, { teamId: id, userId: keeper.user.id, role: 'door' });
  const { _id, code } = (await confirm(id, { name: 'Luz', companions: 2 })).json();
  return { id, owner, keeper: keeper.headers, attendanceId: _id as string, code: code as string };
}

describe('POST /attendances/arrivals', () => {
  it('shows organisers and door keepers whose a code is, without contact data and codes', async () => {
    const { id, owner, keeper, attendanceId, code } = await withGuest({ title: 'Siembra', place: 'La Eme' });
    for (const headers of [owner, keeper]) {
      const reply = await arrivals(code, headers);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.json()).toEqual({
        activity: {
          ...{ _id: id, title: 'Siembra', place: 'La Eme' },
          ...{ date: START.toISOString(), endDate: END.toISOString() },
        },
        attendance: {
          ...{ _id: attendanceId, name: 'Luz', companions: 2 },
          ...{ status: 'confirmed', checkedInAt: null },
        },
      });
    }
  });

  it('shows when the person was checked in', async () => {
    const { id, keeper, code } = await withGuest();
    app.setNow(START);
    const items = [{ id: randomUUID(), code, at: START.toISOString() }];
    await send('POST', `/attendances/${id}/check-ins`, { items }, keeper);
    expect((await arrivals(code, keeper)).json().attendance.checkedInAt).toBe(START.toISOString());
  });

  it('shows an activity that was rejected to those who organise it', async () => {
    const { id, owner, code } = await withGuest();
    const rejected = { status: 'rejected', rejectionReason: 'Repetida' } as const;
    await db.update(activities).set(rejected).where(eq(activities.id, id));
    expect((await arrivals(code, owner)).statusCode).toBe(200);
  });

  it('has the same response for unknown codes, other accounts, and organisers of other activities', async () => {
    const { code, owner } = await withGuest();
    const other = await withGuest();
    const stranger = await signedIn(db);
    const admin = await signedIn(db, { role: 'admin' });
    const codes: [string, Headers][] = [
      [newCode().toString('base64url'), owner],
      ['x', owner],
      ['https://example.org', owner],
      [code, stranger.headers],
      [code, admin.headers],
      [code, other.keeper],
    ];
    for (const [text, headers] of codes)
      expect(errorOf(await arrivals(text, headers))).toMatchObject(unknown);
  });

  it.each([
    ['with its padding', (code: string) => `${code}==`],
    [
      'with other unused bits',
      (code: string) => code.slice(0, -1) + { A: 'B', Q: 'R', g: 'h', w: 'x' }[code.slice(-1)],
    ],
    ['with a space', (code: string) => ` ${code}`],
  ])('does not know a code %s', async (_what, change) => {
    const { code, owner } = await withGuest();
    expect(errorOf(await arrivals(change(code), owner))).toMatchObject(unknown);
  });

  it('does not know the code of an attendee who was replaced', async () => {
    const { owner, attendanceId, code } = await withGuest();
    await send('PUT', `/attendances/${attendanceId}`, { name: 'Otra', email: 'otra@example.org' }, owner);
    expect(errorOf(await arrivals(code, owner))).toMatchObject(unknown);
  });

  it.each([[undefined], [null], [7], [''], ['a'.repeat(65)], [['a']]])('rejects the code %j', async code => {
    const { headers } = await signedIn(db);
    expect(errorOf(await arrivals(code, headers))).toMatchObject({
      ...{ status: 400, code: 'VALIDATION', message: ['Este código no está completo'] },
    });
  });

  it('needs a session, and a page of this site', async () => {
    const { code, owner } = await withGuest();
    expect(errorOf(await arrivals(code))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    const foreign = { ...owner, origin: 'https://malo.example' };
    expect(errorOf(await arrivals(code, foreign))).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
  });
});

describe('the code of an attendance', () => {
  it('is in no response to its organiser, who adds, admits and changes people', async () => {
    const { id, owner } = await organised({ capacity: 9 });
    const added = await confirm(id, {}, owner);
    expect(added.json()).toMatchObject({ status: 'confirmed', code: null });
    const { _id: attendanceId } = added.json();
    const party = { attendanceId, companions: 1 };
    const changed = await send('PUT', `/attendances/party/${id}`, party, owner);
    expect(changed.json()).toMatchObject({ companions: 1, code: null });
    const coming = { attendanceId, coming: true };
    const answered = await send('POST', `/attendances/reconfirm/${id}`, coming, owner);
    expect(answered.json()).toMatchObject({ reconfirmed: true, code: null });
    const queue = await waiting();
    const status = { status: 'confirmed' };
    const admitted = await send('PATCH', `/attendances/${queue.attendanceId}/status`, status, queue.owner);
    expect(admitted.json()).toMatchObject({ status: 'confirmed', code: null });
    const own = await signedIn(db);
    const mine = await anActivity(db, { ownerId: own.user.id });
    const self = await confirm(mine.id, { email: own.user.email }, own.headers);
    expect(self.json()).toMatchObject({ code: expect.any(String) });
  });

  it('is no more in the response to its cancellation', async () => {
    const { id } = await organised();
    const { headers, user } = await signedIn(db);
    await confirm(id, { email: user.email }, headers);
    const reply = await send('POST', `/attendances/reconfirm/${id}`, { coming: false }, headers);
    expect(reply.json()).toMatchObject({ deletedAttendance: { code: null } });
  });

  it('stays when the organiser changes the activity', async () => {
    const { id, owner, code } = await withGuest();
    await edit(id, owner, { place: 'Otro lugar' });
    expect((await arrivals(code, owner)).json().activity.place).toBe('Otro lugar');
  });
});
