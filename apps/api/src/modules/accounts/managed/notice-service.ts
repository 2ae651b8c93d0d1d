import type { Transaction } from '../../../platform/database/connection.ts';
import { decisionNoticeDueAt } from '../../../platform/due-work/decision-notice.ts';
import { cancel, type LockingHandler, schedule } from '../../../platform/due-work/due-work.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockAccount, type UserRow } from '../repository.ts';
import { contactAdvice } from '../rules.ts';
import { adminRemovedEmail, deactivatedEmail } from './mails.ts';

// The panel offers to undo these decisions, so that their e-mails are sent when that is no longer possible. The keys are account ids.

/** The kind of due work for e-mails about deactivated accounts. */
export const DEACTIVATIONS = 'accountDeactivations';
/** The kind of due work for e-mails about accounts that no longer administer. */
export const REMOVALS = 'adminRemovals';

type NoticeKind = typeof DEACTIVATIONS | typeof REMOVALS;

export const scheduleNotice = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  kind: NoticeKind,
  key: string,
): Promise<void> => schedule(tx, kind, { key, at: decisionNoticeDueAt(clock()) });

/** Cancels the e-mail about a decision that is undone. Returns true if the owner has not been informed. */
export const withdrawNotice = async (tx: Transaction, kind: NoticeKind, key: string): Promise<boolean> =>
  (await cancel(tx, kind, [key])).length > 0;

/** E-mails the owners of accounts that are still deactivated. */
export const deactivationEmails: LockingHandler = {
  kind: DEACTIVATIONS,
  async run(platform, tx, accountId, claim) {
    const account = await lockAccount(tx, accountId);
    if ((await claim()) !== null && account?.isActive === false)
      await notifyOfDeactivation(platform, tx, account);
  },
};

/** E-mails the owners of accounts that still do not administer. */
export const removalEmails: LockingHandler = {
  kind: REMOVALS,
  async run({ mailer, publicUrl }, tx, accountId, claim) {
    const account = await lockAccount(tx, accountId);
    if ((await claim()) === null || account?.formerAdmin !== true) return;
    await mailer.send(tx, await adminRemovedEmail(account, publicUrl), {
      kind: 'adminRemovedEmail',
      cause: 'site',
      accountId,
    });
  },
};

export async function notifyOfDeactivation(
  { mailer, settings }: Pick<Platform, 'mailer' | 'settings'>,
  tx: Transaction,
  account: Pick<UserRow, 'id' | 'email' | 'username'>,
): Promise<void> {
  const email = await deactivatedEmail(account, contactAdvice(settings, 'responde a este mensaje'));
  await mailer.send(tx, email, { kind: 'deactivatedEmail', cause: 'site', accountId: account.id });
}
