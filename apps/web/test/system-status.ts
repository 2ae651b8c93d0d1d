import type { SystemStatus } from '@minga/contract/system';

const GB = 1024 ** 3;

export const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** A system without problems, with what the test is about changed. */
export const aSystemStatus = (changes: Partial<SystemStatus> = {}): SystemStatus => ({
  version: '1.4.0',
  commit: 'a1b2c3d',
  startedAt: minutesAgo(180),
  checkedAt: minutesAgo(0),
  database: { answerMs: 1.2, bytes: 35_900_000 },
  queues: [
    { name: 'mails', waiting: 1_204, active: 5 },
    { name: 'image-sweep', waiting: 0, active: 0 },
    { name: 'invitation-sweep', waiting: 0, active: 0 },
    { name: 'answer-sweep', waiting: 0, active: 0 },
    { name: 'new-queue', waiting: 0, active: 1 },
  ],
  letters: {
    waiting: 0,
    failing: 0,
    givenUp: 0,
    lastSentAt: minutesAgo(5),
    isLocalMailbox: false,
    isKept: false,
    isHeld: false,
    expired: 0,
    unsent: [],
  },
  deadLetters: { total: 0, shown: [] },
  lateReminders: 0,
  failingWebhooks: [],
  backup: {
    last: { finishedAt: minutesAgo(185), milliseconds: 41_300, bytes: 1.25 * GB },
    isExpected: true,
    isOverdue: false,
  },
  images: { count: 1_204, disk: { freeBytes: 12.5 * GB, totalBytes: 40 * GB } },
  ...changes,
});
