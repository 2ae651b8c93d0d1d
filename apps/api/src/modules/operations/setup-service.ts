import {
  type Setup,
  type SetupStep,
  setupSteps,
  TEST_MAILS_AN_HOUR,
} from '@minga/contract/administration/setup';
import type { Session } from '../../platform/http/session.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { isLoopback } from '../../settings.ts';
import { isAdministered } from '../accounts/managed/service.ts';
import { LOCAL_EMAIL } from '../accounts/rules.ts';
import { managedLegalText } from '../legal/service.ts';
import { testEmail } from './mails.ts';
import { findLastOfKind } from './repository.ts';
import { backupState } from './status-service.ts';

/** Reads what a new site still needs (docs/rules.md R25.3). Every step is checked. */
export async function setupState(platform: Platform, { user }: Pick<Session, 'user'>): Promise<Setup> {
  const { db, site, publicUrl } = platform;
  const [mail, privacy, hasAdministrator, backup] = await Promise.all([
    findLastOfKind(db, 'testEmail', user.id),
    managedLegalText(platform, 'privacy'),
    isAdministered(platform),
    backupState(platform),
  ]);
  const { isConfigured, contactEmail, contactPhone } = site.current();
  const done: Record<SetupStep, boolean> = {
    account: user.email !== LOCAL_EMAIL,
    address: !isLoopback(publicUrl),
    identity: isConfigured,
    contact: contactEmail !== null || contactPhone !== null,
    mail: mail !== null && mail.sentAt !== null,
    // Also if a superadmin read the default text and chose it.
    legal: privacy.updatedAt !== null,
    administrator: hasAdministrator,
    backup: backup.last !== null,
  };
  return {
    steps: setupSteps.map(step => ({ step, isDone: done[step] })),
    testMail: mail && {
      createdAt: mail.createdAt.toISOString(),
      sentAt: mail.sentAt?.toISOString() ?? null,
      failure: mail.failure,
    },
  };
}

const testMails: Limit = { name: 'test-mail', times: TEST_MAILS_AN_HOUR, seconds: 60 * 60 };

/** Sends the session's account an e-mail by the same outbox as all others. Throws 429 beyond the limit. */
export async function sendTestMail(
  { db, limits, mailer, publicUrl }: Platform,
  { user }: Pick<Session, 'user'>,
): Promise<{ sentTo: string }> {
  await limits.count(testMails, user.id);
  const email = await testEmail(user, publicUrl);
  await db.transaction(tx =>
    mailer.send(tx, email, { kind: 'testEmail', cause: 'recipient', accountId: user.id }),
  );
  return { sentTo: user.email };
}
