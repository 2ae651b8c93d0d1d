import { countPostponed } from '../../platform/jobs/postponed-work.ts';
import type { GaugeReading, GaugeSource } from '../../platform/metrics/gauges.ts';
import type { Platform } from '../../platform/platform.ts';
import { estimateAccounts } from '../accounts/listing-service.ts';
import { estimateActivities } from '../activities/service.ts';
import { estimateAttendances } from '../attendance/service.ts';
import { dueReminders } from '../reminders/late-service.ts';
import { backupState } from './backup-service.ts';
import { imageDiskSpace } from './disk-service.ts';
import { countEmails, countEmailsSince, databaseBytes } from './repository.ts';

/** The database is queried at most this often, for any number of scrapes. */
const CACHE_MS = 15_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The metrics read from the database; if it is unavailable, the one metric that reports so. */
export function databaseGauges(platform: Platform): GaugeSource {
  const { clock, log } = platform;
  let cached: { at: number; readings: Promise<readonly GaugeReading[]> } | null = null;

  async function read(): Promise<readonly GaugeReading[]> {
    try {
      return [...(await readGauges(platform)), isUp(1)];
    } catch (error) {
      log.warn({ err: error }, 'The figures for the metrics could not be read');
      return [isUp(0)];
    }
  }

  return () => {
    const at = clock().getTime();
    // The absolute difference, so that a clock set back does not cache figures for long.
    if (cached === null || Math.abs(at - cached.at) >= CACHE_MS) cached = { at, readings: read() };
    return cached.readings;
  };
}

const isUp = (value: number) => gauge('database_up', 'Whether the database responded', value);

async function readGauges(platform: Platform): Promise<GaugeReading[]> {
  const { db, jobs, clock, settings } = platform;
  const [bytes, queues, emails, sentLastDay, deadLetters, postponed, reminders, backup, disk, ...counts] =
    await Promise.all([
      databaseBytes(db),
      jobs.queues(),
      countEmails(db),
      countEmailsSince(db, new Date(clock().getTime() - DAY_MS)),
      jobs.deadLetters(db, 1),
      countPostponed(db),
      dueReminders(platform),
      backupState(platform),
      imageDiskSpace(settings),
      estimateAccounts(platform),
      estimateActivities(platform),
      estimateAttendances(platform),
    ]);
  const [accountCount, activityCount, attendanceCount] = counts;
  return [
    gauge('database_bytes', 'Size of the database', bytes),
    {
      name: 'jobs',
      help: 'Jobs by queue and state',
      values: queues.flatMap(({ name, waiting, active }) => [
        { labels: { queue: name, state: 'waiting' }, value: waiting },
        { labels: { queue: name, state: 'active' }, value: active },
      ]),
    },
    gauge('dead_letters', 'Jobs that have used up their retries', deadLetters.total),
    {
      name: 'postponed_rows',
      help: 'Rows of polling tasks that have failed, by what becomes of them',
      values: postponed.flatMap(({ task, retried, givenUp }) => [
        { labels: { task, state: 'retried' }, value: retried },
        { labels: { task, state: 'given-up' }, value: givenUp },
      ]),
    },
    {
      name: 'letters',
      help: 'Unsent e-mails: not tried yet, and failing',
      values: [
        { labels: { state: 'waiting' }, value: emails.waiting - emails.failing },
        { labels: { state: 'failing' }, value: emails.failing },
      ],
    },
    gauge('letters_sent_last_day', 'E-mails sent in the last 24 hours', sentLastDay),
    ...(emails.lastSentAt === null
      ? []
      : [
          gauge(
            'letter_last_sent_timestamp_seconds',
            'When the last e-mail was sent',
            unixSeconds(emails.lastSentAt),
          ),
        ]),
    {
      name: 'reminders',
      help: 'Due reminders that were not sent; late: for more than a minute',
      values: [
        { labels: { state: 'due' }, value: reminders.due },
        { labels: { state: 'late' }, value: reminders.late },
      ],
    },
    gauge('accounts', 'Accounts, estimated on large tables', accountCount),
    gauge('activities', 'Activities, estimated on large tables', activityCount),
    gauge('attendances', 'Attendances, estimated on large tables', attendanceCount),
    ...(backup.ageMs === null
      ? []
      : [gauge('backup_age_seconds', 'Time since the last backup', Math.floor(backup.ageMs / 1000))]),
    ...(disk === null
      ? []
      : [
          gauge('image_disk_free_bytes', 'Free space on the disk of the pictures', disk.freeBytes),
          gauge('image_disk_bytes', 'Size of the disk of the pictures', disk.totalBytes),
        ]),
  ];
}

const gauge = (name: string, help: string, value: number): GaugeReading => ({
  name,
  help,
  values: [{ value }],
});

const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
