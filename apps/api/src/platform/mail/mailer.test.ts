import { eq, isNotNull, isNull } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attachmentOf } from '../../../test/attachment.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../test/database.ts';
import { fixedSite } from '../../../test/site.ts';
import { testMailServer } from '../../../test/smtp.ts';
import { readSettings } from '../../settings.ts';
import { systemClock } from '../clock.ts';
import { openConnection } from '../database/connection.ts';
import { createJobs, PermanentJobError } from '../jobs/jobs.ts';
import { createLog } from '../log.ts';
import { createSmtpTransport, deliverEmails, MAIL_QUEUE } from './delivery.ts';
import { createMailer, MAIL_RETRIES, type Mailer } from './mailer.ts';
import { mails } from './schema.ts';

const { connection, url } = await testDatabase();
const { db, pool } = connection;
const log = createLog('silent');
/** The e-mails of this file are not about activities. */
const findActivities = async () => new Map();
/** The metadata of an e-mail without a limit. */
const plain = { kind: 'passwordChangedEmail', cause: 'recipient' } as const;
const mailServer = await testMailServer();
const settings = readSettings({ SMTP_URL: mailServer.url, MAIL_FROM: 'Minga <hola@minga.example.org>' });

/** Creates the jobs and the mailer of one process. */
function createProcess(processSettings = settings) {
  const jobs = createJobs({ databaseUrl: url, log, pollSeconds: 0.5 });
  const mailer = createMailer({
    settings: processSettings,
    db,
    clock: systemClock,
    jobs,
    log,
    publicUrl: 'http://localhost:3000',
    findActivities,
    reasons: {},
    isHolding: false,
    site: fixedSite(),
  });
  const stop = async () => {
    await jobs.stop();
    mailer.stop();
  };
  running.push(stop);
  return { jobs, mailer, stop };
}

/** Creates a job handler that is called directly, without a queue that would retry. */
function createHandler(handlerDb = db) {
  const { jobs } = createProcess();
  const transport = createSmtpTransport(settings, fixedSite());
  running.push(async () => transport?.close());
  const handler = deliverEmails({
    db: handlerDb,
    clock: systemClock,
    transport,
    jobs,
    log,
    factor: 1,
    findActivities,
    reasons: {},
  });
  return (data: unknown, isLast = false) => handler(data, new AbortController().signal, { isLast });
}

let running: (() => Promise<void>)[] = [];
const emailTo = (to: string) => ({
  to,
  subject: 'Hola',
  html: '<p>enlace secreto</p>',
  text: 'enlace secreto',
});
const waitFor = <T>(check: () => Promise<T>, timeout = 20_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 50 });
/** Returns the email ids of each job that meets the SQL condition. */
async function findJobs(condition: string): Promise<string[][]> {
  const { rows } = await pool.query<{ ids: string[] }>(
    `select data->'mailIds' as ids from pgboss.job where name = $1 and ${condition} order by created_on, id`,
    [MAIL_QUEUE],
  );
  return rows.map(({ ids }) => ids);
}
const received = () => mailServer.received.map(({ recipients }) => recipients.join()).sort();
const people = (count: number) => Array.from({ length: count }, (_, number) => `p${number + 10}@example.org`);
const sendTo = (mailer: Mailer, recipients: string[]) =>
  mailer.sendAll(
    db,
    recipients.map(to => ({ email: emailTo(to), ...plain })),
  );
const idOf = async (recipient: string) =>
  (await db.select().from(mails).where(eq(mails.recipient, recipient)))[0]?.id ?? '';
const allSent = async () => expect(await db.$count(mails, isNull(mails.sentAt))).toBe(0);

beforeEach(async () => {
  await mailServer.start();
  mailServer.received.length = 0;
  mailServer.answer = () => null;
  mailServer.beforeAccepting = async () => undefined;
  await db.delete(mails);
  // The first process creates the queue.
  await createProcess().jobs.queues();
  await pool.query('delete from pgboss.job');
});

afterEach(async () => {
  for (const stop of running) await stop();
  running = [];
});

