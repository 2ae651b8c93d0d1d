import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { attendanceCalls } from '../../../../test/attendance-calls.ts';
import { aReminder, aVisit, signedIn } from '../../../../test/factories.ts';
import { parseCalendar } from '../../../../test/parse-calendar.ts';
import { pollNotifications } from '../../../../test/poll-notifications.ts';
import { pollReminders } from '../../../../test/reminder-fixture.ts';
import { cookieOf } from '../../../../test/requests.ts';
import { emailsTo, WHEN } from '../../../../test/sent-emails.ts';
import { seriesCalls } from '../../../../test/series-fixture.ts';
import { dueWork } from '../../../platform/due-work/schema.ts';
import { type MailKind, mailRules, ruleOf } from '../../../platform/mail/kinds.ts';
import { mails } from '../../../platform/mail/schema.ts';
import { pollReconfirmations } from '../../attendance/places/reconfirmation-service.ts';
import { pollOffers } from '../../attendance/places/service.ts';

// Tests the calendar files of e-mails, which two parsers read.

const app = await testApp();
const { db } = app.platform;
const { send, organised, confirm, edit } = attendanceCalls(app);
const series = seriesCalls(app);
const admin = await signedIn(db, { role: 'admin' });
const MINUTE = 60_000;

const located = {
  title: 'Pan, café; «huerta» 🎉',
  place: 'La Ladera',
  directions: 'Por la trocha, tercera puerta',
  latitude: 2.45,
  longitude: -76.6,
  category: 'ambiente' as const,
  tags: ['huerta'],
  capacity: null,
};

/** The entries in the only calendar file of an e-mail. */
function entriesIn({ attachments }: Awaited<ReturnType<typeof emailsTo>>[number]) {
  const [file, ...others] = attachments.filter(({ type }) => type.startsWith('text/calendar'));
  expect(others).toEqual([]);
  if (file === undefined) return [];
  const { parts, properties } = parseCalendar(file.content);
  expect(file.type).toBe(`text/calendar; charset=utf-8; method=${properties.METHOD}`);
  const elsewhere = new ICAL.Component(ICAL.parse(file.content)).getAllSubcomponents('vevent');
  const entries = parts.filter(({ name }) => name === 'VEVENT').map(part => part.properties);
  const isCancelled = entries.every(({ STATUS }) => STATUS === 'CANCELLED');
  // METHOD:CANCEL requires a file with a single UID.
  expect(properties.METHOD).toBe(isCancelled && entries.length === 1 ? 'CANCEL' : 'PUBLISH');
  expect(elsewhere.map(event => event.getFirstPropertyValue('uid'))).toEqual(entries.map(({ UID }) => UID));
  return entries;
}

const entriesTo = async (email: string) => (await emailsTo(db, email)).flatMap(entriesIn);
const statesOf = async (email: string) =>
  (await entriesTo(email)).map(({ STATUS, SEQUENCE }) => ({ STATUS, SEQUENCE: Number(SEQUENCE) }));

/** Expects the states in this order, a single UID, and a SEQUENCE that increases each time. */
async function expectRising(email: string, id: string, states: string[]) {
  const entries = await entriesTo(email);
  expect(entries.map(({ STATUS }) => STATUS)).toEqual(states);
  expect(new Set(entries.map(({ UID }) => UID))).toEqual(new Set([`${id}@minga`]));
  const sequences = (await statesOf(email)).map(({ SEQUENCE }) => SEQUENCE);
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
}

const poll = async (now: Date) => {
  app.setNow(now);
  // The first poll stores the recipients of a rejection, and the second notifies them.
  for (let pass = 0; pass < 2; pass += 1) await pollNotifications(app.platform);
};

beforeEach(() => app.setNow(NOON));

