import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anOccurrence, signedIn } from '../../../test/factories.ts';
import { testMailServer } from '../../../test/smtp.ts';
import { DAY_MS, HOUR_MS, type MailKind, mailRules, ruleOf } from './kinds.ts';
import { MAILBOX_PAGE_SIZE } from './local-mailbox.ts';
import { mails } from './schema.ts';

/** The apps have no reasons of e-mails, so that e-mails without a cause are sent (mail-reasons.test.ts tests the reasons). */
const ofAnyReason = { reasons: {} };
const app = await testApp({}, undefined, undefined, ofAnyReason);
const withMailServer = await testApp({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Minga <hola@example.org>',
});
const publicSite = { PUBLIC_URL: 'http://minga.example.org', RATE_LIMIT_FACTOR: '1' };
const publicDatabase = await testDatabase();
const atPublicAddress = await testApp(publicSite, publicDatabase, undefined, ofAnyReason);
const mailServer = await testMailServer();
const afterwards = await testApp(
  { ...publicSite, SMTP_URL: mailServer.url, MAIL_FROM: 'Minga <hola@example.org>' },
  publicDatabase,
  undefined,
  ofAnyReason,
);
const { db } = app.platform;
const open = (url: string, request: object = {}) =>
  app.inject({ url, headers: { host: 'localhost:3000' }, ...request });

async function insertEmail(values: Partial<typeof mails.$inferInsert> = {}) {
  const row = {
    id: v7(),
    recipient: 'luz@example.org',
    subject: 'Verifica tu correo',
    html: '<html><head></head><body><a href="http://localhost:3000/x?a=1&amp;b=2">Entrar</a></body></html>',
    text: 'Entrar http://localhost:3000/x?a=1&b=2',
    createdAt: NOON,
    ...values,
  };
  await db.insert(mails).values(row);
  return row;
}

beforeEach(async () => {
  await db.delete(mails);
});

