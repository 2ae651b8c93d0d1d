import { and, eq, inArray, like, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { linkIn } from '../../../test/attendance-calls.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aUser, aVisit, deactivate, signedIn } from '../../../test/factories.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { lockTable } from '../../../test/table-lock.ts';
import { mails } from '../../platform/mail/schema.ts';
import { hashToken } from '../../platform/tokens.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { mailUnsubscriptions, notificationPreferences, notifications } from '../notifications/schema.ts';
import { pollFeedback } from './service.ts';

const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;

/** Local time in Popayán, five hours behind UTC. */
const at = (local: string) => new Date(`${local}:00-05:00`);
const DATE = at('2026-11-23T09:00');
const END = at('2026-11-23T12:00');
const ASKING = at('2026-11-24T10:00');
const SUBJECT = '¿Cómo te fue? ';
const isAsking = (subject: string) => subject.startsWith(SUBJECT);

const setNow = (now: Date) => {
  here.setNow(now);
  there.setNow(now);
};
beforeEach(() => setNow(NOON));

/** Polls with both processes concurrently. */
async function poll(now: Date = ASKING): Promise<void> {
  setNow(now);
  await Promise.all([pollFeedback(here.platform), pollFeedback(there.platform)]);
}

const ended = (values = {}) => anActivity(db, { title: 'Siembra', date: DATE, endDate: END, ...values });
/** Creates a visitor's checked-in attendance. */
const came = (activityId: string, values = {}) => aVisit(db, { activityId, checkedInAt: DATE, ...values });

const askedIn = async (activityId: string) =>
  (await db.select().from(attendances).where(eq(attendances.activityId, activityId)))
    .filter(({ feedbackAskedAt }) => feedbackAskedAt !== null)
    .map(({ name }) => name)
    .sort();
const questionsTo = async (email: string) =>
  (await emailsTo(db, email)).filter(({ subject }) => isAsking(subject));
const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));

