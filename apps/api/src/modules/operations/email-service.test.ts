import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aDeadLetter, queuedData } from '../../../test/dead-letters.ts';
import { signedIn } from '../../../test/factories.ts';
import { concurrently } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { mails } from '../../platform/mail/schema.ts';
import { auditLog } from '../administration/schema.ts';

const database = await testDatabase();
const one = await testApp({}, database);
const two = await testApp({}, database);
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
  // This call creates the queues.
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
      index % 2 === 0 ? retry(id) : retry(index % 3 === 0 ? undefined : id, two, superadmin),
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
      await aDeadLetter(platform, { queue: index % 2 === 0 ? 'mails' : 'account-emails' });
    }
    const counts = await concurrently(10, index =>
      index % 2 === 0 ? retry() : retry(undefined, two, superadmin),
    );
    expect(sum(counts)).toBe(30);
    expect(await queuedData(platform, 'mails')).toHaveLength(15);
    expect(await queuedData(platform, 'account-emails')).toHaveLength(15);
    expect(await deadLetterIds()).toEqual([]);
    expect(await db.$count(auditLog)).toBe(30);
  });

  it('are zero if there are none', async () => {
    expect(await retry()).toBe(0);
  });
});

describe('an e-mail that was given up', () => {
  const texts = {
    recipient: 'luz@example.org',
    subject: 'Hola',
    html: 'Hola',
    text: 'Hola',
    createdAt: NOON,
  };
  const rejected = { ...texts, state: 'rejected', failure: 'EENVELOPE 550 5.1.1' } as const;

  /** Stores an e-mail that the recipient's server rejected, or whose retries are used up, and returns its id. */
  async function givenUp(how: 'rejected' | 'exhausted') {
    const failed = { ...texts, failure: 'ESOCKET' };
    const [row] = await db
      .insert(mails)
      .values(how === 'rejected' ? rejected : failed)
      .returning();
    const id = row?.id ?? '';
    if (how === 'exhausted') await aDeadLetter(platform, { data: { mailIds: [id] } });
    return id;
  }

  async function call(
    action: 'retry' | 'discard',
    id?: string,
    process = one,
    actor = admin,
  ): Promise<number> {
    const url = `/api/system/letters${id === undefined ? '' : `/${id}`}/${action}`;
    const reply = await process.inject({ method: 'POST', url, headers: actor.headers });
    expect(reply.statusCode).toBe(200);
    return reply.json()[action === 'retry' ? 'retried' : 'discarded'];
  }
  const lettersNow = async () =>
    (await one.inject({ url: '/api/system', headers: admin.headers })).json().letters;
  const mailOf = async (id: string) => (await db.select().from(mails).where(eq(mails.id, id)))[0];
  const audited = async () =>
    (await db.select().from(auditLog)).map(({ action, targetId, details }) => [action, targetId, details]);

  beforeEach(async () => {
    await db.delete(mails);
  });

  it.each(['rejected', 'exhausted'] as const)(
    'can be discarded once, which deletes its content: %s',
    async how => {
      const [id, other] = [await givenUp(how), await givenUp(how)];
      const counts = await concurrently(10, index =>
        index % 2 === 0 ? call('discard', id) : call('discard', id, two, superadmin),
      );
      expect(sum(counts)).toBe(1);
      expect(await mailOf(id)).toMatchObject({ state: 'dropped', html: '', text: '' });
      expect(await lettersNow()).toMatchObject({
        givenUp: 1,
        waiting: 0,
        failing: 0,
        unsent: [{ _id: other }],
      });
      expect(await deadLetterIds()).toHaveLength(how === 'exhausted' ? 1 : 0);
      expect(await audited()).toEqual([['job.discard', id, { queue: 'mails' }]]);
      expect(await call('retry', id)).toBe(0);
    },
  );

  it.each(['rejected', 'exhausted'] as const)('can be sent again, once: %s', async how => {
    const id = await givenUp(how);
    const counts = await concurrently(10, index => call('retry', id, index % 2 === 0 ? one : two));
    expect(sum(counts)).toBe(1);
    expect(await queuedData(platform, 'mails')).toEqual([{ mailIds: [id] }]);
    expect(await mailOf(id)).toMatchObject({ state: 'ready', text: 'Hola' });
    expect(await lettersNow()).toMatchObject({ givenUp: 0, waiting: 1 });
    expect(await audited()).toEqual([['job.retry', id, { queue: 'mails' }]]);
  });

  it('is discarded with all others, and no e-mail that is still attempted or was sent', async () => {
    for (const how of ['rejected', 'exhausted'] as const) await givenUp(how);
    const waiting = await db
      .insert(mails)
      .values({ ...texts, failure: 'EAUTH 535' })
      .returning();
    const sent = await db
      .insert(mails)
      .values({ ...texts, sentAt: NOON })
      .returning();
    const kept = [...waiting, ...sent];
    for (const { id } of kept) expect(await call('discard', id)).toBe(0);
    expect(await call('discard')).toBe(2);
    expect(await call('discard')).toBe(0);
    for (const mail of kept) expect(await mailOf(mail.id)).toEqual(mail);
    expect(await deadLetterIds()).toEqual([]);
  });

  it('leaves the others of its dead letter, which can still be sent', async () => {
    const ids = (await db.insert(mails).values([texts, texts]).returning()).map(({ id }) => id);
    const deadLetter = await aDeadLetter(platform, { data: { mailIds: ids } });
    expect(await call('discard', ids[0])).toBe(1);
    expect(await deadLetterIds()).toEqual([deadLetter]);
    expect(await call('discard', ids[1])).toBe(1);
  });
});

// This test is the last one, since it starts the workers.
it('a retry sends an e-mail whose retries were used up', async () => {
  const email = { to: 'rosa@example.org', subject: 'Hola', html: 'Hola', text: 'Hola' };
  const mailId = '01930000-0000-7000-8000-00000000000b';
  await db.transaction(tx =>
    mailer.send(tx, email, { id: mailId, kind: 'passwordChangedEmail', cause: 'recipient' }),
  );
  await db.execute(sql`delete from pgboss.job`);
  const id = await aDeadLetter(platform, { data: { mailIds: [mailId] } });
  await one.startJobs();
  expect(await retry(id)).toBe(1);
  await vi.waitFor(
    async () => expect((await emailsTo(db, 'rosa@example.org')).map(row => row.sentAt)).toEqual([NOON]),
    { timeout: 30_000, interval: 25 },
  );
});