afterAll(() => mailServer.stop());

describe('the outbox', () => {
  it('sends nothing of a transaction that is rolled back', async () => {
    const { jobs, mailer } = createProcess();
    const rolledBack = db.transaction(async tx => {
      await mailer.send(tx, emailTo('ana@example.org'), plain);
      throw new Error('no account after all');
    });
    await expect(rolledBack).rejects.toThrow('no account');
    await mailer.send(db, emailTo('luz@example.org'), plain);
    await jobs.start();
    await waitFor(allSent);
    expect(mailServer.received.map(email => email.recipients)).toEqual([['luz@example.org']]);
    expect(await db.$count(mails)).toBe(1);
  });

  it('deletes the content of an email after the server accepts it', async () => {
    const { jobs, mailer } = createProcess();
    await mailer.send(db, emailTo('luz@example.org'), plain);
    await jobs.start();
    await waitFor(allSent);
    const [row] = await db.select().from(mails);
    expect(row).toMatchObject({ html: '', text: '', failure: null, recipient: 'luz@example.org' });
    const { source } = mailServer.received[0] ?? { source: '' };
    expect(source).toContain(`Message-ID: <${row?.id}@minga.example.org>`);
    expect(source).toContain('From: Minga <hola@minga.example.org>');
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/);
  });

  it('sends attachments', async () => {
    const { jobs, mailer } = createProcess();
    const file = { name: 'siembra.ics', type: 'text/calendar; charset=utf-8', content: 'Güepajé\r\n' };
    await mailer.send(db, { ...emailTo('luz@example.org'), attachments: [file] }, plain);
    await jobs.start();
    await waitFor(allSent);
    expect(attachmentOf(mailServer.received[0]?.source ?? '')).toEqual({
      ...file,
      type: 'text/calendar; charset=utf-8; name=siembra.ics',
    });
    expect((await db.select().from(mails))[0]).toMatchObject({ attachments: [] });
  });

  it('sends an image that the HTML part shows, inline and with its content id', async () => {
    const { jobs, mailer } = createProcess();
    const image = { name: 'uno.png', type: 'image/png', content: 'iVBORw0KGgo=', contentId: 'uno.7@minga' };
    const html = '<img src="cid:uno.7@minga" alt="Uno">';
    await mailer.send(db, { ...emailTo('luz@example.org'), html, attachments: [image] }, plain);
    await jobs.start();
    await waitFor(allSent);
    const { source } = mailServer.received[0] ?? { source: '' };
    expect(source).toMatch(/multipart\/(related|mixed)/);
    const [head, body] = (source.split(/^--.*\r\n/m).find(part => part.includes('uno.png')) ?? '').split(
      '\r\n\r\n',
    );
    expect(head).toMatch(/^Content-Type: image\/png; name=uno\.png$/m);
    expect(head).toMatch(/^Content-Id: <uno\.7@minga>$/im);
    expect(head).toMatch(/^Content-Disposition: inline; filename=uno\.png$/m);
    expect(body?.trim()).toBe(image.content);
  });

  it('retains the content for the local mailbox without a mail server', async () => {
    const { jobs, mailer } = createProcess(readSettings({}));
    await mailer.send(db, emailTo('luz@example.org'), plain);
    await jobs.start();
    await waitFor(allSent);
    expect((await db.select().from(mails))[0]).toMatchObject({ text: 'enlace secreto' });
    expect(mailServer.received).toEqual([]);
  });
});

describe('headers', () => {
  it.each([
    'luz@example.org\r\nBcc: all@example.org',
    'luz@example.org, ana@example.org',
    'Luz <luz@example.org>',
    'luz@example.org ',
    'luz',
  ])('accepts only a single address as recipient: %j', async to => {
    const { mailer } = createProcess();
    await expect(mailer.send(db, emailTo(to), plain)).rejects.toThrow('exactly one address');
    expect(await db.$count(mails)).toBe(0);
  });

  it('removes line breaks from a subject', async () => {
    const { jobs, mailer } = createProcess();
    const subject = 'Minga\r\nBcc: ana@example.org\r\n\r\n<script>\u0000\u2028fin';
    await mailer.send(db, { ...emailTo('luz@example.org'), subject }, plain);
    await jobs.start();
    await waitFor(allSent);
    const [email] = mailServer.received;
    expect(email?.recipients).toEqual(['luz@example.org']);
    expect(email?.source).not.toMatch(/^Bcc:/im);
    expect(email?.source).toContain('Subject: Minga Bcc: ana@example.org <script> fin');
  });
});

