import { asc, eq, sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Database } from '../src/platform/database/connection.ts';
import { mails } from '../src/platform/mail/schema.ts';
import type { Platform } from '../src/platform/platform.ts';

/** The end of the subjects of e-mails about the activities of the factories, at the time of the test apps. */
export const WHEN = ' · sáb 5 dic, 9:00 a. m.';

/** The end of the subjects of e-mails about several dates of the fixture's series. */
export const FROM = WHEN.replace('·', '· desde');

/** The e-mails to an address, oldest first. */
export const emailsTo = (db: Database, recipient: string) =>
  db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(asc(mails.createdAt), asc(mails.id));

/** The subjects of the e-mails to an address, oldest first. */
export const subjectsTo = async (db: Database, recipient: string | null): Promise<string[]> =>
  (await emailsTo(db, recipient ?? '')).map(({ subject }) => subject);

/** The e-mails to an address that the limits let through, oldest first. */
export async function admittedTo({ db, mailer }: Pick<Platform, 'db' | 'mailer'>, recipient: string) {
  await mailer.decide();
  return (await emailsTo(db, recipient)).filter(({ state }) => state === 'ready');
}

/** Waits until the jobs have written every requested e-mail; the app's jobs must be started. */
export const emailsWritten = (db: Database): Promise<void> =>
  vi.waitFor(
    async () => {
      const waiting = sql`select 1 from pgboss.job where name in ('account-emails', 'attendance-emails') and state in ('created', 'retry', 'active')`;
      if ((await db.execute(waiting)).rows.length > 0) throw new Error('e-mails are still being written');
    },
    { timeout: 20_000, interval: 20 },
  );

const screens = {
  verify: 'verify-email',
  reset: 'reset-password',
  'change-email': 'confirm-email',
  attendance: 'mi-asistencia',
  unsubscribe: 'dejar-correos',
  'reset-factor': 'segundo-factor',
};

/** The token of the link in the newest e-mail to an address. */
export async function mailedToken(
  db: Database,
  recipient: string,
  purpose: keyof typeof screens,
): Promise<string> {
  const emails = await emailsTo(db, recipient);
  const link = new RegExp(`/${screens[purpose]}\\?token=([A-Za-z0-9_-]{43})`);
  const token = link.exec(emails.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`the newest e-mail contains no link to ${screens[purpose]}`);
  return token;
}