describe('the local mailbox', () => {
  it('shows that it is empty', async () => {
    const reply = await open('/correo-local');
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('Todavía no hay correos');
  });

  it('lists the newest emails first, with recipient, subject and date in Spanish', async () => {
    await insertEmail({ subject: 'Primera' });
    const { id } = await insertEmail({ subject: 'Segunda' });
    const { body } = await open('/correo-local');
    expect(body.indexOf('Segunda')).toBeLessThan(body.indexOf('Primera'));
    expect(body).toContain(`href="/correo-local/${id}"`);
    expect(body).toContain('luz@example.org');
    expect(body).toContain('sábado, 21 de noviembre de 2026');
  });

  it('lists emails in the order of their arrival, whatever their ids', async () => {
    const at = (minute: number) => new Date(NOON.getTime() + minute * 60_000);
    const ids = ['f', '1', '8'].map(digit => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
    for (const [minute, id] of ids.entries())
      await insertEmail({ id, subject: `Llegada ${minute}`, createdAt: at(minute) });
    const { body } = await open('/correo-local');
    expect(body.match(/Llegada \d/g)).toEqual(['Llegada 2', 'Llegada 1', 'Llegada 0']);
    const older = await open(`/correo-local?antes=${ids[1]}`);
    expect(older.body.match(/Llegada \d/g)).toEqual(['Llegada 0']);
  });

  it('shows a hundred emails and a link to older ones', async () => {
    for (let number = 1; number <= MAILBOX_PAGE_SIZE + 1; number += 1)
      await insertEmail({ subject: `Carta ${number}.` });
    const first = await open('/correo-local');
    expect(first.body.match(/Carta \d+\./g)).toHaveLength(MAILBOX_PAGE_SIZE);
    expect(first.body).not.toContain('Carta 1.');
    const older = await open(/href="(\/correo-local\?antes=[^"]+)"/.exec(first.body)?.[1] ?? '');
    expect(older.body.match(/Carta \d+\./g)).toEqual(['Carta 1.']);
    expect(older.body).not.toContain('?antes=');
    expect(older.body).toContain('href="/correo-local"');
  });

  it('shows an email in a frame that runs no scripts, and its text version', async () => {
    const { id } = await insertEmail({
      subject: '<script>alert(1)</script>',
      html: '<html><head></head><body><script>alert(2)</script></body></html>',
      text: '<script>alert(3)</script>',
    });
    const { body, headers } = await open(`/correo-local/${id}`);
    expect(body).not.toContain('<script');
    expect(body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(body).toContain('&lt;base target=&quot;_blank&quot;&gt;');
    expect(body).toContain('&lt;script&gt;alert(3)');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('serves attachments as downloads', async () => {
    const files = ['uno', 'dos'].map(word => ({
      name: `${word}.ics`,
      type: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: `BEGIN:${word}<script>`,
    }));
    const { id } = await insertEmail({ attachments: files });
    const { body } = await open(`/correo-local/${id}`);
    expect(body).toContain('Archivos adjuntos');
    const links = [...body.matchAll(/href="([^"]*)" download="([^"]*)"/g)].map(([, ...found]) => found);
    expect(links.map(([, name]) => name)).toEqual(['uno.ics', 'dos.ics']);
    const reply = await open(links[1]?.[0] ?? '');
    expect([reply.statusCode, reply.body]).toEqual([200, 'BEGIN:dos<script>']);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'content-disposition': 'attachment; filename="dos.ics"',
      'content-security-policy': expect.stringMatching(/^default-src 'none';/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    for (const path of [`${id}/adjuntos/2`, `${id}/adjuntos/-1`, `${id}/adjuntos/x`, `${v7()}/adjuntos/0`]) {
      expect((await open(`/correo-local/${path}`)).statusCode).toBe(404);
    }
    expect((await open(links[0]?.[0] ?? '', { remoteAddress: '192.168.1.20' })).statusCode).toBe(404);
  });

  it('shows an inline image in the message, and offers it as a file too', async () => {
    const image = { name: 'uno.png', type: 'image/png', content: 'iVBORw0KGgo=', contentId: 'uno.7@minga' };
    const html = '<html><head></head><body><img src="cid:uno.7@minga" alt="Uno"></body></html>';
    const { id } = await insertEmail({ html, attachments: [image] });
    const { body, headers } = await open(`/correo-local/${id}`);
    expect(body).toContain('src=&quot;data:image/png;base64,iVBORw0KGgo=&quot;');
    expect(body).not.toContain('cid:');
    expect(headers['content-security-policy']).toContain("img-src 'self' data:");
    const file = await open(`/correo-local/${id}/adjuntos/0`);
    expect(file.rawPayload).toEqual(Buffer.from(image.content, 'base64'));
    expect(file.headers['content-type']).toBe('image/png');
  });

  it('shows no attachment section for an email without attachments', async () => {
    const { id } = await insertEmail();
    expect((await open(`/correo-local/${id}`)).body).not.toContain('Archivos adjuntos');
  });

  it.each(['/correo-local/x', `/correo-local/${v7()}`, '/correo-local?antes=x'])(
    'responds 404 to %s',
    async url => {
      expect((await open(url)).statusCode).toBe(404);
    },
  );

  it.each([
    ['another machine', { remoteAddress: '192.168.1.20' }],
    ['another machine with the host name localhost', { remoteAddress: '2001:db8::1' }],
    ['a foreign host name that resolves to this machine', { headers: { host: 'evil.example.org' } }],
    ['a request through a proxy', { headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.9' } }],
    ['a proxy that names the client', { headers: { host: 'localhost', 'x-real-ip': '203.0.113.9' } }],
    ['a proxy that names itself', { headers: { host: 'localhost', via: '1.1 proxy' } }],
  ])('responds 404 to %s', async (_, request) => {
    const { id } = await insertEmail();
    for (const url of ['/correo-local', `/correo-local/${id}`]) {
      const reply = await open(url, request);
      expect(reply.statusCode).toBe(404);
      expect(reply.body).not.toContain('luz@example.org');
    }
  });
});

it.each([
  ['a mail server', withMailServer],
  ['a public address', atPublicAddress],
])('the mailbox does not exist with %s', async (_, other) => {
  const reply = await other.inject({ url: '/correo-local', headers: { host: 'localhost:3000' } });
  expect(reply.statusCode).toBe(404);
});

// docs/rules.md R8.5
describe('a public site without a mail server', () => {
  const { db: publicDb, mailer, jobs } = atPublicAddress.platform;
  const at = (ms: number) => new Date(NOON.getTime() + ms);
  const begins = at(2 * DAY_MS);
  const ends = at(2 * DAY_MS + HOUR_MS);
  /** The last time at which an e-mail that was created at NOON is useful. */
  const lastOf = (kind: MailKind): number => {
    const { until, usefulMs } = ruleOf(kind);
    const limit = until === 'begin' ? begins : ends;
    return Math.min(usefulMs ?? Infinity, until === undefined ? Infinity : limit.getTime() - NOON.getTime());
  };
  const kinds = (Object.keys(mailRules) as MailKind[]).filter(kind => kind !== 'previewEmail');
  const expiring = kinds.filter(kind => lastOf(kind) !== Infinity);
  const statesOf = async (kind: MailKind) =>
    (await publicDb.select().from(mails).where(eq(mails.kind, kind))).map(({ state }) => state);

  async function writeAll(written: readonly MailKind[], activityId: string): Promise<void> {
    for (const kind of written) {
      const email = { subject: kind, html: '<p>Hola</p>', text: 'Hola', to: `${kind}@example.org` };
      await publicDb.transaction(tx => mailer.send(tx, email, { kind, cause: 'site', activityId }));
    }
  }

  beforeEach(async () => {
    await jobs.queues();
    await publicDb.execute(sql`delete from pgboss.job`);
    await publicDb.delete(mails);
    for (const app of [atPublicAddress, afterwards]) app.setNow(NOON);
  });

  it('knows reminders, offers, links and codes that expire', () => {
    expect(expiring).toEqual(
      expect.arrayContaining(['reminderEmail', 'offerEmail', 'verificationEmail', 'recoveryEmail']),
    );
    expect(kinds.filter(kind => ruleOf(kind).reason === 'protects the account')).not.toEqual(
      expect.arrayContaining(expiring),
    );
  });

  it.each(expiring)('%s is sent until it is of no use any more, and then never', async kind => {
    const { id } = await anActivity(publicDb, { date: begins, endDate: ends, status: 'approved' });
    await writeAll([kind], id);
    afterwards.setNow(at(lastOf(kind)));
    await afterwards.platform.mailer.decide();
    expect(await statesOf(kind)).toEqual(['ready']);
    // This also applies to an e-mail that the limits had let through and whose mail server has not responded since.
    await writeAll([kind], id);
    afterwards.setNow(at(lastOf(kind) + 1));
    await afterwards.platform.mailer.decide();
    expect(await statesOf(kind)).toEqual(['expired', 'expired']);
    const rows = await publicDb.select().from(mails);
    expect(rows.map(({ html, text }) => html + text)).toEqual(['', '']);
  });

  it.each(kinds)('%s has exactly one rule of its expiry', kind => {
    const rule = ruleOf(kind);
    expect('staysTrue' in rule).toBe(!expiring.includes(kind));
  });

  it('the confirmation of a series is sent until its last date has ended, also if its first is deleted', async () => {
    const values = { date: begins, endDate: ends, status: 'approved' } as const;
    const { id, seriesId } = await anOccurrence(publicDb, values);
    const lastEnd = at(9 * DAY_MS);
    const last = {
      date: at(8 * DAY_MS),
      endDate: lastEnd,
      status: 'approved',
      seriesId,
      seriesIndex: 2,
    } as const;
    await anActivity(publicDb, last);
    await writeAll(['seriesEmail'], id);
    afterwards.setNow(lastEnd);
    await afterwards.platform.mailer.decide();
    expect(await statesOf('seriesEmail')).toEqual(['ready']);
    afterwards.setNow(new Date(lastEnd.getTime() + 1));
    await afterwards.platform.mailer.decide();
    expect(await statesOf('seriesEmail')).toEqual(['expired']);
    await publicDb.delete(mails);
    afterwards.setNow(NOON);
    await writeAll(['seriesEmail'], id);
    await publicDb.execute(sql`delete from activities where id = ${id}`);
    await afterwards.platform.mailer.decide();
    expect(await statesOf('seriesEmail')).toEqual(['ready']);
  });

  it.each(['attendanceEmail', 'reminderEmail', 'messageEmails'] as const)(
    '%s of a deleted activity is not sent; one that was written after its activity is',
    async kind => {
      const past = await anActivity(publicDb, { date: at(-DAY_MS), endDate: null, status: 'approved' });
      await writeAll([kind], past.id);
      await afterwards.platform.mailer.decide();
      expect(await statesOf(kind)).toEqual(['ready']);
      await publicDb.execute(sql`delete from activities where id = ${past.id}`);
      await afterwards.platform.mailer.decide();
      expect(await statesOf(kind)).toEqual(['expired']);
    },
  );

  it('keeps e-mails and their jobs for months, and each leaves once when there is a mail server', async () => {
    const { id } = await anActivity(publicDb, { date: begins, endDate: ends, status: 'approved' });
    await atPublicAddress.startJobs();
    await writeAll(kinds, id);
    // A job that is sent later runs, since its queue has a worker.
    const { headers } = await signedIn(publicDb, { role: 'superadmin' });
    const payload = { email: 'nadie@example.org' };
    await atPublicAddress.inject({ method: 'POST', url: '/api/auth/password-reset', payload });
    await vi.waitFor(
      async () => {
        const others = await publicDb.execute(
          sql`select state from pgboss.job where name = 'account-emails'`,
        );
        expect(others.rows).toEqual([{ state: 'completed' }]);
      },
      { timeout: 30_000, interval: 50 },
    );
    const jobsOfMails = sql`select distinct state, keep_until > now() + interval '89 days' as kept
      from pgboss.job where name = 'mails'`;
    const { rows } = await publicDb.execute(jobsOfMails);
    expect(rows).toEqual([{ state: 'created', kept: true }]);
    expect(await publicDb.$count(mails, isNull(mails.sentAt))).toBe(kinds.length);
    const status = await atPublicAddress.inject({ url: '/api/system', headers });
    expect(status.json().letters).toMatchObject({
      waiting: kinds.length,
      failing: 0,
      expired: 0,
      lastSentAt: null,
      isLocalMailbox: false,
      isKept: true,
    });

    const now = at(3 * DAY_MS);
    for (const one of [atPublicAddress, afterwards]) one.setNow(now);
    await afterwards.startJobs();
    await vi.waitFor(async () => expect(await publicDb.$count(mails, isNull(mails.sentAt))).toBe(0), {
      timeout: 30_000,
      interval: 50,
    });
    const left = kinds.filter(kind => lastOf(kind) >= 3 * DAY_MS).sort();
    expect(mailServer.received.map(({ recipients }) => recipients.join()).sort()).toEqual(
      left.map(kind => `${kind}@example.org`),
    );
    const isEmptied = and(eq(mails.state, 'expired'), eq(mails.text, ''));
    const expired = await publicDb.$count(mails, isEmptied);
    expect(expired).toBe(kinds.length - left.length);
    const again = await signedIn(publicDb, { role: 'superadmin' }, now);
    const later = await afterwards.inject({ url: '/api/system', headers: again.headers });
    expect(later.json().letters).toMatchObject({
      waiting: 0,
      expired,
      lastSentAt: now.toISOString(),
      isKept: false,
    });
  });
});
