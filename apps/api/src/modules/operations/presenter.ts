import type { SystemStatus } from '@minga/contract/system';
import { failureReason, maskedAddress } from './rules.ts';
import type { Status } from './status-service.ts';

const presentBackup = ({ last, isExpected, isOverdue }: Status['backup']): SystemStatus['backup'] => ({
  last: last && {
    finishedAt: last.finishedAt.toISOString(),
    milliseconds: last.milliseconds,
    bytes: last.bytes,
  },
  isExpected,
  isOverdue,
});

/** The running version and its start time. */
export interface ProcessInfo {
  readonly version: string;
  readonly commit: string | null;
  readonly startedAt: Date;
}

/** Presents the status without full addresses, the texts of e-mails and the data of jobs. */
export const presentStatus = (status: Status, { version, commit, startedAt }: ProcessInfo): SystemStatus => ({
  version,
  commit,
  startedAt: startedAt.toISOString(),
  checkedAt: status.checkedAt.toISOString(),
  database: status.database,
  queues: status.queues.map(({ name, waiting, active }) => ({ name, waiting, active })),
  letters: {
    waiting: status.emails.waiting,
    failing: status.emails.failing,
    givenUp: status.emails.givenUp,
    lastSentAt: status.emails.lastSentAt?.toISOString() ?? null,
    isLocalMailbox: status.emails.destination === 'mailbox',
    isKept: status.emails.isHeld || status.emails.destination === 'none',
    isHeld: status.emails.isHeld,
    expired: status.emails.expired,
    unsent: status.emails.unsent.map(({ id, recipient, createdAt, failure, isGivenUp }) => ({
      _id: id,
      recipient: maskedAddress(recipient),
      createdAt: createdAt.toISOString(),
      state: isGivenUp ? 'given-up' : 'waiting',
      failure,
    })),
  },
  deadLetters: {
    total: status.deadLetters.total,
    shown: status.deadLetters.shown.map(({ id, queue, failedAt, attempts, fault }) => ({
      _id: id,
      queue,
      failedAt: failedAt.toISOString(),
      attempts,
      reason: failureReason(fault),
    })),
  },
  lateReminders: status.lateReminders,
  failingWebhooks: status.failingWebhooks,
  backup: presentBackup(status.backup),
  images: status.images,
});