describe('each email is sent exactly once', () => {
  it('by several processes and with repeated jobs', async () => {
    const [one, two] = [createProcess(), createProcess()];
    await db.transaction(async tx => {
      for (let number = 0; number < 20; number += 1)
        await one.mailer.send(tx, emailTo(`p${number}@example.org`), plain);
    });
    for (const { id } of await db.select({ id: mails.id }).from(mails)) {
      await one.jobs.send(db, MAIL_QUEUE, { mailIds: [id] });
    }
    await Promise.all([one.jobs.start(), two.jobs.start()]);
    const jobsDone = async () => {
      const { rows } = await pool.query(
        `select count(*)::int from pgboss.job where name = $1 and state <> 'completed'`,
        [MAIL_QUEUE],
      );
      expect(rows).toEqual([{ count: 0 }]);
    };
    await waitFor(jobsDone);
    expect(mailServer.received).toHaveLength(20);
    expect(new Set(mailServer.received.map(email => email.recipients[0])).size).toBe(20);
  });

  it('when a second worker takes the job while the first is still sending', async () => {
    const { mailer } = createProcess();
    await mailer.send(db, emailTo('luz@example.org'), plain);
    const [row] = await db.select().from(mails);
    const deliver = createHandler();
    // The server accepts the email only when the second worker waits for the row lock.
    mailServer.beforeAccepting = () => waitFor(async () => expect(await countLockWaits(db)).toBe(1));
    await Promise.all([deliver({ mailIds: [row?.id] }), deliver({ mailIds: [row?.id] })]);
    expect(mailServer.received).toHaveLength(1);
  });

  it('when the mail server is unavailable and then rejects emails temporarily', async () => {
    await mailServer.stop();
    const { jobs, mailer } = createProcess();
    await sendTo(mailer, people(12));
    await jobs.start();
    await waitFor(async () => expect(await db.$count(mails, isNotNull(mails.failure))).toBe(12));
    expect((await db.select().from(mails)).map(mail => mail.failure)).toEqual(
      Array(12).fill('ESOCKET ECONNREFUSED'),
    );
    // The server is back, but rejects each email once, at the RCPT or the DATA step.
    const deferred = new Set<string>();
    mailServer.answer = (step, address) => {
      const isRejectedStep = step === (address.length % 2 === 0 ? 'RCPT' : 'DATA');
      if (!isRejectedStep || deferred.has(address)) return null;
      deferred.add(address);
      return '451 4.7.1 Try later';
    };
    await mailServer.start();
    await waitFor(allSent, 40_000);
    expect(deferred.size).toBe(12);
    expect(received()).toEqual(people(12));
  });
});

