import { eq, like } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { sessions } from '../../src/modules/accounts/schema.ts';
import { attendances } from '../../src/modules/attendance/schema.ts';
import { announcementRecipients, notifications } from '../../src/modules/notifications/schema.ts';
import { pushes } from '../../src/modules/push/schema.ts';
import type { Connection } from '../../src/platform/database/connection.ts';
import { mails } from '../../src/platform/mail/schema.ts';
import { testDatabase } from '../database.ts';
import { anActivity, aPushSubscription, signedIn } from '../factories.ts';
import { pushService } from '../push-service.ts';
import { dataFolder, startMinga, waitFor } from './minga-process.ts';

const VISITORS = 400;
const ACCOUNTS = 40;
const TEXT = 'Traigan botas: va a llover.';
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

test('a message and its pushes reach everybody once although a process is killed while it sends them', async () => {
  const service = await pushService();
  onTestFinished(service.stop);
  const { url, connection } = await testDatabase();
  const { db } = connection;
  const now = new Date();
  const organiser = await signedIn(db, {}, now);
  const activity = await anActivity(db, {
    ownerId: organiser.user.id,
    date: new Date(now.getTime() + MONTH_MS),
  });
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, async () => {
      const { user } = await signedIn(db, {}, now);
      const browser = service.newBrowser();
      const [session] = await db
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.userId, user.id));
      const { endpoint, keys } = browser.subscription;
      await aPushSubscription(db, { userId: user.id, sessionId: session?.id ?? '', endpoint, ...keys });
      return { user, browser };
    }),
  );
  await db.insert(attendances).values([
    ...Array.from({ length: VISITORS }, (_, number) => ({
      activityId: activity.id,
      name: `Visita ${number}`,
      email: `visita${number}@example.org`,
      createdAt: now,
    })),
    ...accounts.map(({ user }) => ({
      activityId: activity.id,
      userId: user.id,
      name: user.username,
      email: user.email,
      createdAt: now,
    })),
  ]);
  const release = await holdAfterFirstBatch(connection);
  const settings = { DATABASE_URL: url, DATA_DIR: await dataFolder(), PUSH_HOSTS: service.host };
  const dying = await startMinga(settings);
  const response = await fetch(`${dying.address}/api/tasks/${activity.id}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...organiser.headers },
    body: JSON.stringify({ subject: 'Botas', text: TEXT, to: 'confirmed' }),
  });
  expect(response.status).toBe(202);

  const waiting = () => db.$count(announcementRecipients);
  await waitFor(async () => {
    const left = await waiting();
    if (left === VISITORS + ACCOUNTS) throw new Error('no recipient has been notified yet');
  });
  dying.child.kill('SIGKILL');
  const leftByTheDead = await waiting();
  expect(leftByTheDead).toBeGreaterThan(0);
  await dying.ended;
  await release();

  const surviving = await startMinga(settings);
  await waitFor(async () => {
    // Pushes that the killed process had taken are due after half a minute; the test makes them due now.
    await db.update(pushes).set({ dueAt: now }).where(eq(pushes.state, 'pending'));
    const open = await db.$count(pushes, eq(pushes.state, 'pending'));
    if ((await waiting()) + open > 0) throw new Error('not everything has been sent yet');
  });

  const ofMessage = eq(notifications.taskId, activity.id);
  expect(await db.$count(notifications, ofMessage)).toBe(ACCOUNTS);
  const sent = await db
    .select({ recipient: mails.recipient })
    .from(mails)
    .where(like(mails.text, `%${TEXT}%`));
  expect(sent).toHaveLength(VISITORS + ACCOUNTS);
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(VISITORS + ACCOUNTS);
  // A push may come twice after a kill: the browser shows one id once.
  const ids = accounts.map(({ browser }) => new Set(browser.received.map(({ payload }) => payload.id)).size);
  expect(ids).toEqual(accounts.map(() => 1));
  surviving.child.kill('SIGTERM');
  expect((await surviving.ended).code).toBe(0);
});

/** Keeps what has been notified of from being all, until the returned function is called: only the first batch commits. */
async function holdAfterFirstBatch({ pool }: Connection): Promise<() => Promise<void>> {
  await pool.query(`
    create function hold_later_batches() returns trigger language plpgsql as $$ begin
      if (select count(*) from announcement_recipients) < ${VISITORS + ACCOUNTS} then
        perform pg_advisory_xact_lock_shared(1);
      end if;
      return null;
    end $$;
    create trigger hold_later_batches before delete on announcement_recipients
      for each statement execute function hold_later_batches()`);
  const client = await pool.connect();
  await client.query('select pg_advisory_lock(1)');
  return async () => {
    await client.query('select pg_advisory_unlock(1)');
    client.release();
  };
}
