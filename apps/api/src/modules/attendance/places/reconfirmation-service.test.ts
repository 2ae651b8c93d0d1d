import { and, asc, eq, inArray, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls, linkIn } from '../../../../test/attendance-calls.ts';
import { testDatabase } from '../../../../test/database.ts';
import { anAttendance, aVisit, signedIn } from '../../../../test/factories.ts';
import { cookieOf, errorOf } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { mails } from '../../../platform/mail/schema.ts';
import { activities } from '../../activities/schema.ts';
import { notifications } from '../../notifications/schema.ts';
import { attendances } from '../schema.ts';
import { pollReconfirmations } from './reconfirmation-service.ts';
import { pollOffers } from './service.ts';

const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
const { send, confirm, listed, stateOf, organised, placesOf, edit } = attendanceCalls(here);
type Headers = Record<string, string>;

/** Converts a local time in Popayán, five hours behind UTC. */
const at = (local: string) => new Date(`${local}:00-05:00`);
/** The start of the activity of these tests. `ASKING` is the time at which its parties are asked. */
const DATE = at('2026-11-24T09:00');
const ASKING = at('2026-11-23T18:00');
/** The subject to an account has the title, the one to a visitor has none. */
const isQuestion = (subject: string) =>
  /^¿Sigues viniendo\? .+ · \p{L}{3} \d+ nov, 9:00 a\. m\.$/u.test(subject);

const setNow = (now: Date) => {
  here.setNow(now);
  there.setNow(now);
};
beforeEach(() => setNow(NOON));

const askingActivity = (values = {}) => organised({ capacity: null, date: DATE, asksAgain: true, ...values });

/** Polls in both processes concurrently. */
async function poll(now: Date = ASKING): Promise<void> {
  setNow(now);
  await Promise.all([pollReconfirmations(here.platform), pollReconfirmations(there.platform)]);
}

const askedIn = async (activityId: string) =>
  (await db.select().from(attendances).where(eq(attendances.activityId, activityId)))
    .filter(({ askedAgainAt }) => askedAgainAt !== null)
    .map(({ name }) => name)
    .sort();