describe('several emails of one job', () => {
  it('are at most ten', async () => {
    const { mailer } = createProcess();
    await sendTo(mailer, people(23));
    const jobs = await findJobs('true');
    expect(jobs.map(ids => ids.length).sort()).toEqual([10, 10, 3]);
    expect(new Set(jobs.flat()).size).toBe(23);
  });

  it('are sent even if one fails, which is retried alone', async () => {
    mailServer.answer = (_, address) => (address.startsWith('luz') ? '451 4.7.1 Try later' : null);
    const { jobs, mailer } = createProcess();
    await sendTo(mailer, ['ana@example.org', 'luz@example.org', 'rosa@example.org']);
    const luz = await idOf('luz@example.org');
    await jobs.start();
    await waitFor(async () => expect(await findJobs(`state = 'retry'`)).toEqual([[luz]]));
    expect((await findJobs(`state = 'completed'`)).map(ids => ids.length)).toEqual([3]);
    expect(received()).toEqual(['ana@example.org', 'rosa@example.org']);
    mailServer.answer = () => null;
    await waitFor(allSent);
    await waitFor(async () => expect(await findJobs(`state <> 'completed'`)).toEqual([]));
    expect(received()).toEqual(['ana@example.org', 'luz@example.org', 'rosa@example.org']);
  });

  it('are split into jobs of one when the first finds the server unavailable', async () => {
    const { mailer } = createProcess();
    await sendTo(mailer, people(3));
    const [ids = []] = await findJobs('true');
    await mailServer.stop();
    await createHandler()({ mailIds: ids });
    expect(await db.$count(mails, isNotNull(mails.failure))).toBe(1);
    expect((await findJobs(`jsonb_array_length(data->'mailIds') = 1`)).flat().sort()).toEqual(ids);
  });

  it('are left to another process when this one stops', async () => {
    const stopping = createProcess();
    await sendTo(stopping.mailer, people(3));
    mailServer.beforeAccepting = async () => void stopping.stop();
    await stopping.jobs.start();
    await waitFor(async () => expect(await findJobs(`state = 'created'`)).toHaveLength(2));
    await stopping.stop();
    expect(received()).toEqual(people(1));
    await createProcess().jobs.start();
    await waitFor(allSent);
    expect(received()).toEqual(people(3));
  });

  it('are each sent once when the process dies between two of them', async () => {
    const { jobs, mailer } = createProcess();
    await sendTo(mailer, people(3));
    const killed = new PgBoss({ connectionString: url, supervise: false, schedule: false });
    killed.on('error', () => undefined);
    await killed.start();
    const [job] = await killed.fetch(MAIL_QUEUE);
    // The handler loses its database connection before the server accepts the second email, so nothing is committed for
    // it.
    const handlerDatabase = openConnection(url, () => undefined);
    running.push(() => handlerDatabase.close());
    mailServer.beforeAccepting = async () => {
      if (mailServer.received.length === 0) return;
      await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`);
      throw new Error('connection lost');
    };
    await expect(createHandler(handlerDatabase.db)(job?.data)).rejects.toThrow();
    await killed.stop({ graceful: false });
    expect(received()).toHaveLength(1);
    mailServer.beforeAccepting = async () => undefined;
    await pool.query(`update pgboss.job set heartbeat_on = now() - interval '21 s' where state = 'active'`);
    await jobs.start();
    await waitFor(allSent);
    expect(received()).toEqual(people(3));
    await waitFor(async () =>
      expect((await findJobs(`state = 'completed'`)).map(ids => ids.length)).toEqual([3]),
    );
  });

  it.each([{}, { SMTP_URL: mailServer.url, MAIL_FROM: 'Minga <hola@minga.example.org>' }])(
    'are sent, and so is the one of a job of an earlier release: %j',
    async given => {
      const { jobs, mailer } = createProcess(readSettings(given));
      await sendTo(mailer, people(1));
      await pool.query('delete from pgboss.job');
      await jobs.send(db, MAIL_QUEUE, { mailId: await idOf(people(1)[0] ?? '') });
      await jobs.start();
      await waitFor(allSent);
    },
  );
});

describe('failure', () => {
  it('is recorded without the address', async () => {
    mailServer.answer = (_, address) => `450 4.2.1 <${address}> is busy`;
    const { jobs, mailer } = createProcess();
    await mailer.send(db, emailTo('luz@example.org'), plain);
    await jobs.start();
    await waitFor(async () =>
      expect((await db.select().from(mails))[0]?.failure).toBe('EENVELOPE 450 4.2.1'),
    );
    // The email's row is updated before its job.
    const { rows } = await waitFor(async () => {
      const retried = await pool.query(
        `select output::text from pgboss.job where name = $1 and state = 'retry'`,
        [MAIL_QUEUE],
      );
      expect(retried.rows).toHaveLength(1);
      return retried;
    });
    expect(rows[0].output).toContain('EENVELOPE 450 4.2.1');
    expect(rows[0].output).not.toContain('luz');
  });

  it.each([
    ['RCPT', '550 5.1.1 <luz> unknown'],
    ['RCPT', '550 5.1.1 <relay@spam.example> unknown'],
    ['RCPT', '550 No such user here'],
    ['RCPT', '550 5.7.1 Recipient address rejected: access denied'],
    ['RCPT', '551 5.1.6 User has moved'],
    ['RCPT', '552 5.2.2 Mailbox full'],
    ['RCPT', '553 5.1.3 Bad address syntax'],
    ['RCPT', '556 5.1.10 Recipient has null MX'],
  ] as const)('because of the address rejects the e-mail at once: %s %s', async (step, reply) => {
    mailServer.answer = current => (current === step ? reply : null);
    const { mailer } = createProcess();
    await mailer.send(db, emailTo('luz@example.org'), plain);
    await createHandler()({ mailIds: [await idOf('luz@example.org')] });
    const [code, status] = reply.split(' ');
    const failure = ['EENVELOPE', code, /^5\./.test(status ?? '') ? status : ''].join(' ').trim();
    expect((await db.select().from(mails))[0]).toMatchObject({ state: 'rejected', sentAt: null, failure });
    expect(await findJobs('true')).toHaveLength(1);
  });

  it.each([
    ['RCPT', '550 5.7.1 Relaying denied'],
    ['RCPT', '554 5.7.1 Service unavailable; Client host blocked using a list'],
    ['RCPT', '550 5.1.8 Sender address rejected: domain not found'],
    ['RCPT', '550 5.3.2 System not accepting messages'],
    ['DATA', '554 5.6.0 Message refused'],
  ] as const)(
    'that is permanent for another reason becomes a dead letter at once: %s %s',
    async (step, reply) => {
      mailServer.answer = current => (current === step ? reply : null);
      const { mailer } = createProcess();
      await mailer.send(db, emailTo('luz@example.org'), plain);
      const sending = createHandler()({ mailIds: [await idOf('luz@example.org')] });
      await expect(sending).rejects.toBeInstanceOf(PermanentJobError);
      expect((await db.select().from(mails))[0]).toMatchObject({ state: 'ready', sentAt: null });
    },
  );

  it('because of a full mailbox is retried, and rejects the e-mail at the last attempt', async () => {
    mailServer.answer = step => (step === 'RCPT' ? '452 4.2.2 Mailbox full' : null);
    const { mailer } = createProcess();
    await mailer.send(db, emailTo('luz@example.org'), plain);
    const mailIds = [await idOf('luz@example.org')];
    await expect(createHandler()({ mailIds })).rejects.toThrow('EENVELOPE 452 4.2.2');
    expect((await db.select().from(mails))[0]).toMatchObject({ state: 'ready' });
    await createHandler()({ mailIds }, true);
    expect((await db.select().from(mails))[0]).toMatchObject({ state: 'rejected' });
  });

  it('of the server at the last attempt becomes a dead letter', async () => {
    await mailServer.stop();
    const { mailer } = createProcess();
    await mailer.send(db, emailTo('luz@example.org'), plain);
    const sending = createHandler()({ mailIds: [await idOf('luz@example.org')] }, true);
    await expect(sending).rejects.toThrow('ESOCKET');
    expect((await db.select().from(mails))[0]).toMatchObject({
      state: 'ready',
      failure: 'ESOCKET ECONNREFUSED',
    });
  });

  it('is permanent about three days after the first attempt', () => {
    const { retryLimit, retryDelay, retryDelayMax } = MAIL_RETRIES;
    const total = (jitter: number) =>
      Array.from({ length: retryLimit }, (_, n) =>
        Math.min(retryDelayMax, retryDelay * 2 ** n * (1 + jitter)),
      ).reduce((sum, seconds) => sum + seconds);
    const days = (seconds: number) => seconds / 86_400;
    expect(days(total(0))).toBeGreaterThan(2.8);
    expect(days(total(1))).toBeLessThan(3.1);
  });
});
