import { deactivationEmails, removalEmails } from '../src/modules/accounts/managed/notice-service.ts';
import { decisionNoticeDueAt } from '../src/platform/due-work/decision-notice.ts';
import { processDue } from '../src/platform/due-work/due-work.ts';
import type { Platform } from '../src/platform/platform.ts';
import { NOON } from './app.ts';

/** Sends the e-mails about accounts that were decided about at noon, when that can no longer be undone. */
export async function sendAccountNotices(app: {
  readonly platform: Platform;
  readonly setNow: (now: Date) => void;
}): Promise<void> {
  app.setNow(decisionNoticeDueAt(NOON));
  await processDue(app.platform, [deactivationEmails, removalEmails]);
  app.setNow(NOON);
}