describe('those who came are asked', () => {
  it('at 10:00 of the day after, once: visitors with their link, accounts in the bell too', async () => {
    const { id: activityId } = await ended();
    const account = await aUser(db);
    await anAttendance(db, { activityId, userId: account.id, email: account.email, checkedInAt: DATE });
    const { email } = await came(activityId);
    await poll(new Date(ASKING.getTime() - 1));
    expect(await questionsTo(email)).toEqual([]);
    await poll();
    await poll(at('2026-11-24T18:00'));
    const [question, ...others] = await questionsTo(email);
    expect(others).toEqual([]);
    expect(question?.text).toContain('«Siembra»');
    expect(linkIn(question?.text)).toHaveLength(43);
    const [toAccount, ...more] = await questionsTo(account.email);
    expect(more).toEqual([]);
    expect(toAccount?.text).toContain(`/login?volver=%2Factividades%2F${activityId}`);
    expect(linkIn(toAccount?.text)).toBe('');
    expect(await bellOf(account.id)).toMatchObject([
      { type: 'message', title: '¿Cómo te fue?', taskId: activityId },
    ]);
  });

  it('not those who did not come, whose check-in was undone, walk-ins and deleted or deactivated accounts', async () => {
    const { id: activityId, ownerId } = await ended();
    await came(activityId, { name: 'Vino' });
    await aVisit(db, { activityId, name: 'No vino' });
    await anAttendance(db, {
      activityId,
      name: 'De paso',
      email: null,
      isOverLimit: true,
      checkedInAt: DATE,
    });
    await anAttendance(db, { activityId, name: null, email: null, checkedInAt: DATE });
    const gone = await aUser(db);
    await deactivate(db, gone.id);
    await anAttendance(db, { activityId, userId: gone.id, email: gone.email, checkedInAt: DATE });
    const owner = await aUser(db);
    await db.update(activities).set({ ownerId: owner.id }).where(eq(activities.ownerId, ownerId));
    const own = { name: 'Organiza', userId: owner.id, email: owner.email };
    await anAttendance(db, { activityId, checkedInAt: DATE, ...own });
    await poll();
    expect(await askedIn(activityId)).toEqual(['Vino']);
  });

  it.each([
    ['given feedback', '', { rating: 5 }, true],
    ['declined', '/decline', {}, true],
    ['done neither', '', null, false],
  ] as const)('not those who have %s before', async (_what, path, payload, isSettled) => {
    const { id: activityId } = await ended();
    const { email, token } = await came(activityId);
    setNow(END);
    if (payload !== null) {
      const url = `/api/attendances/feedback/${activityId}${path}`;
      const reply = await here.inject({ method: 'POST', url, payload: { ...payload, token } });
      expect(reply.statusCode).toBe(204);
    }
    await poll();
    expect(await questionsTo(email)).toHaveLength(isSettled ? 0 : 1);
  });

  it('not of hidden activities, nor of those that ended more than three days before', async () => {
    const hidden = await ended({ status: 'rejected', rejectionReason: 'No' });
    const old = await ended({ date: at('2026-11-21T08:00'), endDate: at('2026-11-21T09:59') });
    const young = await ended({ date: at('2026-11-21T08:00'), endDate: at('2026-11-21T10:00') });
    for (const { id } of [hidden, old, young]) await came(id, { name: 'Vino' });
    await poll();
    expect(await Promise.all([hidden, old, young].map(({ id }) => askedIn(id)))).toEqual([[], [], ['Vino']]);
  });

  it('also when the door registers them late', async () => {
    const { id: activityId } = await ended();
    await came(activityId, { name: 'A tiempo' });
    const late = await aVisit(db, { activityId, name: 'Tarde' });
    await poll();
    await db.update(attendances).set({ checkedInAt: DATE }).where(eq(attendances.id, late.attendance.id));
    await poll(at('2026-11-25T08:00'));
    expect(await askedIn(activityId)).toEqual(['A tiempo', 'Tarde']);
    expect(await questionsTo(late.email)).toHaveLength(1);
  });

  it('by their settings: neither by e-mail nor in the bell where these are switched off', async () => {
    const { id: activityId } = await ended();
    const { user } = await signedIn(db);
    await db
      .insert(notificationPreferences)
      .values({ userId: user.id, kind: 'messages', byEmail: false, isLive: false });
    await anAttendance(db, { activityId, userId: user.id, email: user.email, checkedInAt: DATE });
    const { email } = await came(activityId);
    await db.insert(mailUnsubscriptions).values({ emailHash: hashToken(email), kind: 'messages' });
    await poll();
    expect([await questionsTo(user.email), await questionsTo(email), await bellOf(user.id)]).toEqual([
      ...[[], [], []],
    ]);
  });

  it('writes nothing of users into the subject, and no web addresses to visitors', async () => {
    const { id: activityId } = await ended({ title: 'Gana en www.premio.example' });
    const { email } = await came(activityId);
    await poll();
    const [question] = await questionsTo(email);
    expect(question?.html).not.toContain('www.premio.example');
  });
});

describe('each once', () => {
  async function crowd(count: number) {
    const { id: activityId } = await ended();
    const emails = Array.from({ length: count }, (_, number) => `vino${number}.${activityId}@example.org`);
    const row = { activityId, name: 'Luz', createdAt: NOON, checkedInAt: DATE };
    await db.insert(attendances).values(emails.map(email => ({ ...row, email })));
    const sent = async () =>
      (
        await db
          .select({ recipient: mails.recipient })
          .from(mails)
          .where(and(inArray(mails.recipient, emails), like(mails.subject, `${SUBJECT}%`)))
      ).map(({ recipient }) => recipient);
    return { activityId, emails, sent };
  }

  it('in the batches of a large activity, by two processes', async () => {
    const { emails, sent } = await crowd(230);
    await poll();
    // The second poll processes batches that the other process had locked.
    await poll();
    expect((await sent()).sort()).toEqual([...emails].sort());
  });

  it('also if a process is killed after it has marked them: each party is asked', async () => {
    const { activityId, emails, sent } = await crowd(20);
    setNow(ASKING);
    const lock = await lockTable(database.url, 'mails');
    const killed = pollFeedback(here.platform).catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), 20_000);
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(await killed).toBeInstanceOf(Error);
    await lock.release();
    expect(await askedIn(activityId)).toEqual([]);
    await poll();
    expect((await sent()).sort()).toEqual([...emails].sort());
  });
});
