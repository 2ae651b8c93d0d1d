import { and, asc, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../test/app.ts';
import { testDatabase } from '../test/database.ts';
import { anActivity } from '../test/factories.ts';
import { activities } from './modules/activities/schema.ts';
import { composeEmail } from './platform/mail/email.ts';
import { HOUR_MS, type MailKind, mailRules, ruleOf } from './platform/mail/kinds.ts';
import type { EmailMetadata, MailCause } from './platform/mail/mailer.ts';
import {
  ACCESS_EMAILS_AN_HOUR,
  EMAILS_A_DAY,
  EMAILS_ABOUT_A_DAY,
  EMAILS_OF_SENDER_A_DAY,
  OTHER_ACCESS_EMAILS_AN_HOUR,
} from './platform/mail/rules.ts';
import { mails } from './platform/mail/schema.ts';

const database = await testDatabase();
const environment = { RATE_LIMIT_FACTOR: '1' };
/** An app without reasons of e-mails, so that only the limits apply (mail-reasons.test.ts tests the reasons). */
const limitedApp = () => testApp(environment, database, undefined, { reasons: {} });
const here = await limitedApp();
const there = await limitedApp();
const { db, mailer } = here.platform;

/** Spellings of an address that all reach one mailbox. */
const spellings = ['luz.mar@gmail.com', 'luzmar@gmail.com', 'l.u.z.m.a.r+1@googlemail.com'];
const ACTS = 40;
const by = (accountId: string): MailCause => ({ accountId });

const later = (ms: number) => {
  for (const app of [here, there]) app.setNow(new Date(NOON.getTime() + ms));
};
beforeEach(async () => {
  later(0);
  await db.delete(mails);
});

const emailTo = (to: string, text: string) => ({
  to,
  subject: `Asunto ${text}`,
  html: `<p>${text}</p>`,
  text,
});
const send = (to: string, text: string, metadata: EmailMetadata) =>
  db.transaction(tx => mailer.send(tx, emailTo(to, text), metadata));
const inState = (state: (typeof mails.$inferSelect)['state']) =>
  db.select().from(mails).where(eq(mails.state, state)).orderBy(asc(mails.createdAt), asc(mails.id));
const subjects = async (state: (typeof mails.$inferSelect)['state']) =>
  (await inState(state)).map(({ subject }) => subject);

async function act(metadata: (number: number) => EmailMetadata, acts = ACTS): Promise<void> {
  const emails = Array.from({ length: acts }, (_, number) => ({
    email: emailTo(spellings[number % spellings.length] ?? '', `texto ${number}.`),
    ...metadata(number),
  }));
  await db.transaction(tx => mailer.sendAll(tx, emails));
  await Promise.all([mailer.decide(), there.platform.mailer.decide()]);
}

/** The maximum number of e-mails that a person gets by actions of other people. */
function maximumOf(kind: MailKind, { isOneSender }: { isOneSender: boolean }): number {
  const { limit, about } = ruleOf(kind);
  if (limit === 'access') return OTHER_ACCESS_EMAILS_AN_HOUR;
  if (limit === 'recovery') return ACCESS_EMAILS_AN_HOUR;
  if (about !== undefined) return EMAILS_ABOUT_A_DAY;
  return isOneSender ? EMAILS_OF_SENDER_A_DAY : EMAILS_A_DAY;
}

describe('forty acts against one mailbox', () => {
  const limited = (Object.keys(mailRules) as MailKind[]).filter(kind => ruleOf(kind).limit !== 'none');

  it.each(limited)('%s: its number, and then one e-mail with all the others', async kind => {
    const { id: activityId } = await anActivity(db);
    for (const isOneSender of [true, false]) {
      later(0);
      await db.delete(mails);
      const person = v7();
      await act(() => ({ kind, cause: by(isOneSender ? person : v7()), activityId }));
      const maximum = maximumOf(kind, { isOneSender });
      expect(await subjects('ready')).toHaveLength(maximum);
      const held = await inState('held');
      expect(held).toHaveLength(ACTS - maximum);
      later(HOUR_MS - 1);
      await mailer.sendHeld();
      expect(await subjects('ready')).toHaveLength(maximum);
      later(HOUR_MS);
      await Promise.all([mailer.sendHeld(), there.platform.mailer.sendHeld()]);
      if (ruleOf(kind).limit !== 'daily') {
        // The held ones are sent one by one up to the limit, since each has a link of its own.
        expect(await subjects('ready')).toHaveLength(2 * maximum);
        continue;
      }
      const [gathered, ...others] = await db.select().from(mails).where(eq(mails.kind, 'overflowEmail'));
      expect(others).toEqual([]);
      expect(gathered).toMatchObject({
        subject: `Te juntamos ${held.length} correos de Minga`,
        state: 'ready',
      });
      for (const { subject, text } of held) {
        expect(gathered?.text).toContain(subject);
        expect(gathered?.text).toContain(text);
      }
      expect(await subjects('ready')).toHaveLength(maximum + 1);
    }
  });

  it('has no limit where the recipient acts with a session of the address, or the account is protected', async () => {
    await act(() => ({ kind: 'attendanceEmail', cause: 'recipient' }));
    await act(number => ({ kind: 'passwordChangedEmail', cause: by(`${number}`) }));
    expect(await subjects('ready')).toHaveLength(2 * ACTS);
  });
});

describe('the twelve a day', () => {
  const message = (sender = v7()): EmailMetadata => ({ kind: 'messageEmails', cause: by(sender) });

  it('hold for fifty concurrent acts that two processes decide about at once', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, number) => {
        await send(spellings[number % 3] ?? '', `${number}`, message());
        await (number % 2 === 0 ? mailer : there.platform.mailer).decide();
      }),
    );
    expect(await subjects('ready')).toHaveLength(EMAILS_A_DAY);
    expect(await subjects('held')).toHaveLength(50 - EMAILS_A_DAY);
  });

  it('are those of a rolling day, with one gathered e-mail', async () => {
    const STEP = 3;
    const got: number[] = [];
    for (let hour = 0; hour <= 72; hour += STEP) {
      later(hour * HOUR_MS);
      await act(() => message(), 9);
      await mailer.sendHeld();
      const ready = await inState('ready');
      got.push(
        ready.filter(({ admittedAt }) => (admittedAt?.getTime() ?? 0) === NOON.getTime() + hour * HOUR_MS)
          .length,
      );
      const lastDay = got.slice(-24 / STEP).reduce((sum, count) => sum + count, 0);
      expect(lastDay).toBeLessThanOrEqual(EMAILS_A_DAY + 1);
    }
    // No e-mail is lost: those that are not sent yet are held.
    expect(await db.$count(mails, eq(mails.state, 'dropped'))).toBe(0);
    later(200 * HOUR_MS);
    await mailer.sendHeld();
    expect(await subjects('held')).toEqual([]);
  });

  it('do not hold up a recovery', async () => {
    await act(() => message());
    await act(() => ({ kind: 'invitationEmail', cause: by(v7()) }), 10);
    await act(() => ({ kind: 'recoveryEmail', cause: 'visitor' }), 1);
    expect((await inState('ready')).filter(({ kind }) => kind === 'recoveryEmail')).toHaveLength(1);
  });

  it('are not delivered twice, or lost, when a process dies while it gathers', async () => {
    await act(() => message());
    later(HOUR_MS);
    const dying = db.transaction(async tx => {
      await tx.update(mails).set({ state: 'gathered' }).where(eq(mails.state, 'held'));
      throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
    for (let time = 0; time < 2; time++) await mailer.sendHeld();
    expect(await db.$count(mails, eq(mails.kind, 'overflowEmail'))).toBe(1);
    expect(await db.$count(mails, eq(mails.state, 'gathered'))).toBe(ACTS - EMAILS_A_DAY);
  });

  it('are gathered by spelling, since a tag may name another person, except at Gmail', async () => {
    for (let number = 0; number < 16; number++)
      await send(number < 14 ? 'luz@example.org' : 'luz+otra@example.org', `${number}`, message());
    await mailer.decide();
    for (const [hours, recipient] of [
      [1, 'luz@example.org'],
      [25, 'luz+otra@example.org'],
    ] as const) {
      later(hours * HOUR_MS);
      await mailer.sendHeld();
      const gathered = (await inState('ready')).filter(({ kind }) => kind === 'overflowEmail');
      expect(gathered.at(-1)).toMatchObject({ recipient });
    }
  });

  it('are deleted with the account, and with the data of a visitor, also those that are held', async () => {
    const accountId = v7();
    for (const to of ['cuenta@example.org', 'visita@example.org'])
      for (let number = 0; number < 14; number++)
        await send(to, `${number}`, { ...message(), ...(to.startsWith('c') && { accountId }) });
    await mailer.decide();
    expect(await subjects('held')).toHaveLength(4);
    await db.transaction(tx => mailer.deleteTo(tx, ['visita@example.org'], NOON));
    await db.transaction(tx => mailer.deleteSent(tx, 'cuenta@example.org', accountId));
    expect(await subjects('held')).toEqual([]);
  });
});

