import { SHOWN_MAX } from '@minga/contract/system';
import { estimateRows } from '../../platform/database/row-estimate.ts';
import { images } from '../../platform/images/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailDestination } from '../../settings.ts';
import { dueReminders } from '../reminders/sending-service.ts';
import { failingWebhooks } from '../webhooks/service.ts';
import { backupState } from './backup-service.ts';
import { imageDiskSpace } from './disk-service.ts';
import { emailState } from './letter-service.ts';
import { databaseBytes, ping, unsentEmails } from './repository.ts';

export type Status = Awaited<ReturnType<typeof systemStatus>>;

/** The current state, never cached, so that the effect of an action shows at once. */
export async function systemStatus(platform: Platform) {
  const { db, jobs, settings, publicUrl, clock } = platform;
  const answerMs = await responseTime(platform);
  const [bytes, queues, emails, unsent, reminders, webhooks, backup, imageCount, disk] = await Promise.all([
    databaseBytes(db),
    jobs.queues(),
    emailState(platform),
    unsentEmails(db, SHOWN_MAX),
    dueReminders(platform),
    failingWebhooks(platform, SHOWN_MAX),
    backupState(platform),
    estimateRows(db, images),
    imageDiskSpace(settings),
  ]);
  const { deadLetters, exhausted } = emails;
  return {
    checkedAt: clock(),
    database: { answerMs, bytes },
    queues,
    emails: {
      ...emails.counts,
      destination: mailDestination(settings, publicUrl),
      isHeld: platform.isHoldingDeliveries,
      unsent: unsent.map(({ state, ...email }) => ({
        ...email,
        isGivenUp: state === 'rejected' || exhausted.has(email.id),
      })),
    },
    deadLetters: { total: deadLetters.total, shown: deadLetters.newest.slice(0, SHOWN_MAX) },
    lateReminders: reminders.late,
    failingWebhooks: webhooks,
    backup,
    images: { count: imageCount, disk },
  };
}

/** The database's response time in milliseconds, with one decimal. */
async function responseTime({ db }: Platform): Promise<number> {
  const start = performance.now();
  await ping(db);
  return Math.round((performance.now() - start) * 10) / 10;
}
