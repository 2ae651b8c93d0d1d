import { countFailed } from '../../platform/due-work/due-work.ts';
import { countPostponed } from '../../platform/jobs/postponed-work.ts';
import type { GaugeReading, GaugeSource } from '../../platform/metrics/metrics.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailDestination } from '../../settings.ts';
import { estimateAccounts } from '../accounts/managed/service.ts';
import { estimateActivities } from '../activities/service.ts';
import { estimateAttendances } from '../attendance/own/service.ts';
import { dueReminders } from '../reminders/sending-service.ts';
import { emailState } from './email-service.ts';
import { countEmailsSince, databaseBytes, ping } from './repository.ts';
import { backupState, imageDiskSpace } from './status-service.ts';

/** The database is queried at most this often, for any number of scrapes. */
const CACHE_MS = 15_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the source of the metrics of the database and the disk. Omits and counts the metrics that cannot be read. */
export function databaseGauges(platform: Platform): GaugeSource {
  const { clock } = platform;
  let cached: { at: number; readings: Promise<readonly GaugeReading[]> } | null = null;
  return () => {
    const at = clock().getTime();
    // Compares the absolute difference, so that the cache also expires after the clock was set back.
    if (cached === null || Math.abs(at - cached.at) >= CACHE_MS) cached = { at, readings: readAll(platform) };
    return cached.readings;
  };
}

async function readAll(platform: Platform): Promise<readonly GaugeReading[]> {
  const { db, log } = platform;
  let unread = 0;
  const fail = (figure: string) => (error: unknown) => {
    log.warn({ err: error, figure }, 'A figure for the metrics could not be read');
    unread += 1;
    return [];
  };
  const isUp = await ping(db).then(
    () => 1,
    error => {
      log.warn({ err: error }, 'The database did not respond to the metrics');
      return 0;
    },
  );
  const figures = isUp === 1 ? Object.entries(ofDatabase) : [];
  const readings = await Promise.all(
    [...figures, ...Object.entries(ofMachine)].map(([figure, read]) =>
      // The `async` function also isolates a reader that throws synchronously.
      (async () => read(platform))().catch(fail(figure)),
    ),
  );
  return [
    ...readings.flat(),
    gauge('database_up', 'Whether the database responded', isUp),
    gauge('unread_figures', 'Figures of the database and the disk that could not be read', unread),
  ];
}

type ReadFigure = (platform: Platform) => Promise<GaugeReading[]>;

/** The readers of metrics by their names in the log. Each one runs and fails independently. */
const ofDatabase: Readonly<Record<string, ReadFigure>> = {
  size: async ({ db }) => [gauge('database_bytes', 'Size of the database', await databaseBytes(db))],
  jobs: async ({ jobs }) => [
    {
      name: 'jobs',
      help: 'Jobs by queue and state',
      values: (await jobs.queues()).flatMap(({ name, waiting, active }) => [
        { labels: { queue: name, state: 'waiting' }, value: waiting },
        { labels: { queue: name, state: 'active' }, value: active },
      ]),
    },
  ],
  deadLetters: async ({ db, jobs }) => [
    gauge('dead_letters', 'Jobs that have used up their retries', (await jobs.deadLetters(db, 1)).total),
  ],
  postponed: async ({ db }) => [
    {
      name: 'postponed_rows',
      help: 'Rows of polling tasks that have failed, by what becomes of them',
      values: [...(await countFailed(db)), ...(await countPostponed(db))].flatMap(
        ({ task, retried, givenUp }) => [
          { labels: { task, state: 'retried' }, value: retried },
          { labels: { task, state: 'given-up' }, value: givenUp },
        ],
      ),
    },
  ],
  emails: async platform => {
    const { waiting, failing, givenUp, expired, lastSentAt } = (await emailState(platform)).counts;
    const name = 'letter_last_sent_timestamp_seconds';
    return [
      {
        name: 'letters',
        help: 'Unsent e-mails: not tried yet, or not taken because of the address; failing; given up',
        values: [
          { labels: { state: 'waiting' }, value: waiting - failing },
          { labels: { state: 'failing' }, value: failing },
          { labels: { state: 'given-up' }, value: givenUp },
        ],
      },
      gauge('expired_letters', 'E-mails that were of no use when they could be sent, in 90 days', expired),
      ...(lastSentAt === null ? [] : [gauge(name, 'When the last e-mail was sent', unixSeconds(lastSentAt))]),
    ];
  },
  sentEmails: async ({ db, clock }) => [
    gauge(
      'letters_sent_last_day',
      'E-mails sent in the last 24 hours',
      await countEmailsSince(db, new Date(clock().getTime() - DAY_MS)),
    ),
  ],
  reminders: async platform => {
    const { due, late } = await dueReminders(platform);
    return [
      {
        name: 'reminders',
        help: 'Due reminders that were not sent; late: for more than a minute',
        values: [
          { labels: { state: 'due' }, value: due },
          { labels: { state: 'late' }, value: late },
        ],
      },
    ];
  },
  accounts: async platform => [
    gauge('accounts', 'Accounts, estimated on large tables', await estimateAccounts(platform)),
  ],
  activities: async platform => [
    gauge('activities', 'Activities, estimated on large tables', await estimateActivities(platform)),
  ],
  attendances: async platform => [
    gauge('attendances', 'Attendances, estimated on large tables', await estimateAttendances(platform)),
  ],
  backup: async platform => {
    const { ageMs } = await backupState(platform);
    return ageMs === null
      ? []
      : [gauge('backup_age_seconds', 'Time since the last backup', Math.floor(ageMs / 1000))];
  },
};

const ofMachine: Readonly<Record<string, ReadFigure>> = {
  mailServer: async ({ settings, publicUrl }) => [
    gauge(
      'mail_server_missing',
      'Whether e-mails are kept unsent, since a public site has no mail server',
      mailDestination(settings, publicUrl) === 'none' ? 1 : 0,
    ),
  ],
  disk: async ({ settings }) => {
    const disk = await imageDiskSpace(settings);
    return disk === null
      ? []
      : [
          gauge('image_disk_free_bytes', 'Free space on the disk of the pictures', disk.freeBytes),
          gauge('image_disk_bytes', 'Size of the disk of the pictures', disk.totalBytes),
        ];
  },
};

const gauge = (name: string, help: string, value: number): GaugeReading => ({
  name,
  help,
  values: [{ value }],
});

const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