describe('the gathered e-mail', () => {
  it('has the text, the links and the way to unsubscribe of each, and shows no address of others as a link', async () => {
    const link = 'http://localhost:3000/mi-asistencia?token=abc';
    const unsubscribeUrl = 'http://localhost:3000/dejar-correos?token=def';
    const composed = await composeEmail({
      to: 'luz@example.org',
      subject: 'Mensaje',
      reason: 'Por algo.',
      unsubscribeUrl,
      body: `Traigan capa. ${link} y https://estafa.example/`,
    });
    const metadata: EmailMetadata = { kind: 'messageEmails', cause: by(v7()) };
    for (let number = 0; number < 13; number++)
      await db.transaction(tx => mailer.send(tx, composed, { ...metadata, cause: by(v7()) }));
    await mailer.decide();
    later(HOUR_MS);
    await mailer.sendHeld();
    const [gathered] = await db.select().from(mails).where(eq(mails.kind, 'overflowEmail'));
    expect(gathered).toMatchObject({ subject: 'Mensaje', recipient: 'luz@example.org' });
    expect(gathered?.text).toContain('Traigan capa.');
    expect(gathered?.html).toContain(`href="${link}"`);
    expect(gathered?.html).toContain(`href="${unsubscribeUrl}"`);
    expect(gathered?.html).not.toContain('href="https://estafa.example');
    expect(gathered?.text).not.toContain('Por algo.');
  });
});

