import type { SystemStatus } from '@minga/contract/system';
import { NOW } from './fixed-times.ts';

const minutesAgo = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const idOf = (number: number) => `01970000-0000-7000-8000-00000000000${number}`;
const GIGABYTE = 1024 ** 3;

/** The API's response for a system with many failures at once. */
export const failingSystem: SystemStatus = {
  version: '1.4.0',
  commit: 'a1b2c3d',
  startedAt: minutesAgo(60 * 24 * 40),
  checkedAt: minutesAgo(0),
  database: { answerMs: 12.4, bytes: 4.2 * GIGABYTE },
  queues: [
    { name: 'mails', waiting: 1_204, active: 5 },
    { name: 'account-emails', waiting: 0, active: 0 },
    { name: 'image-sweep', waiting: 1, active: 0 },
  ],
  letters: {
    waiting: 1_206,
    failing: 1,
    givenUp: 1,
    lastSentAt: minutesAgo(190),
    isLocalMailbox: false,
    isKept: false,
    isHeld: false,
    expired: 12,
    unsent: [
      {
        _id: idOf(1),
        recipient: 'm•••@cooperativa-agropecuaria-del-cauca.example.org',
        createdAt: minutesAgo(60 * 24 * 4),
        state: 'given-up',
        failure: 'EENVELOPE 550 5.1.1',
      },
      {
        _id: idOf(2),
        recipient: 'l•••@example.org',
        createdAt: minutesAgo(185),
        state: 'waiting',
        failure: 'EAUTH 535',
      },
      {
        _id: idOf(3),
        recipient: 'r•••@example.org',
        createdAt: minutesAgo(2),
        state: 'waiting',
        failure: null,
      },
    ],
  },
  deadLetters: {
    total: 2,
    shown: [
      { _id: idOf(4), queue: 'image-sweep', failedAt: minutesAgo(50), attempts: 11, reason: null },
      {
        _id: idOf(5),
        queue: 'mails',
        failedAt: minutesAgo(60 * 24),
        attempts: 1,
        reason: 'EENVELOPE 550 5.1.1',
      },
    ],
  },
  lateReminders: 3,
  failingWebhooks: ['Guardianas del Cauca'],
  backup: {
    last: { finishedAt: minutesAgo(60 * 24 * 9), milliseconds: 41_300, bytes: 1.25 * GIGABYTE },
    isExpected: true,
    isOverdue: true,
  },
  images: { count: 1_204, disk: { freeBytes: 0.4 * GIGABYTE, totalBytes: 40 * GIGABYTE } },
};
