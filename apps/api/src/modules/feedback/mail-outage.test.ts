import { and, isNotNull, isNull } from 'drizzle-orm';
import { afterAll, expect, it, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aUser, aVisit, signedIn } from '../../../test/factories.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { testMailServer } from '../../../test/smtp.ts';
import { mails } from '../../platform/mail/schema.ts';
import { pollReconfirmations } from '../attendance/places/reconfirmation-service.ts';
import { notifications } from '../notifications/schema.ts';
import { pollFeedback } from './service.ts';

// Two app processes share one database and a real mail server, which is down.
const database = await testDatabase();
const mailServer = await testMailServer();
const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'Minga <hola@minga.example.org>' };
const here = await testApp(settings, database);
const there = await testApp(settings, database);
const { db } = here.platform;
afterAll(() => mailServer.stop());

/** Local time in Popayán, five hours behind UTC. */
const at = (local: string) => new Date(`${local}:00-05:00`);
const EVE = at('2026-11-24T18:00');
const PEOPLE = 4;

/** Creates an activity with `PEOPLE` attendances, half of them of accounts. Returns their addresses and the organiser's session. */
async function withPeople(fields: Parameters<typeof anActivity>[1], values: { checkedInAt?: Date } = {}) {
  const { user: owner, headers } = await signedIn(db, {}, EVE);
  const { id: activityId } = await anActivity(db, { ownerId: owner.id, ...fields });
  const emails: string[] = [];
  for (let number = 0; number < PEOPLE; number += 2) {
    const { id: userId, email } = await aUser(db);
    await anAttendance(db, { activityId, userId, email, ...values });
    emails.push(email, (await aVisit(db, { activityId, ...values })).email);
  }
  return { activityId, headers, emails };
}

type Asked = Awaited<ReturnType<typeof withPeople>>;

it('messages, reconfirmations and feedback invitations of an outage of the mail server arrive once each, without those answered since', async () => {
  await mailServer.stop();
  for (const app of [here, there]) app.setNow(EVE);
  const tomorrow = await withPeople({ date: at('2026-11-25T09:00'), asksAgain: true, title: 'Olla' });
  const yesterday = {
    date: at('2026-11-23T09:00'),
    endDate: at('2026-11-23T12:00'),
    title: 'Trueque',
  };
  const past = await withPeople(yesterday, { checkedInAt: yesterday.date });
  const later = await withPeople({ date: at('2026-12-05T09:00'), title: 'Siembra' });
  const comes = await aVisit(db, { activityId: tomorrow.activityId });
  const declines = await aVisit(db, { activityId: past.activityId, checkedInAt: yesterday.date });
  const reply = await here.inject({
    method: 'POST',
    url: `/api/tasks/${later.activityId}/messages`,
    headers: later.headers,
    payload: { subject: 'Llueve', text: 'Traigan capa.', to: 'confirmed' },
  });
  const unreached = { unsubscribed: 0, withoutEmail: 0, unconfirmed: 0 };
  expect([reply.statusCode, reply.json()]).toEqual([202, { recipients: PEOPLE, unreached }]);
  const polled = await Promise.allSettled(
    [here, there].flatMap(({ platform }) =>
      [pollNotifications, pollReconfirmations, pollFeedback].map(poll => poll(platform)),
    ),
  );
  expect(polled.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'));
  for (const app of [here, there]) await app.startJobs();

  const asked = [tomorrow, past, later].flatMap(({ emails }) => emails).sort();
  const failed = and(isNull(mails.sentAt), isNotNull(mails.failure));
  await expect.poll(() => db.$count(mails, failed)).toBe(asked.length + 2);
  expect(mailServer.received).toEqual([]);
  // These two e-mails become obsolete while they wait.
  const answers = [
    [`/api/attendances/reconfirm/${comes.activityId}`, { token: comes.token, coming: true }],
    [`/api/attendances/feedback/${declines.activityId}/decline`, { token: declines.token }],
  ] as const;
  for (const [url, payload] of answers)
    expect((await here.inject({ method: 'POST', url, payload })).statusCode).toBeLessThan(300);
  await mailServer.start();
  await vi.waitFor(async () => expect(await db.$count(mails, isNull(mails.sentAt))).toBe(0), 60_000);

  expect(mailServer.received.map(({ recipients }) => recipients.join()).sort()).toEqual(asked);
  const subjects = new Map(
    (await db.select().from(mails)).map(({ recipient, subject }) => [recipient, subject]),
  );
  const subjectsTo = (people: Asked) => new Set(people.emails.map(email => subjects.get(email)));
  // Subjects to visitors have no title.
  expect(subjectsTo(tomorrow)).toEqual(
    new Set(['Cuéntanos hoy', 'Olla'].map(which => `¿Sigues viniendo? ${which} · mié 25 nov, 9:00 a. m.`)),
  );
  expect(subjectsTo(past)).toEqual(
    new Set(
      ['Cuéntanos en un minuto', 'Trueque'].map(which => `¿Cómo te fue? ${which} · lun 23 nov, 9:00 a. m.`),
    ),
  );
  expect([...subjectsTo(later)]).toContain('Llueve: Siembra · sáb 5 dic, 9:00 a. m.');
  // The bell of each account contains a single notification.
  expect(await db.$count(notifications)).toBe(asked.length / 2);
});
