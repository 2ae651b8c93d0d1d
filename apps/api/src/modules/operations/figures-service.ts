import type { GaugeReading, GaugeSource } from '../../platform/metrics/gauges.ts';
import type { Platform } from '../../platform/platform.ts';
import { estimateAccounts } from '../accounts/listing-service.ts';
import { estimateActivities } from '../activities/service.ts';
import { estimateAttendances } from '../attendance/service.ts';
import { dueReminders } from '../reminders/late-service.ts';
import { imageDisk } from './disk-service.ts';
import { countEmails, countEmailsSince, databaseBytes } from './repository.ts';

/** The database is queried at most this often, for any number of scrapes. */
const FRESH_MS = 15_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The metrics read from the database; if it is unavailable, the one metric that reports so. */
export function databaseFigures(platform: Platform): GaugeSource {
  const { clock, log } = platform;
  let cached: { at: number; figures: Promise<readonly GaugeReading[]> } | null = null;

  async function read(): Promise<readonly GaugeReading[]> {
    try {
      return [...(await figuresOf(platform)), isUp(1)];
    } catch (error) {
      log.warn({ err: error }, 'The figures for the metrics could not be read');
      return [isUp(0)];
    }
  }

  return () => {
    const at = clock().getTime();
    // The absolute difference, so that a clock set back does not cache figures for long.
    if (cached === null || Math.abs(at - cached.at) >= FRESH_MS) cached = { at, figures: read() };
    return cached.figures;
  };
}

const isUp = (value: number) => one('database_up', 'Whether the database responded', value);

async function figuresOf(platform: Platform): Promise<GaugeReading[]> {
  const { db, jobs, clock, settings } = platform;
  const [bytes, queues, emails, sentLastDay, dead, reminders, disk, ...counts] = await Promise.all([
    databaseBytes(db),
    jobs.queues(),
    countEmails(db),
    countEmailsSince(db, new Date(clock().getTime() - DAY_MS)),
    jobs.deadLetters(db, 1),
    dueReminders(platform),
    imageDisk(settings),
    estimateAccounts(platform),
    estimateActivities(platform),
    estimateAttendances(platform),
  ]);
  const [accountCount, activityCount, attendanceCount] = counts;
  return [
    one('database_bytes', 'Size of the database', bytes),
    {
      name: 'jobs',
      help: 'Jobs by queue and state',
      values: queues.flatMap(({ name, waiting, active }) => [
        { labels: { queue: name, state: 'waiting' }, value: waiting },
        { labels: { queue: name, state: 'active' }, value: active },
      ]),
    },
    one('dead_letters', 'Jobs that have used up their retries', dead.total),
    {
      name: 'letters',
      help: 'Unsent e-mails: not tried yet, and failing',
      values: [
        { labels: { state: 'waiting' }, value: emails.waiting - emails.failing },
        { labels: { state: 'failing' }, value: emails.failing },
      ],
    },
    one('letters_sent_last_day', 'E-mails sent in the last 24 hours', sentLastDay),
    ...(emails.lastSentAt === null
      ? []
      : [
          one(
            'letter_last_sent_timestamp_seconds',
            'When the last e-mail was sent',
            seconds(emails.lastSentAt),
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
    one('accounts', 'Accounts, estimated on large tables', accountCount),
    one('activities', 'Activities, estimated on large tables', activityCount),
    one('attendances', 'Attendances, estimated on large tables', attendanceCount),
    ...(disk === null
      ? []
      : [
          one('image_disk_free_bytes', 'Free space on the disk of the pictures', disk.freeBytes),
          one('image_disk_bytes', 'Size of the disk of the pictures', disk.totalBytes),
        ]),
  ];
}

const one = (name: string, help: string, value: number): GaugeReading => ({
  name,
  help,
  values: [{ value }],
});

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
