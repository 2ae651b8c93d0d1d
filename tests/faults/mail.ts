import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { testMailServer } from '../../apps/api/test/smtp.ts';
import { addOwners } from '../load/owners.ts';
import { makeRemindersDue } from './due-reminders.ts';
import { type Place, withPlace } from './place.ts';
import { embeddedUrl } from './postgres.ts';
import { type Findings, type Length, type Scenario, seconds } from './scenario.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const LETTERS = 500;
/** Waits of 1, 2, 4 … seconds, each up to twice as long: the tenth attempt comes within half an hour. */
const ATTEMPTS_IN_HALF_AN_HOUR = 10;
const HALF_AN_HOUR_MS = 30 * 60_000;
const LOOK_MS = 250;
/** What waits when half an hour is over may wait as long again, and a little more. */
const PATIENCE_MS = 45 * 60_000;

export const mail: Scenario = {
  name: 'mail',
  fault: 'the mail server is away for as many attempts as half an hour has, with 500 letters',
  run: length => withPlace(place => goWithoutMail(place, trials[length])),
};

interface Trial {
  readonly letters: number;
  /** So often each letter fails, its waits brought forward; null: in half an hour, as often as it comes to. */
  readonly attempts: number | null;
}

const trials: Record<Length, Trial> = {
  short: { letters: 40, attempts: 3 },
  full: { letters: LETTERS, attempts: ATTEMPTS_IN_HALF_AN_HOUR },
  real: { letters: LETTERS, attempts: null },
};

async function goWithoutMail(place: Place, { letters, attempts }: Trial): Promise<Findings> {
  const server = await testMailServer();
  await server.stop();
  const minga = await place.start({ SMTP_URL: server.url, MAIL_FROM: 'Minga <hola@example.org>' });
  const connection = openConnection(await embeddedUrl(place.folder), () => undefined);
  try {
    const { pool } = connection;
    const awaySince = performance.now();
    const people = await addOwners(pool, letters);
    await makeRemindersDue(pool, people);
    const violations: string[] = [];
    const look = attempts === null ? countOf : countAfterNextAttempt;
    if (attempts === null) await wait(HALF_AN_HOUR_MS);
    else
      violations.push(
        ...(await until(pool, letters, `state = 'retry' and retry_count >= ${attempts - 1}`, look)),
      );
    const failed = await attemptsEach(pool);
    const away = performance.now() - awaySince;
    await server.start();
    const backSince = performance.now();
    violations.push(...(await until(pool, letters, `state = 'completed'`, look)));
    const took = performance.now() - backSince;
    const { rows } = await pool.query<{ dead: number; unsent: number }>(
      `select (select count(*)::int from mails where sent_at is null) as unsent,
              (select count(*)::int from pgboss.job where name = 'dead-letters') as dead`,
    );
    const { dead = 0, unsent = 0 } = rows[0] ?? {};
    const times = Map.groupBy(server.received, ({ recipients }) => recipients.join());
    const end = minga.hasEnded();
    return {
      figures: {
        letters,
        'failed attempts each': failed,
        'away s': seconds(away),
        'all sent after s': seconds(took),
        received: server.received.length,
      },
      violations: [
        ...violations,
        ...(end === null ? [] : [`the API ended: ${end}`]),
        ...(times.size === letters ? [] : [`${times.size} of ${letters} people have a letter`]),
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

type Look = (pool: Pool, what: string) => Promise<number>;

/** Each letter has one once it has failed, together with others, for the first time. */
const JOBS_OF_ONE = `pgboss.job where name = 'mails' and jsonb_array_length(data->'mailIds') = 1`;

/** Looks until so many jobs are as `what` says; what is wrong when they never are. */
async function until(pool: Pool, letters: number, what: string, look: Look): Promise<string[]> {
  const end = performance.now() + PATIENCE_MS;
  let count = 0;
  while (performance.now() < end) {
    count = await look(pool, what);
    if (count >= letters) return [];
    await wait(LOOK_MS);
  }
  return [`only ${count} of ${letters} letters came to be ${what}`];
}

const countOf: Look = async (pool, what) =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${JOBS_OF_ONE} and ${what}`))
    .rows[0]?.count ?? 0;

/** No setting shortens the waits between attempts: each is brought to its end in the queue's own table. */
const countAfterNextAttempt: Look = async (pool, what) => {
  await pool.query(
    `update pgboss.job set start_after = now() where name = 'mails' and state = 'retry' and not (${what})`,
  );
  return countOf(pool, what);
};

/** The fewest and the most that a letter has behind it. */
async function attemptsEach(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ least: number; most: number }>(
    `select min(retry_count) + 1 as least, max(retry_count) + 1 as most from ${JOBS_OF_ONE}`,
  );
  return [...new Set([rows[0]?.least, rows[0]?.most])].join(' to ');
}
