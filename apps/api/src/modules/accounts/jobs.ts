import { v7 } from 'uuid';
import { z } from 'zod';
import type { Executor } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailLink, type NewLink, newLink } from './links.ts';
import { accountExistsLetter, recoveryLetter, verificationLetter } from './mails.tsx';
import {
  deleteExpiredTokens,
  deleteOldFailures,
  findUserByEmail,
  lockUser,
  putEmailToken,
  type UserRow,
} from './repository.ts';
import { FAILURES_FORGOTTEN_SECONDS, type LetterCause, letterFor, oldestLivingSession } from './rules.ts';
import { deleteExpiredSessions } from './session-repository.ts';

const LETTERS = 'account-letters';
const HOURLY = '17 * * * *';

const letterRequest = z.object({
  letterId: z.uuid(),
  cause: z.enum(['registered', 'resend', 'reset']),
  email: z.string(),
});

export function accountJobs(platform: Platform): void {
  platform.jobs.work(LETTERS, data => writeLetter(platform, data), { atOnce: 5 });
  platform.jobs.every('account-sweep', HOURLY, () => sweepAccounts(platform));
}

/**
 * Asks for the letter that an address gets, if any. Whether it has an account is looked up by the job, so that the
 * request takes the same time and does the same work for every address.
 */
export function requestLetter(
  { jobs }: Platform,
  tx: Executor,
  cause: LetterCause,
  email: string,
): Promise<void> {
  return jobs.send(tx, LETTERS, { letterId: v7(), cause, email });
}

async function writeLetter(platform: Platform, data: unknown): Promise<void> {
  const { letterId, cause, email } = letterRequest.parse(data);
  const user = await findUserByEmail(platform.db, email);
  if (user === null) return;
  const written = await compose(platform, user, cause);
  if (written === null) return;
  await platform.db.transaction(async tx => {
    // Two letters for one account at once: the later one must hold the link that is good.
    await lockUser(tx, user.id);
    // A job that is done twice finds its letter there, and must not void the link in it.
    const isNew = await platform.mailer.send(tx, written.letter, letterId);
    if (isNew && written.link !== null) await putEmailToken(tx, written.link.row);
  });
}

async function compose(platform: Platform, user: UserRow, cause: LetterCause) {
  const { publicUrl, clock } = platform;
  switch (letterFor(cause, user)) {
    case 'verification': {
      const link = newLink(user.id, 'verify', clock());
      return { letter: await verificationLetter(user, mailLink(publicUrl, link)), link };
    }
    case 'recovery': {
      const link = newLink(user.id, 'reset', clock());
      return { letter: await recoveryLetter(user, mailLink(publicUrl, link)), link };
    }
    case 'account-exists':
      return { letter: await accountExistsLetter(user.email, publicUrl), link: null as NewLink | null };
    case null:
      return null;
  }
}

/** Removes what time has ended: sessions, links, and failed sign-ins that no longer count. */
export async function sweepAccounts({ db, clock }: Platform): Promise<void> {
  const now = clock();
  await deleteExpiredSessions(db, oldestLivingSession('user', now));
  await deleteExpiredTokens(db, now);
  await deleteOldFailures(db, new Date(now.getTime() - FAILURES_FORGOTTEN_SECONDS * 1000));
}