describe('a party is asked', () => {
  it('at 18:00 on the day before, once, by e-mail; accounts in the bell too', async () => {
    const { id } = await askingActivity();
    const { user, headers } = await signedIn(db);
    await confirm(id, { email: user.email }, headers);
    const visitor = (await confirm(id)).json();
    await poll(new Date(ASKING.getTime() - 1));
    expect(await emailsTo(db, visitor.email)).toHaveLength(1);
    await poll();
    await poll(at('2026-11-24T08:00'));
    for (const email of [user.email, visitor.email]) {
      const sent = await emailsTo(db, email);
      expect(sent.map(({ subject }) => isQuestion(subject))).toEqual([false, true]);
      expect(sent[1]?.text).toContain('martes, 24 de noviembre de 2026, 9:00');
    }
    const [, asked] = await emailsTo(db, visitor.email);
    expect(linkIn(asked?.text)).not.toBe('');
    expect(asked?.text).toContain(`/llegada/${visitor.code}`);
    expect(asked?.attachments).toMatchObject([
      { type: expect.stringContaining('text/calendar') },
      { contentId: `llegada.${visitor._id}@minga` },
    ]);
    const bell = await db.select().from(notifications).where(eq(notifications.userId, user.id));
    expect(bell).toMatchObject([{ type: 'place', title: '¿Sigues viniendo?', taskId: id }]);
    expect(await stateOf(id, headers)).toMatchObject({
      isAttending: true,
      askedAgainAt: ASKING.toISOString(),
      reconfirmed: null,
    });
  });

  it.each([
    ['of an activity that does not ask', { asksAgain: false }],
    ['of a rejected activity', { status: 'rejected' as const, rejectionReason: 'No' }],
  ])('not: %s', async (_what, values) => {
    const { id } = await askingActivity();
    await aVisit(db, { activityId: id });
    await db.update(activities).set(values).where(eq(activities.id, id));
    await poll();
    expect(await askedIn(id)).toEqual([]);
  });

  it('only if it got its place more than 24 hours before, and does not organise', async () => {
    const { id, user } = await askingActivity({ capacity: 10 });
    const day = 24 * 60 * 60 * 1000;
    const [early, late] = [new Date(ASKING.getTime() - day - 1), new Date(ASKING.getTime() - day)];
    await anAttendance(db, { activityId: id, name: 'Antes', createdAt: early });
    await anAttendance(db, { activityId: id, name: 'Después', createdAt: late });
    await anAttendance(db, { activityId: id, name: 'Con cupo tarde', createdAt: early, placedAt: late });
    const ownEmail = { userId: user.id, email: user.email };
    await anAttendance(db, { activityId: id, name: 'Organiza', createdAt: early, ...ownEmail });
    await anAttendance(db, { activityId: id, name: null, email: null, createdAt: early });
    const queue = { status: 'waiting' as const, queueNumber: 1 };
    await anAttendance(db, { activityId: id, name: 'Espera', createdAt: early, ...queue });
    await poll();
    expect(await askedIn(id)).toEqual(['Antes']);
  });

  it('also where it has no e-mail; the organiser sees that it has not answered', async () => {
    const { id, owner } = await askingActivity({ contact: 'any' });
    await confirm(id, { email: null, phone: '+57 312 345 6789' });
    await poll();
    expect(await listed(id, owner)).toMatchObject([
      { email: '', askedAgainAt: ASKING.toISOString(), reconfirmed: null },
    ]);
  });

  it('in the batches of a large activity, each once', async () => {
    const { id } = await askingActivity();
    const rows = Array.from({ length: 450 }, (_, number) => `lote${number}@example.org`);
    for (const email of rows) await anAttendance(db, { activityId: id, email, createdAt: NOON });
    await poll();
    const sent = await db
      .select()
      .from(mails)
      .where(and(inArray(mails.recipient, rows), like(mails.subject, '¿Sigues viniendo?%')));
    expect(sent).toHaveLength(450);
    expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(450);
  });

  it.each(['2026-11-24T08:30', '2026-11-23T09:00', '2026-11-24T09:30'])(
    'again if the date moves, earlier or later: %s',
    async date => {
      const { id, owner } = await askingActivity();
      const visitor = await confirm(id);
      setNow(at('2026-11-20T10:00'));
      await db
        .update(attendances)
        .set({ askedAgainAt: NOON, reconfirmedAt: NOON })
        .where(eq(attendances.activityId, id));
      expect((await edit(id, owner, { date: at(date).toISOString() })).statusCode).toBe(200);
      expect(await stateOf(id, cookieOf(visitor))).toMatchObject({ askedAgainAt: null, reconfirmed: null });
    },
  );

  it('again for a new date, not for another edit', async () => {
    const { id, owner } = await askingActivity();
    const visitor = await confirm(id);
    const { email } = visitor.json();
    await poll();
    await send('POST', `/attendances/reconfirm/${id}`, { coming: true }, cookieOf(visitor));
    expect((await edit(id, owner, { place: 'El parque' })).statusCode).toBe(200);
    expect(await stateOf(id, cookieOf(visitor))).toMatchObject({ reconfirmed: true });
    expect((await edit(id, owner, { date: at('2026-11-26T09:00').toISOString() })).statusCode).toBe(200);
    expect(await stateOf(id, cookieOf(visitor))).toMatchObject({ askedAgainAt: null, reconfirmed: null });
    await poll(at('2026-11-25T18:00'));
    const asked = (await emailsTo(db, email)).filter(({ subject }) => isQuestion(subject));
    expect(asked).toHaveLength(2);
  });
});

