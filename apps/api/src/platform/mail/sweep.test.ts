import { eq, not } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { mails } from './schema.ts';
import { emptySentEmails, sweepEmails } from './sweep.ts';

const { connection } = await testDatabase();
const { db } = connection;
const NOW = new Date('2026-11-21T17:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number, ms = 0) => new Date(NOW.getTime() - days * DAY_MS - ms);
const sweep = () => sweepEmails({ db, clock: () => NOW });
const texts = { recipient: 'luz@example.org', html: '', text: '' };

it('deletes only emails sent more than 90 days ago, and expires those never sent, without their data', async () => {
  await db.insert(mails).values([
    { ...texts, subject: 'sent long ago', createdAt: daysAgo(100), sentAt: daysAgo(90, 1) },
    { ...texts, subject: 'failed long ago', createdAt: daysAgo(90, 1), failure: 'EENVELOPE' },
    { ...texts, subject: 'rejected', html: 'x', mailbox: 'luz@', createdAt: daysAgo(91), state: 'rejected' },
    { ...texts, subject: 'in review', createdAt: daysAgo(91), state: 'review' },
    { ...texts, subject: 'sent 90 days ago', createdAt: daysAgo(91), sentAt: daysAgo(90) },
    { ...texts, subject: 'pending for 90 days', createdAt: daysAgo(90) },
    { ...texts, subject: 'sent just now', createdAt: daysAgo(93), sentAt: NOW },
    { ...texts, subject: 'new', createdAt: NOW },
  ]);
  expect(await sweep()).toEqual({ deleted: 1, expired: 3 });
  const isExpired = eq(mails.state, 'expired');
  const left = await db
    .select({ subject: mails.subject })
    .from(mails)
    .where(not(isExpired))
    .orderBy(mails.id);
  expect(left.map(({ subject }) => subject)).toEqual([
    'sent 90 days ago',
    'pending for 90 days',
    'sent just now',
    'new',
  ]);
  const emptied = { recipient: '', subject: '', html: '', mailbox: null, sentAt: NOW };
  expect(await db.select().from(mails).where(isExpired)).toMatchObject([emptied, emptied, emptied]);
  expect(await sweep()).toEqual({ deleted: 0, expired: 0 });
  expect(await sweepEmails({ db, clock: () => daysAgo(-90, -1) })).toEqual({ deleted: 5, expired: 2 });
});

it('deletes all batches, also when two processes sweep concurrently', async () => {
  await db.delete(mails);
  const old = { ...texts, subject: 'old', createdAt: daysAgo(200), sentAt: daysAgo(200) };
  for (let batch = 0; batch < 3; batch++)
    await db.insert(mails).values(Array.from({ length: 2_001 }, () => old));
  const removed = await Promise.all([sweep(), sweep()]);
  expect(removed[0].deleted + removed[1].deleted).toBe(6_003);
  expect(await db.$count(mails)).toBe(0);
});

it('deletes the content of sent emails that a local mailbox retained, and of no pending one', async () => {
  await db.delete(mails);
  const content = {
    recipient: 'luz@example.org',
    html: '<a href="/verify-email?token=x">',
    text: '?token=x',
    unsubscribeUrl: 'http://localhost/x',
    createdAt: NOW,
  };
  await db.insert(mails).values([
    { ...content, subject: 'sent', sentAt: NOW },
    { ...content, subject: 'pending' },
  ]);
  await emptySentEmails({ db });
  expect(await db.select().from(mails).orderBy(mails.id)).toMatchObject([
    { subject: 'sent', html: '', text: '', unsubscribeUrl: null },
    { subject: 'pending', html: content.html, text: content.text },
  ]);
});
