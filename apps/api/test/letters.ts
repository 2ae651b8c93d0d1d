import { asc, eq } from 'drizzle-orm';
import type { Database } from '../src/platform/database/connection.ts';
import { mails } from '../src/platform/mail/schema.ts';

/** The letters to an address, the oldest first. */
export const lettersTo = (db: Database, recipient: string) =>
  db.select().from(mails).where(eq(mails.recipient, recipient)).orderBy(asc(mails.createdAt), asc(mails.id));

/** The token of the verification link in the newest letter to an address. */
export async function verificationToken(db: Database, recipient: string): Promise<string> {
  const letters = await lettersTo(db, recipient);
  const token = /verify-email\?token=([A-Za-z0-9_-]+)/.exec(letters.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error('the newest letter holds no verification link');
  return token;
}
