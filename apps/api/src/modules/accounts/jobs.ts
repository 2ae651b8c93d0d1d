import { v7 } from 'uuid';
import { z } from 'zod';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import type { Email } from '../../platform/mail/email.ts';
import type { Platform } from '../../platform/platform.ts';
import { newLink } from './links.ts';
import { accountExistsEmail, recoveryEmail, verificationEmail } from './mails.tsx';
import {
  deleteExpiredRegistrations,
  findRegistration,
  findRegistrationById,
  lockAddress,
  setRegistrationLink,
} from './registration-repository.ts';
import { deleteExpiredTokens, deleteOldFailures, findUserByEmail, putEmailToken } from './repository.ts';
import { emailFor, FAILURES_FORGOTTEN_SECONDS, type LetterCause, oldestLivingSession } from './rules.ts';
import { deleteExpiredSessions } from './session-repository.ts';

const EMAILS_QUEUE = 'account-letters';
const HOURLY = '17 * * * *';

const emailRequest = z.object({
  letterId: z.uuid(),
  cause: z.enum(['registered', 'resend', 'reset']),
  email: z.string(),
  /** The sign-up whose letter it is; without, the newest of the address. */
  registrationId: z.optional(z.uuid()),
});

export function accountJobs(platform: Platform): void {
  platform.jobs.work(EMAILS_QUEUE, data => writeEmail(platform, data), { concurrency: 5 });
  platform.jobs.every('account-sweep', HOURLY, () => sweepAccounts(platform));
}

/**
 * Asks for the letter that an address gets, if any. Whether it has an account is looked up by the job, so that the
 * request takes the same time and does the same work for every address.
 */
export function requestEmail(
  { jobs }: Platform,
  tx: Executor,
  request: { cause: LetterCause; email: string; registrationId?: string },
): Promise<void> {
  return jobs.send(tx, EMAILS_QUEUE, { letterId: v7(), ...request });
}

async function writeEmail(platform: Platform, data: unknown): Promise<void> {
  const { letterId, cause, email, registrationId } = emailRequest.parse(data);
  const { db, clock, publicUrl } = platform;
  const user = await findUserByEmail(db, email);
  const registration =
    registrationId === undefined
      ? await findRegistration(db, email, clock())
      : await findRegistrationById(db, registrationId);
  const kind = emailFor(cause, user, registration !== null);
  if (kind === 'account-exists') {
    await send(platform, letterId, await accountExistsEmail(email, publicUrl), async () => undefined);
  } else if (kind === 'recovery' && user !== null) {
    const { url, kept } = newLink(platform, 'reset');
    await send(platform, letterId, await recoveryEmail(user, url), tx =>
      putEmailToken(tx, { userId: user.id, purpose: 'reset', ...kept }),
    );
  } else if (kind === 'verification' && registration !== null) {
    const { url, kept } = newLink(platform, 'verify');
    await send(platform, letterId, await verificationEmail(registration, url), tx =>
      setRegistrationLink(tx, registration.id, kept),
    );
  }
}

/** Sends a letter and keeps its link, once: a job that is done twice must not void the link of the letter that left. */
async function send(
  { db, mailer }: Platform,
  letterId: string,
  letter: Email,
  keepLink: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async tx => {
    // Two letters to one address at once: the later one must hold the link that is good.
    await lockAddress(tx, letter.to);
    if (await mailer.send(tx, letter, { id: letterId })) await keepLink(tx);
  });
}

/** Removes what time has ended: sessions, links, and failed sign-ins that no longer count. */
export async function sweepAccounts({ db, clock }: Platform): Promise<void> {
  const now = clock();
  await deleteExpiredSessions(db, oldestLivingSession('user', now));
  await deleteExpiredTokens(db, now);
  await deleteExpiredRegistrations(db, now);
  await deleteOldFailures(db, new Date(now.getTime() - FAILURES_FORGOTTEN_SECONDS * 1000));
}
