import { v7 } from 'uuid';
import { z } from 'zod';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import type { Email } from '../../platform/mail/email.ts';
import type { MailKind } from '../../platform/mail/kinds.ts';
import type { Platform } from '../../platform/platform.ts';
import { isRefusedAddress } from '../trust/service.ts';
import { deleteExpiredChallenges } from './factors/passkey-repository.ts';
import { deleteExpiredSignIns, deleteTotpSetupsBefore } from './factors/repository.ts';
import { SETUP_SECONDS } from './factors/rules.ts';
import { newLink } from './links.ts';
import { accountExistsEmail, recoveryEmail, verificationEmail } from './mails.ts';
import {
  deleteExpiredRegistrations,
  deleteExpiredTokens,
  deleteFailuresBefore,
  findRegistration,
  findRegistrationById,
  findUserByEmail,
  lockAddress,
  setRegistrationLink,
  upsertEmailToken,
} from './repository.ts';
import {
  type EmailCause,
  emailFor,
  FAILURE_RETENTION_SECONDS,
  KNOWN_DEVICE_SECONDS,
  sessionCutoffs,
} from './rules.ts';
import { deleteDevicesBefore, deleteExpiredSessions } from './session-repository.ts';
import { deleteExpiredApiTokens } from './tokens/repository.ts';

const EMAILS_QUEUE = 'account-emails';
const HOURLY = '17 * * * *';

const emailRequest = z.object({
  emailId: z.uuid(),
  cause: z.enum(['registered', 'resend', 'reset']),
  email: z.string(),
  /** The sign-up to verify; if absent, the newest pending one of the address. */
  registrationId: z.optional(z.uuid()),
});

export function accountJobs(platform: Platform): void {
  platform.jobs.work(EMAILS_QUEUE, data => writeEmail(platform, data), { concurrency: 5 });
  platform.jobs.every('account-sweep', HOURLY, () => sweepAccounts(platform));
}

/**
 * Enqueues the e-mail that an address gets, if any. The job looks up whether the address has an account, so that the
 * request does the same work for every address.
 */
export function requestEmail(
  { jobs }: Platform,
  tx: Executor,
  request: { cause: EmailCause; email: string; registrationId?: string },
): Promise<void> {
  return jobs.send(tx, EMAILS_QUEUE, { emailId: v7(), ...request });
}

async function writeEmail(platform: Platform, data: unknown): Promise<void> {
  const { emailId, cause, email, registrationId } = emailRequest.parse(data);
  const { db, clock, publicUrl } = platform;
  const user = await findUserByEmail(db, email);
  const registration =
    registrationId === undefined
      ? await findRegistration(db, email, clock())
      : await findRegistrationById(db, registrationId);
  const kind = emailFor(cause, user, registration !== null);
  if (kind === 'account-exists') {
    const exists = await accountExistsEmail(email, publicUrl);
    await send(platform, { id: emailId, kind: 'accountExistsEmail' }, exists, async () => undefined);
  } else if (kind === 'recovery' && user !== null) {
    const { url, stored } = newLink(platform, 'reset');
    await send(platform, { id: emailId, kind: 'recoveryEmail' }, await recoveryEmail(user, url), tx =>
      upsertEmailToken(tx, { userId: user.id, purpose: 'reset', ...stored }),
    );
  } else if (
    kind === 'verification' &&
    registration !== null &&
    // The job checks the domain, so that a sign-up takes as long with a refused one. A sign-up without a link cannot be verified.
    !(await isRefusedAddress(db, email))
  ) {
    const { url, stored } = newLink(platform, 'verify');
    const verification = await verificationEmail(registration, url);
    await send(platform, { id: emailId, kind: 'verificationEmail' }, verification, tx =>
      setRegistrationLink(tx, registration.id, stored),
    );
  }
}

/** Sends an e-mail and stores its link, once: a repeated job must not revoke the link of the e-mail that was sent. */
async function send(
  { db, mailer }: Platform,
  mail: { readonly id: string; readonly kind: MailKind },
  email: Email,
  storeLink: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async tx => {
    // Serialises concurrent e-mails to one address: the last one sent must contain the valid link.
    await lockAddress(tx, email.to);
    if (await mailer.send(tx, email, { ...mail, cause: 'visitor' })) await storeLink(tx);
  });
}

/**
 * Deletes expired sessions, links, API tokens, sign-ups, challenges, devices, pending sign-ins and unconfirmed secrets, and
 * failed sign-ins that no longer count.
 */
export async function sweepAccounts({ db, clock }: Platform): Promise<void> {
  const now = clock();
  await deleteExpiredSessions(db, sessionCutoffs('user', now));
  await deleteExpiredTokens(db, now);
  await deleteExpiredApiTokens(db, now);
  await deleteExpiredRegistrations(db, now);
  await deleteExpiredChallenges(db, now);
  await deleteExpiredSignIns(db, now);
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  await deleteFailuresBefore(db, ago(FAILURE_RETENTION_SECONDS));
  await deleteTotpSetupsBefore(db, ago(SETUP_SECONDS));
  await deleteDevicesBefore(db, ago(KNOWN_DEVICE_SECONDS));
}