describe('an answer', () => {
  const answer = (id: string, payload: object, headers: Headers = {}) =>
    send('POST', `/attendances/reconfirm/${id}`, payload, headers);

  async function asked(values = {}) {
    const { id, owner } = await askingActivity(values);
    const reply = await confirm(id);
    await poll();
    const { email } = reply.json();
    const token = linkIn((await emailsTo(db, email)).at(-1)?.text);
    return { id, owner, email, token, proof: cookieOf(reply) };
  }

  it('yes is stored once, by the link of the e-mail or the cookie', async () => {
    const { id, owner, token, proof } = await asked();
    const first = await answer(id, { coming: true, token });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({ taskId: id, reconfirmed: true });
    const [before] = await db.select().from(attendances).where(eq(attendances.activityId, id));
    setNow(at('2026-11-23T19:00'));
    expect((await answer(id, { coming: true }, proof)).json()).toMatchObject({ reconfirmed: true });
    const [after] = await db.select().from(attendances).where(eq(attendances.activityId, id));
    expect(after?.reconfirmedAt).toEqual(before?.reconfirmedAt);
    expect(await listed(id, owner)).toMatchObject([{ reconfirmed: true }]);
  });

  it('yes also before anybody was asked, and for an activity that does not ask', async () => {
    const { id } = await organised({ date: DATE });
    const reply = await confirm(id);
    expect((await answer(id, { coming: true }, cookieOf(reply))).json()).toMatchObject({
      askedAgainAt: null,
      reconfirmed: true,
    });
  });

  it('no cancels; then nothing is left to answer', async () => {
    const { id, token, proof } = await asked();
    const reply = await answer(id, { coming: false, token });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ deletedAttendance: { taskId: id } });
    expect(await placesOf(id)).toMatchObject({ taken: 0 });
    expect((await answer(id, { coming: false }, proof)).statusCode).toBe(403);
  });

  it.each([
    ['without a proof', {}, { status: 403, code: 'FORBIDDEN' }],
    ['with only an address', { email: 'alguien@example.org' }, { status: 403, code: 'FORBIDDEN' }],
    ['with a false link', { token: 'x'.repeat(43) }, { status: 403, code: 'FORBIDDEN' }],
  ])('is refused %s', async (_what, selector, expected) => {
    const { id } = await asked();
    for (const coming of [true, false])
      expect(errorOf(await answer(id, { coming, ...selector }))).toMatchObject(expected);
    expect(await placesOf(id)).toMatchObject({ taken: 1 });
  });

  it.each([[{}], [{ coming: 'sí' }], [{ coming: null }]])('must say whether it comes: %j', async payload => {
    const { id, proof } = await asked();
    expect(errorOf(await answer(id, payload, proof))).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: ['Indica si sigues yendo'],
    });
  });

  it('is refused of a party that waits, of an activity that has begun, and of an unknown one', async () => {
    const { id } = await askingActivity({ capacity: 1 });
    await confirm(id);
    const waiting = cookieOf(await confirm(id));
    expect(errorOf(await answer(id, { coming: true }, waiting))).toMatchObject({
      status: 409,
      code: 'NOT_CONFIRMED',
    });
    const { id: begun, proof } = await asked();
    setNow(new Date(DATE.getTime() + 1));
    expect(errorOf(await answer(begun, { coming: true }, proof))).toMatchObject({ status: 400 });
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(errorOf(await answer(unknown, { coming: true }))).toMatchObject({ status: 404 });
  });

  it('belongs to the person: another e-mail on the list starts without one', async () => {
    const { id, owner, token } = await asked();
    await answer(id, { coming: true, token });
    const [{ _id, name }] = await listed(id, owner);
    await send('PUT', `/attendances/${_id}`, { name, email: 'otra@example.org' }, owner);
    expect(await listed(id, owner)).toMatchObject([{ askedAgainAt: null, reconfirmed: null }]);
  });
});

it('full, asked, freed, offered: 20 places, 5 waiting, 4 say no, 3 say nothing, on two processes', async () => {
  const { id, owner } = await askingActivity({ capacity: 20, companionsMax: 0 });
  const holders = [];
  for (let number = 0; number < 20; number += 1) holders.push((await confirm(id)).json());
  const waiting: { email: string }[] = [];
  for (let number = 0; number < 5; number += 1) waiting.push((await confirm(id)).json());
  await poll();
  const tokens = await Promise.all(
    holders.map(async ({ email }) => linkIn((await emailsTo(db, email)).at(-1)?.text)),
  );
  expect(new Set(tokens).size).toBe(20);
  // The last 3 parties do not answer. Half of the answers are sent to the other process.
  const answers = await Promise.all(
    tokens.slice(0, 17).map((token, number) =>
      (number % 2 === 0 ? here : there).inject({
        method: 'POST',
        url: `/api/attendances/reconfirm/${id}`,
        payload: { coming: number >= 4, token },
      }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 17 }, () => 200));
  await Promise.all([pollOffers(here.platform), pollOffers(there.platform)]);
  await poll();

  const rows = await db
    .select()
    .from(attendances)
    .where(eq(attendances.activityId, id))
    .orderBy(asc(attendances.createdAt));
  const count = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).length;
  expect({
    people: rows.length,
    coming: count(row => row.reconfirmedAt !== null),
    silent: count(row => row.askedAgainAt !== null && row.reconfirmedAt === null),
    offered: count(row => row.status === 'offered'),
    waiting: count(row => row.status === 'waiting'),
  }).toEqual({ people: 21, coming: 13, silent: 3, offered: 4, waiting: 1 });
  expect(await placesOf(id)).toEqual({ taken: 20, free: 0, waiting: 1 });
  const subjects = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);
  for (const { email } of holders) expect((await subjects(email)).filter(isQuestion)).toHaveLength(1);
  const offers = await Promise.all(
    waiting.map(async ({ email }) => (await subjects(email)).filter(text => text.startsWith('Hay un cupo'))),
  );
  expect(offers.map(({ length }) => length)).toEqual([1, 1, 1, 1, 0]);

  // Parties that accept are not asked, since they got their place on the evening before.
  const accepting = linkIn((await emailsTo(db, waiting[0]?.email ?? '')).at(-1)?.text);
  const accepted = await send('POST', `/attendances/offer/${id}`, { accept: true, token: accepting });
  expect(accepted.json()).toMatchObject({ status: 'confirmed', askedAgainAt: null });
  await poll(at('2026-11-24T08:00'));
  expect((await subjects(waiting[0]?.email ?? '')).filter(isQuestion)).toEqual([]);
  expect((await listed(id, owner)).filter((row: { reconfirmed: unknown }) => row.reconfirmed)).toHaveLength(
    13,
  );
});