afterAll(async () => {
  // Checks all e-mails that these tests have sent.
  const sent = await db.select({ kind: mails.kind, attachments: mails.attachments }).from(mails);
  const methods = sent.flatMap(({ kind, attachments }) =>
    attachments.flatMap(({ type, content }) =>
      type.startsWith('text/calendar')
        ? [{ kind, method: /STATUS:CANCELLED/.test(content) ? 'CANCEL' : 'PUBLISH' }]
        : [],
    ),
  );
  expect(methods).toEqual(methods.map(({ kind }) => ({ kind, method: kind && ruleOf(kind).calendar })));
  const carrying = (Object.keys(mailRules) as MailKind[]).filter(kind => ruleOf(kind).calendar !== undefined);
  // `personal-link.test.ts` and the push tests cover these kinds.
  const elsewhere = ['personalLinksEmail', 'fallbackEmail'];
  expect(new Set([...methods.map(({ kind }) => kind), ...elsewhere])).toEqual(new Set(carrying));
});

describe('the calendar file of an e-mail', () => {
  it('of a confirmation has place, directions, position, topics and address', async () => {
    const { id } = await organised(located);
    await confirm(id, { email: 'todo@example.org' });
    const [entry, ...others] = await entriesTo('todo@example.org');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      UID: `${id}@minga`,
      STATUS: 'CONFIRMED',
      SUMMARY: located.title,
      LOCATION: 'La Ladera',
      GEO: '2.450000;-76.600000',
      CATEGORIES: 'Ambiente,huerta',
      URL: `http://localhost:3000/actividades/${id}`,
      DESCRIPTION: expect.stringContaining('Cómo llegar: Por la trocha, tercera puerta'),
    });
  });

  it('rises when one person is removed, is confirmed again and the activity changes and is deleted', async () => {
    const { id, owner } = await organised(located);
    const email = 'sube@example.org';
    const { attendanceId } = (await confirm(id, { email })).json();
    const { _id = attendanceId } = (
      await app.inject({ url: `/api/attendances/${id}`, headers: owner })
    ).json()[0];
    expect((await send('DELETE', `/attendances/${_id}`, {}, owner)).statusCode).toBeLessThan(300);
    await poll(new Date(NOON.getTime() + MINUTE));
    await expectRising(email, id, ['CONFIRMED', 'CANCELLED']);
    app.setNow(new Date(NOON.getTime() + 2 * MINUTE));
    await confirm(id, { email });
    app.setNow(new Date(NOON.getTime() + 3 * MINUTE));
    await expectRising(email, id, ['CONFIRMED', 'CANCELLED', 'CONFIRMED']);
    await edit(id, owner, { date: '2026-12-07T15:00:00.000Z', place: 'Otro lado' });
    await poll(new Date(NOON.getTime() + 14 * MINUTE));
    await expectRising(email, id, ['CONFIRMED', 'CANCELLED', 'CONFIRMED', 'CONFIRMED']);
    await send('DELETE', `/tasks/${id}`, {}, owner);
    await poll(new Date(NOON.getTime() + 15 * MINUTE));
    await expectRising(email, id, ['CONFIRMED', 'CANCELLED', 'CONFIRMED', 'CONFIRMED', 'CANCELLED']);
    const last = (await statesOf(email)).at(-1);
    const published = parseCalendar((await app.inject(`/actividades/${id}.ics`)).body).parts.at(-1);
    expect(Number(published?.properties.SEQUENCE)).toBeGreaterThanOrEqual(last?.SEQUENCE ?? 0);
  });

  it('of a rejected activity that is public again rises too', async () => {
    const { id, owner } = await organised(located);
    const email = 'vuelve@example.org';
    await confirm(id, { email });
    // A rejection is not announced to attendees whose first e-mail is still held.
    await app.platform.mailer.decide();
    const decide = (decision: string, payload?: object) =>
      app.inject({
        method: 'PATCH',
        url: `/api/admin-panel/activities/${id}/${decision}`,
        headers: admin.headers,
        ...(payload && { payload }),
      });
    await decide('reject', { reason: 'Falta algo' });
    await poll(new Date(NOON.getTime() + MINUTE));
    // The organiser edits the activity, and an administrator approves the edit.
    expect((await edit(id, owner, { title: 'Otra huerta' })).statusCode).toBe(200);
    expect((await decide('approve')).statusCode).toBe(200);
    const [first, withdrawn] = await entriesTo(email);
    expect([first?.STATUS, withdrawn?.STATUS, withdrawn?.SUMMARY]).toEqual([
      'CONFIRMED',
      'CANCELLED',
      'Actividad cancelada',
    ]);
    const page = parseCalendar((await app.inject(`/actividades/${id}.ics`)).body).parts.at(-1)?.properties;
    const sequences = [first, withdrawn, page].map(entry => Number(entry?.SEQUENCE));
    expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
  });

  it('has a private location only for those with a place', async () => {
    const { id, owner } = await organised({ ...located, isLocationPrivate: true, capacity: 1 });
    await confirm(id, { email: 'dentro@example.org' });
    await confirm(id, { email: 'espera@example.org' });
    // A place on the waiting list creates no calendar entry.
    expect(await entriesTo('espera@example.org')).toEqual([]);
    await edit(id, owner, { date: '2026-12-08T15:00:00.000Z' });
    await poll(new Date(NOON.getTime() + 11 * MINUTE));
    const [inside, outside] = [await entriesTo('dentro@example.org'), await entriesTo('espera@example.org')];
    expect(inside.map(entry => [entry.STATUS, entry.GEO])).toEqual([
      ['CONFIRMED', '2.450000;-76.600000'],
      ['CONFIRMED', '2.450000;-76.600000'],
    ]);
    expect(outside.map(({ STATUS }) => STATUS)).toEqual(['TENTATIVE']);
    expect(JSON.stringify(outside)).not.toMatch(/trocha|GEO/);
    const page = (await app.inject(`/actividades/${id}.ics`)).body;
    expect(page).not.toMatch(/trocha|GEO/);
  });

  it.each(['by the party itself', 'by the organiser'])(
    'rises when a place that was offered is taken %s, although as many people have one',
    async how => {
      const { id, owner } = await organised({ ...located, capacity: 1 });
      const holder = await aVisit(db, { activityId: id });
      const email = `ofrecido-${how.split(' ').at(-1)}@example.org`;
      const reply = await confirm(id, { email });
      await send('DELETE', `/attendances/cancel/${id}`, { token: holder.token });
      // The change is announced while the place is only offered, so the entry is tentative.
      await edit(id, owner, { place: 'Otro lado' });
      await poll(new Date(NOON.getTime() + 11 * MINUTE));
      app.setNow(new Date(NOON.getTime() + 12 * MINUTE));
      const taken =
        how === 'by the organiser'
          ? await send('PATCH', `/attendances/${reply.json()._id}/status`, { status: 'confirmed' }, owner)
          : await send('POST', `/attendances/offer/${id}`, { accept: true }, cookieOf(reply));
      expect(taken.statusCode).toBe(200);
      await expectRising(email, id, ['TENTATIVE', 'CONFIRMED']);
    },
  );

  it('drops the activity after a cancellation by oneself, and takes it up again', async () => {
    const { id } = await organised({ ...located, isLocationPrivate: true });
    const email = 'sola@example.org';
    const proof = cookieOf(await confirm(id, { email }));
    app.setNow(new Date(NOON.getTime() + MINUTE));
    expect((await send('DELETE', `/attendances/cancel/${id}`, { email }, proof)).statusCode).toBe(200);
    app.setNow(new Date(NOON.getTime() + 2 * MINUTE));
    await confirm(id, { email });
    await expectRising(email, id, ['CONFIRMED', 'CANCELLED', 'CONFIRMED']);
    const [, cancelled] = await emailsTo(db, email);
    expect(cancelled?.subject).toBe(`Cancelaste tu asistencia a una actividad${WHEN}`);
    expect(cancelled?.text).not.toMatch(/trocha/);
    expect(cancelled?.attachments[0]?.content).not.toMatch(/trocha|GEO/);
  });

  it.each(['as a session', 'as an answer that the party does not come'])(
    'drops it after a cancellation %s',
    async how => {
      const { id } = await organised(located);
      const { user, headers } = await signedIn(db);
      await confirm(id, { email: user.email }, headers);
      app.setNow(new Date(NOON.getTime() + MINUTE));
      const reply =
        how === 'as a session'
          ? await send('DELETE', `/attendances/cancel/${id}`, {}, headers)
          : await send('POST', `/attendances/reconfirm/${id}`, { coming: false }, headers);
      expect(reply.statusCode).toBe(200);
      await expectRising(user.email, id, ['CONFIRMED', 'CANCELLED']);
      const [, cancelled] = await emailsTo(db, user.email);
      expect(cancelled?.subject).toBe(`Ya no vas: ${located.title}${WHEN}`);
    },
  );

  it('of a cancellation is sent only for a place that calendars have: none of the waiting list, the past or what was withdrawn', async () => {
    const { id } = await organised({ ...located, capacity: 1 });
    await aVisit(db, { activityId: id });
    const waiting = cookieOf(await confirm(id, { email: 'fila@example.org' }));
    expect((await send('DELETE', `/attendances/cancel/${id}`, {}, waiting)).statusCode).toBe(200);
    expect(await entriesTo('fila@example.org')).toEqual([]);
    const past = await organised({ ...located, date: new Date(NOON.getTime() - 24 * 60 * MINUTE) });
    const rejected = await organised({ ...located, status: 'rejected', rejectionReason: 'No' });
    for (const { id: activityId } of [past, rejected]) {
      const { token, email } = await aVisit(db, { activityId });
      expect((await send('DELETE', `/attendances/cancel/${activityId}`, { token })).statusCode).toBe(200);
      expect(await emailsTo(db, email)).toEqual([]);
    }
  });

  it('drops what was tentative when the offered place expires', async () => {
    const { id, owner } = await organised({ ...located, capacity: 1 });
    const holder = await aVisit(db, { activityId: id });
    const email = 'vencida@example.org';
    await confirm(id, { email });
    await edit(id, owner, { place: 'Otro lado' });
    await poll(new Date(NOON.getTime() + 11 * MINUTE));
    await send('DELETE', `/attendances/cancel/${id}`, { token: holder.token });
    app.setNow(new Date('2026-11-26T17:00:00.000Z'));
    await pollOffers(app.platform);
    await expectRising(email, id, ['TENTATIVE', 'CANCELLED']);
  });

  it('comes with the question whether the party still comes', async () => {
    const date = new Date('2026-11-24T14:00:00.000Z');
    const { id } = await organised({ ...located, date, asksAgain: true, isLocationPrivate: true });
    const email = 'sigue@example.org';
    await confirm(id, { email });
    app.setNow(new Date('2026-11-23T23:00:00.000Z'));
    await pollReconfirmations(app.platform);
    expect(await entriesTo(email)).toMatchObject(
      Array.from({ length: 2 }, () => ({ STATUS: 'CONFIRMED', GEO: '2.450000;-76.600000' })),
    );
  });

  it('comes with a reminder', async () => {
    const { id } = await organised({ ...located, isLocationPrivate: true });
    const { attendance, email } = await aVisit(db, { activityId: id, email: 'recuerda@example.org' });
    const { id: key } = await aReminder(db, { activityId: id, attendanceId: attendance.id });
    await pollReminders(app.platform);
    const [planned] = await db.select().from(dueWork).where(eq(dueWork.key, key));
    app.setNow(planned?.at ?? NOON);
    await pollReminders(app.platform);
    expect(await entriesTo(email)).toMatchObject([{ STATUS: 'CONFIRMED', GEO: '2.450000;-76.600000' }]);
  });

  it('of a series has all dates in one, confirmed, moved and cancelled', async () => {
    const { owner, ids, first } = await series.published();
    const email = 'serie@example.org';
    const payload = { name: 'Rosa', email };
    const reply = await send('POST', `/attendances/confirm-series/${first.series?._id}`, payload);
    expect(reply.statusCode).toBe(201);
    await series.edit(ids[0] ?? '', 'all', { date: '2026-12-05T16:00:00.000Z' }, owner);
    await poll(new Date(NOON.getTime() + 11 * MINUTE));
    await series.remove(ids[0] ?? '', 'all', owner);
    await poll(new Date(NOON.getTime() + 12 * MINUTE));
    const mails = (await emailsTo(db, email)).map(entriesIn);
    expect(mails.map(entries => entries.map(({ UID }) => UID))).toEqual(
      Array.from({ length: 3 }, () => ids.map(id => `${id}@minga`)),
    );
    expect(mails.map(([entry]) => entry?.STATUS)).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED']);
    for (const index of ids.keys()) {
      const sequences = mails.map(entries => Number(entries[index]?.SEQUENCE));
      expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
    }
  });
});