describe('an activity that is not public', () => {
  const withText = (Object.keys(mailRules) as MailKind[]).filter(kind => ruleOf(kind).hasActivityText);
  const setStatus = (id: string, status: 'held' | 'rejected' | 'approved') =>
    db
      .update(activities)
      .set({
        status,
        ...(status === 'held' && { holdKind: 'first', holdTerm: '' }),
        rejectionReason: status === 'rejected' ? 'No' : null,
      })
      .where(eq(activities.id, id));

  it.each(withText)('%s waits until it is public, also if it was queued before', async kind => {
    const { id: activityId } = await anActivity(db, { status: 'approved' });
    const metadata: EmailMetadata = { kind, cause: by(v7()), activityId };
    await send('luz@example.org', 'antes', metadata);
    await mailer.decide();
    for (const status of ['held', 'rejected'] as const) {
      await setStatus(activityId, status);
      await send('luz@example.org', status, metadata);
      await mailer.decide();
      await mailer.sendHeld();
      expect(await subjects('ready')).toEqual([]);
    }
    await setStatus(activityId, 'approved');
    await mailer.sendHeld();
    await mailer.decide();
    expect(await subjects('ready')).toEqual(['Asunto antes', 'Asunto held', 'Asunto rejected']);
  });

  it('also waits where limits are off, and is not gathered', async () => {
    const { id: activityId } = await anActivity(db, { status: 'approved' });
    await act(() => ({ kind: 'messageEmails', cause: by(v7()), activityId }));
    await setStatus(activityId, 'held');
    later(HOUR_MS);
    await mailer.sendHeld();
    expect(await db.$count(mails, eq(mails.kind, 'overflowEmail'))).toBe(0);
    expect(await subjects('review')).toHaveLength(ACTS - EMAILS_A_DAY);
    await db.delete(activities).where(eq(activities.id, activityId));
    await mailer.sendHeld();
    expect(await db.$count(mails, and(eq(mails.state, 'expired'), eq(mails.text, '')))).toBe(
      ACTS - EMAILS_A_DAY,
    );
  });
});
