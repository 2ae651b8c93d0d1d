import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { TODAY_SHOWN } from '@minga/contract/administration/today';
import type { Role } from '@minga/contract/session';
import { SHOWN_MAX } from '@minga/contract/system';
import { estimateRows } from '../../platform/database/queries.ts';
import { images } from '../../platform/images/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailDestination, type Settings } from '../../settings.ts';
import { isAdministered } from '../accounts/managed/service.ts';
import { waitingActivities } from '../activities/moderation/service.ts';
import { heldPage } from '../administration/held-service.ts';
import { collectivesForReview } from '../collectives/review-service.ts';
import { dueReminders } from '../reminders/sending-service.ts';
import { openCases, urgentCases } from '../reports/case-service.ts';
import { failingWebhooks } from '../webhooks/service.ts';
import { emailState } from './email-service.ts';
import { type BackupRow, databaseBytes, findLastBackup, ping, unsentEmails } from './repository.ts';

const HOUR_MS = 60 * 60 * 1000;

interface LastBackup {
  readonly finishedAt: Date;
  readonly milliseconds: number;
  readonly bytes: number;
}

interface BackupState {
  readonly last: LastBackup | null;
  /** The time in ms since the last backup or, without one, since recording started (by a migration or a restore); null if unknown. */
  readonly ageMs: number | null;
  readonly isExpected: boolean;
  readonly isOverdue: boolean;
}

/** Reads the last backup that `npm run backup` recorded, and whether the next one is overdue. */
export async function backupState({ db, clock, settings }: Platform): Promise<BackupState> {
  const { backupAlarmHours } = settings;
  const row = await findLastBackup(db);
  const ageMs = row && Math.max(0, clock().getTime() - row.recordedAt.getTime());
  return {
    last: row && lastBackup(row),
    ageMs,
    isExpected: backupAlarmHours !== null,
    isOverdue: backupAlarmHours !== null && ageMs !== null && ageMs > backupAlarmHours * HOUR_MS,
  };
}

/** Returns null for the row that marks the start of recording. */
const lastBackup = ({ recordedAt, milliseconds, bytes }: BackupRow): LastBackup | null =>
  milliseconds === null || bytes === null ? null : { finishedAt: recordedAt, milliseconds, bytes };

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The space of the disk that stores the pictures, or null if an S3-compatible store has them or the folder cannot be read. */
export async function imageDiskSpace({ s3Url, dataDir }: Settings): Promise<DiskSpace | null> {
  if (s3Url !== null) return null;
  const disk = await statfs(resolve(dataDir)).catch(() => null);
  if (disk === null) return null;
  const { bsize, bavail, blocks } = disk;
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

export type Status = Awaited<ReturnType<typeof systemStatus>>;

/** Reads the current state without a cache, so that the response shows the effect of an action immediately. */
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

/** Measures the database's response time in milliseconds, with one decimal. */
async function responseTime({ db }: Platform): Promise<number> {
  const start = performance.now();
  await ping(db);
  return Math.round((performance.now() - start) * 10) / 10;
}

const FIRST = { limit: TODAY_SHOWN, offset: 0 };

const casesOfAdministrators = async (platform: Platform) => ({
  ...(await urgentCases(platform, TODAY_SHOWN)),
  others: 0,
});

/** The open cases, which are a superadmin's only while no administrator is active. */
async function casesOfSuperadmins(platform: Platform) {
  const [isAttended, { openCases: count }] = await Promise.all([
    isAdministered(platform),
    openCases(platform),
  ]);
  return { facts: null, ...(isAttended ? { total: 0, others: count } : { total: count, others: 0 }) };
}

/**
 * The decisions that are pending for this administrator, and the state of the system. A superadmin gets only the number of held
 * publications and of the open cases.
 */
export async function today(platform: Platform, { id, role }: { readonly id: string; readonly role: Role }) {
  const isModerator = role === 'admin';
  const [reports, activities, collectives, held, system] = await Promise.all([
    isModerator ? casesOfAdministrators(platform) : casesOfSuperadmins(platform),
    isModerator ? waitingActivities(platform, TODAY_SHOWN) : null,
    isModerator ? collectivesForReview(platform, { search: '', status: 'held' }, id, FIRST) : null,
    isModerator ? null : heldPage(platform, { limit: 1, offset: 0 }),
    systemStatus(platform),
  ]);
  return { reports, activities, collectives, held, system };
}
