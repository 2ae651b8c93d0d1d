import { inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls, linkIn } from '../../../../test/attendance-calls.ts';
import { testDatabase } from '../../../../test/database.ts';
import { signedIn } from '../../../../test/factories.ts';
import { cookieOf, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo, FROM } from '../../../../test/sent-emails.ts';
import { seriesCalls } from '../../../../test/series-fixture.ts';
import { attendances } from '../schema.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const limited = await testApp({ RATE_LIMIT_FACTOR: '1' }, database);
const { db } = app.platform;
type Headers = Record<string, string>;
const { send, confirm, stateOf, organised, placesOf, waiting } = attendanceCalls(app);
const { published } = seriesCalls(app);
const FORBIDDEN = { status: 403, code: 'FORBIDDEN', message: 'No tienes permiso para esta acción' };

beforeEach(() => {
  app.setNow(NOON);
  limited.setNow(NOON);
});

let people = 0;
/** A visitor who confirmed with a mistyped address, with the cookie of the browser. */
async function mistyped(id: string, fields: object = {}) {
  const email = `ana${++people}@gmial.com`;
  const correctedEmail = `ana${people}@gmail.com`;
  const reply = await confirm(id, { email, ...fields });
  return { email, correctedEmail, reply, proof: cookieOf(reply) };
}

const correct = (id: string | undefined, body: object, headers: Headers) =>
  send('PUT', `/attendances/email/${id}`, body, headers);

describe('correcting the address of a confirmation', () => {
  it('keeps the place and the code, mails the new address and voids what the old one got', async () => {
    const { id } = await organised({ capacity: 1 });
    const { email, correctedEmail, reply, proof } = await mistyped(id);
    const { code, _id } = reply.json();
    const [wrong] = await emailsTo(db, email);

    const corrected = await correct(id, { email, correctedEmail }, proof);
    expect(corrected.statusCode).toBe(200);
    expect(corrected.json()).toMatchObject({ _id, code, email: correctedEmail, status: 'confirmed' });
    expect(await placesOf(id)).toEqual({ taken: 1, free: 0, waiting: 0 });
    expect((await stateOf(id, proof)).isAttending).toBe(true);
    const [mail, ...others] = await emailsTo(db, correctedEmail);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Quedó confirmada tu asistencia');
    const open = (text: string | undefined) => send('POST', '/attendances/personal', { token: linkIn(text) });
    expect((await open(wrong?.text)).statusCode).toBe(400);
    expect((await open(mail?.text)).json()).toMatchObject({ taskId: id, code });
  });

  it('keeps the position on the waiting list', async () => {
    const { id, email, proof } = await waiting();
    await confirm(id);
    const correctedEmail = 'espera@example.org';
    const corrected = await correct(id, { email, correctedEmail }, proof);
    expect(corrected.json()).toMatchObject({ status: 'waiting', position: 1, email: correctedEmail });
    const [mail] = await emailsTo(db, correctedEmail);
    expect(mail?.text).toContain('Tu puesto en la lista es el 1.');
  });

  it('corrects all dates of a series with one e-mail', async () => {
    const { ids, seriesId } = await published();
    const email = 'serie@gmial.com';
    const correctedEmail = 'serie@gmail.com';
    const reply = await send('POST', `/attendances/confirm-series/${seriesId}`, { name: 'Ana', email });
    expect((await correct(ids[1], { email, correctedEmail }, cookieOf(reply))).statusCode).toBe(200);
    const rows = await db.select().from(attendances).where(inArray(attendances.activityId, ids));
    expect(rows.map(row => row.email)).toEqual(Array(3).fill(correctedEmail));
    const [mail, ...others] = await emailsTo(db, correctedEmail);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Vas a 3 fechas de una actividad${FROM}`);
    const opened = await send('POST', '/attendances/personal', { token: linkIn(mail?.text) });
    expect(opened.json().dates).toHaveLength(3);
  });

  it('changes nothing if the corrected address is on the list', async () => {
    const { id } = await organised({ capacity: null });
    const { email, correctedEmail, proof } = await mistyped(id);
    await confirm(id, { email: correctedEmail });
    const before = await emailsTo(db, correctedEmail);
    expect(errorOf(await correct(id, { email, correctedEmail }, proof))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Ya estás registrado en esta actividad',
    });
    expect((await stateOf(`${id}?email=${email}`, proof)).isAttending).toBe(true);
    expect(await emailsTo(db, correctedEmail)).toEqual(before);
  });

  it('lets one of two concurrent corrections have an address', async () => {
    const { id } = await organised({ capacity: null });
    const two = await Promise.all([mistyped(id), mistyped(id)]);
    const correctedEmail = 'una@example.org';
    const replies = await Promise.all(
      two.map(({ email, proof }) => correct(id, { email, correctedEmail }, proof)),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 1 });
  });

  it('is refused to all but the browser that confirmed, and after the start', async () => {
    const { id, owner } = await organised({ capacity: null });
    const { email, correctedEmail, proof } = await mistyped(id);
    const [mail] = await emailsTo(db, email);
    const other = await mistyped(id);
    const member = await signedIn(db);
    const refused: [object, Headers][] = [
      [{ email, correctedEmail }, {}],
      [{ email, correctedEmail, token: linkIn(mail?.text) }, {}],
      [{ email, correctedEmail }, other.proof],
      [{ email, correctedEmail }, owner],
      [{ email, correctedEmail }, member.headers],
      [{ email: 'otra@example.org', correctedEmail }, proof],
    ];
    for (const [body, headers] of refused)
      expect(errorOf(await correct(id, body, headers))).toEqual(FORBIDDEN);
    app.setNow(new Date('2027-06-01T12:00:00Z'));
    expect(errorOf(await correct(id, { email, correctedEmail }, proof))).toEqual(FORBIDDEN);
    expect(await emailsTo(db, correctedEmail)).toEqual([]);
  });

  it.each(['', 'ana', 'ana@'])('refuses the address %j', async correctedEmail => {
    const { id } = await organised();
    const { email, proof } = await mistyped(id);
    expect((await correct(id, { email, correctedEmail }, proof)).statusCode).toBe(400);
  });

  it('mails one address ten times a day at most', async () => {
    const { id } = await organised({ capacity: null });
    const { email, correctedEmail, proof } = await mistyped(id);
    const body = (index: number) =>
      index % 2 === 0 ? { email, correctedEmail } : { email: correctedEmail, correctedEmail: email };
    const replies = [];
    for (let index = 0; index < 22; index += 1) {
      const url = `/api/attendances/email/${id}`;
      replies.push(await limited.inject({ method: 'PUT', url, payload: body(index), headers: proof }));
    }
    expect(tally(replies)).toEqual({ 200: 20, 429: 2 });
  });
});
