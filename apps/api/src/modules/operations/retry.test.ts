import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aDeadLetter, queuedData } from '../../../test/dead-letters.ts';
import { signedIn } from '../../../test/factories.ts';
import { concurrently } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { auditLog } from '../administration/schema.ts';

const database = await testDatabase();
const one = await testApp({}, database);
const other = await testApp({}, database);
const { platform } = one;
const { db, jobs, mailer } = platform;
const admin = await signedIn(db, { role: 'admin' });
const superadmin = await signedIn(db, { role: 'superadmin' });

async function retry(id?: string, process = one, actor = admin): Promise<number> {
  const place = id === undefined ? '' : `/${id}`;
  const url = `/api/system/dead-letters${place}/retry`;
  const reply = await process.inject({ method: 'POST', url, headers: actor.headers });
  expect(reply.statusCode).toBe(200);
  return reply.json().retried;
}

const deadLetterIds = async () => (await jobs.deadLetters(db, 100)).newest.map(({ id }) => id);
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

beforeEach(async () => {
  // Opens the queues.
  await jobs.queues();
  await db.execute(sql`delete from pgboss.job`);
  await db.delete(auditLog);
});

describe('a dead letter', () => {
  it('returns to its queue with its data, and the actor is recorded', async () => {
    const data = { mailIds: ['01930000-0000-7000-8000-00000000000a'] };
    const id = await aDeadLetter(platform, { data });
    const untouched = await aDeadLetter(platform);
    expect(await retry(id)).toBe(1);
    expect(await queuedData(platform, 'mails')).toEqual([data]);
    expect(await deadLetterIds()).toEqual([untouched]);
    const { rows } = await db.execute(
      sql`select retry_count, retry_limit, dead_letter from pgboss.job where name = 'mails'`,
    );
    expect(rows).toEqual([{ retry_count: 0, retry_limit: 30, dead_letter: 'dead-letters' }]);
    expect(await db.select().from(auditLog)).toEqual([
      {
        id: expect.any(String),
        at: NOON,
        actorId: admin.user.id,
        action: 'job.retry',
        targetType: 'job',
        targetId: id,
        details: { queue: 'mails' },
      },
    ]);
  });

  it('is retried once by two requests', async () => {
    const id = await aDeadLetter(platform);
    expect([await retry(id), await retry(id)]).toEqual([1, 0]);
    expect(await queuedData(platform, 'mails')).toHaveLength(1);
    expect(await db.$count(auditLog)).toBe(1);
  });

  it('is retried once by forty concurrent requests of two people to two processes', async () => {
    const id = await aDeadLetter(platform);
    const counts = await concurrently(40, index =>
      index % 2 === 0 ? retry(id) : retry(index % 3 === 0 ? undefined : id, other, superadmin),
    );
    expect(sum(counts)).toBe(1);
    expect(await queuedData(platform, 'mails')).toHaveLength(1);
    expect(await deadLetterIds()).toEqual([]);
    expect(await db.$count(auditLog)).toBe(1);
  });

  it('of a queue without a worker stays', async () => {
    const id = await aDeadLetter(platform, { queue: 'of-an-earlier-release' });
    expect([await retry(id), await retry()]).toEqual([0, 0]);
    expect(await deadLetterIds()).toEqual([id]);
    expect(await db.$count(auditLog)).toBe(0);
  });
});

describe('all dead letters', () => {
  it('are retried once each by ten concurrent requests', async () => {
    for (let index = 0; index < 30; index++) {
      await aDeadLetter(platform, { queue: index % 2 === 0 ? 'mails' : 'account-letters' });
    }
    const counts = await concurrently(10, index =>
      index % 2 === 0 ? retry() : retry(undefined, other, superadmin),
    );
    expect(sum(counts)).toBe(30);
    expect(await queuedData(platform, 'mails')).toHaveLength(15);
    expect(await queuedData(platform, 'account-letters')).toHaveLength(15);
    expect(await deadLetterIds()).toEqual([]);
    expect(await db.$count(auditLog)).toBe(30);
  });

  it('are zero if there are none', async () => {
    expect(await retry()).toBe(0);
  });
});

it('a retry sends an e-mail whose retries were used up', async () => {
  const email = { to: 'luz@example.org', subject: 'Hola', html: 'Hola', text: 'Hola' };
  const mailId = '01930000-0000-7000-8000-00000000000b';
  await db.transaction(tx =>
    mailer.send(tx, email, { id: mailId, kind: 'passwordChangedEmail', cause: 'recipient' }),
  );
  await db.execute(sql`delete from pgboss.job`);
  const id = await aDeadLetter(platform, { data: { mailIds: [mailId] } });
  await one.startJobs();
  expect(await retry(id)).toBe(1);
  await vi.waitFor(
    async () => expect((await emailsTo(db, 'luz@example.org')).map(row => row.sentAt)).toEqual([NOON]),
    { timeout: 10_000, interval: 25 },
  );
});
