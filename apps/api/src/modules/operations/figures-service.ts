import type { GaugeReading, GaugeSource } from '../../platform/metrics/gauges.ts';
import type { Platform } from '../../platform/platform.ts';
import { estimateAccounts } from '../accounts/listing-service.ts';
import { estimateActivities } from '../activities/service.ts';
import { estimateAttendances } from '../attendance/service.ts';
import { dueReminders } from '../reminders/late-service.ts';
import { imageDisk } from './disk-service.ts';
import { countEmails, countEmailsSince, databaseBytes } from './repository.ts';

/** However many look, the database is asked so often at most. */
const FRESH_MS = 15_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What the database says of the product, for the metrics. Where it is away there is one figure, which says so. */
export function databaseFigures(platform: Platform): GaugeSource {
  const { clock, log } = platform;
  let asked: { at: number; answer: Promise<readonly GaugeReading[]> } | null = null;

  async function ask(): Promise<readonly GaugeReading[]> {
    try {
      return [...(await figuresOf(platform)), isUp(1)];
    } catch (error) {
      log.warn({ err: error }, 'The figures for the metrics could not be read');
      return [isUp(0)];
    }
  }

  return () => {
    const at = clock().getTime();
    // A clock that was put back must not keep figures for long.
    if (asked === null || Math.abs(at - asked.at) >= FRESH_MS) asked = { at, answer: ask() };
    return asked.answer;
  };
}

const isUp = (value: number) => one('database_up', 'Whether the database answered', value);

async function figuresOf(platform: Platform): Promise<GaugeReading[]> {
  const { db, jobs, clock, settings } = platform;
  const [bytes, queues, letters, sentLastDay, dead, reminders, disk, ...counts] = await Promise.all([
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
    one('dead_letters', 'Jobs that have failed for the last time', dead.total),
    {
      name: 'letters',
      help: 'Letters that have not left: not tried yet, and tried in vain',
      values: [
        { labels: { state: 'waiting' }, value: letters.waiting - letters.failing },
        { labels: { state: 'failing' }, value: letters.failing },
      ],
    },
    one('letters_sent_last_day', 'Letters that left in the last 24 hours', sentLastDay),
    ...(letters.lastSentAt === null
      ? []
      : [one('letter_last_sent_timestamp_seconds', 'When a letter left last', seconds(letters.lastSentAt))]),
    {
      name: 'reminders',
      help: 'Reminders that are due and have not left; late: for more than a minute',
      values: [
        { labels: { state: 'due' }, value: reminders.due },
        { labels: { state: 'late' }, value: reminders.late },
      ],
    },
    one('accounts', 'Accounts, roughly where there are very many', accountCount),
    one('activities', 'Activities, roughly where there are very many', activityCount),
    one('attendances', 'Attendances, roughly where there are very many', attendanceCount),
    ...(disk === null
      ? []
      : [
          one('image_disk_free_bytes', 'Free on the disk that the pictures lie on', disk.freeBytes),
          one('image_disk_bytes', 'Size of the disk that the pictures lie on', disk.totalBytes),
        ]),
  ];
}

const one = (name: string, help: string, value: number): GaugeReading => ({
  name,
  help,
  values: [{ value }],
});

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
