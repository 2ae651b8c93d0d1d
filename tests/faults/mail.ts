import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { testMailServer } from '../../apps/api/test/smtp.ts';
import { addOwners } from '../load/owners.ts';
import { makeRemindersDue } from './make-reminders-due.ts';
import { embeddedUrl } from './postgres.ts';
import { type Sandbox, withSandbox } from './sandbox.ts';
import { type Findings, type Length, type Scenario, seconds } from './scenario.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const EMAILS = 500;
/** Waits of 1, 2, 4 … seconds, each up to twice as long: the tenth attempt comes within half an hour. */
const ATTEMPTS_IN_HALF_AN_HOUR = 10;
const HALF_AN_HOUR_MS = 30 * 60_000;
const POLL_MS = 250;
/** What waits when half an hour is over may wait as long again, and a little more. */
const TIMEOUT_MS = 45 * 60_000;

export const mail: Scenario = {
  name: 'mail',
  fault: 'the mail server is away for as many attempts as half an hour has, with 500 letters',
  run: length => withSandbox(place => runWithoutMailServer(place, trials[length])),
};

interface Trial {
  readonly emails: number;
  /** So often each letter fails, its waits brought forward; null: in half an hour, as often as it comes to. */
  readonly attempts: number | null;
}

const trials: Record<Length, Trial> = {
  short: { emails: 40, attempts: 3 },
  full: { emails: EMAILS, attempts: ATTEMPTS_IN_HALF_AN_HOUR },
  real: { emails: EMAILS, attempts: null },
};

async function runWithoutMailServer(place: Sandbox, { emails, attempts }: Trial): Promise<Findings> {
  const server = await testMailServer();
  await server.stop();
  const minga = await place.start({ SMTP_URL: server.url, MAIL_FROM: 'Minga <hola@example.org>' });
  const connection = openConnection(await embeddedUrl(place.folder), () => undefined);
  try {
    const { pool } = connection;
    const awaySince = performance.now();
    const people = await addOwners(pool, emails);
    await makeRemindersDue(pool, people);
    const violations: string[] = [];
    const look = attempts === null ? countJobs : countAfterForcedRetry;
    if (attempts === null) await wait(HALF_AN_HOUR_MS);
    else
      violations.push(
        ...(await waitForJobs(pool, emails, `state = 'retry' and retry_count >= ${attempts - 1}`, look)),
      );
    const failed = await attemptRange(pool);
    const away = performance.now() - awaySince;
    await server.start();
    const backSince = performance.now();
    violations.push(...(await waitForJobs(pool, emails, `state = 'completed'`, look)));
    const took = performance.now() - backSince;
    const { rows } = await pool.query<{ dead: number; unsent: number }>(
      `select (select count(*)::int from mails where sent_at is null) as unsent,
              (select count(*)::int from pgboss.job where name = 'dead-letters') as dead`,
    );
    const { dead = 0, unsent = 0 } = rows[0] ?? {};
    const times = Map.groupBy(server.received, ({ recipients }) => recipients.join());
    const end = minga.exitReason();
    return {
      figures: {
        emails,
        'failed attempts each': failed,
        'away s': seconds(away),
        'all sent after s': seconds(took),
        received: server.received.length,
      },
      violations: [
        ...violations,
        ...(end === null ? [] : [`the API ended: ${end}`]),
        ...(times.size === emails ? [] : [`${times.size} of ${emails} people have a letter`]),
        ...[...times]
          .filter(([, got]) => got.length > 1)
          .map(([who, got]) => `${got.length} letters to ${who}`),
        ...(dead + unsent === 0 ? [] : [`${dead} dead letters, ${unsent} not sent`]),
      ],
    };
  } finally {
    await connection.close();
    await server.stop();
  }
}

type CountJobs = (pool: Pool, what: string) => Promise<number>;

/** Each letter has one once it has failed, together with others, for the first time. */
const SINGLE_EMAIL_JOBS = `pgboss.job where name = 'mails' and jsonb_array_length(data->'mailIds') = 1`;

/** Looks until so many jobs are as `what` says; what is wrong when they never are. */
async function waitForJobs(pool: Pool, letters: number, what: string, look: CountJobs): Promise<string[]> {
  const end = performance.now() + TIMEOUT_MS;
  let count = 0;
  while (performance.now() < end) {
    count = await look(pool, what);
    if (count >= letters) return [];
    await wait(POLL_MS);
  }
  return [`only ${count} of ${letters} letters came to be ${what}`];
}

const countJobs: CountJobs = async (pool, what) =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${SINGLE_EMAIL_JOBS} and ${what}`))
    .rows[0]?.count ?? 0;

/** No setting shortens the waits between attempts: each is brought to its end in the queue's own table. */
const countAfterForcedRetry: CountJobs = async (pool, what) => {
  await pool.query(
    `update pgboss.job set start_after = now() where name = 'mails' and state = 'retry' and not (${what})`,
  );
  return countJobs(pool, what);
};

/** The fewest and the most that a letter has behind it. */
async function attemptRange(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ least: number; most: number }>(
    `select min(retry_count) + 1 as least, max(retry_count) + 1 as most from ${SINGLE_EMAIL_JOBS}`,
  );
  return [...new Set([rows[0]?.least, rows[0]?.most])].join(' to ');
}
