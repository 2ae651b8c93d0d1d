import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../apps/api/src/platform/database/connection.ts';
import { testMailServer } from '../apps/api/test/smtp.ts';
import { addOwners } from '../bench/owners.ts';
import { makeRemindersDue } from './due-reminders.ts';
import { type Place, withPlace } from './place.ts';
import { embeddedUrl } from './postgres.ts';
import { type Findings, type Scenario, seconds } from './scenario.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

const LETTERS = 500;
/** Waits of 1, 2, 4 … seconds, each up to twice as long: the tenth attempt comes within half an hour. */
const ATTEMPTS_IN_HALF_AN_HOUR = 10;
const LOOK_MS = 250;
const PATIENCE_MS = 15 * 60_000;

export const mail: Scenario = {
  name: 'mail',
  fault: 'the mail server is away for as many attempts as half an hour has, with 500 letters',
  run: isShort =>
    withPlace(place => goWithoutMail(place, isShort ? 40 : LETTERS, isShort ? 3 : ATTEMPTS_IN_HALF_AN_HOUR)),
};

/** No setting shortens the waits between attempts: each is brought forward in the queue's own table. */
async function goWithoutMail(place: Place, letters: number, attempts: number): Promise<Findings> {
  const server = await testMailServer();
  await server.stop();
  const minga = await place.start({ SMTP_URL: server.url, MAIL_FROM: 'Minga <hola@example.org>' });
  const connection = openConnection(await embeddedUrl(place.folder), () => undefined);
  try {
    const { pool } = connection;
    const awaySince = performance.now();
    const people = await addOwners(pool, letters);
    await makeRemindersDue(pool, people);
    const violations = await until(pool, letters, `state = 'retry' and retry_count >= ${attempts - 1}`);
    const away = performance.now() - awaySince;
    await server.start();
    const backSince = performance.now();
    violations.push(...(await until(pool, letters, `state = 'completed'`)));
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
        'failed attempts each': attempts,
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

/** Brings every wait to its end until so many jobs are as `what` says; what is wrong when they never are. */
async function until(pool: Pool, letters: number, what: string): Promise<string[]> {
  const end = performance.now() + PATIENCE_MS;
  let count = 0;
  while (performance.now() < end) {
    await pool.query(
      `update pgboss.job set start_after = now() where name = 'mails' and state = 'retry' and not (${what})`,
    );
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'mails' and ${what}`,
    );
    count = rows[0]?.count ?? 0;
    if (count >= letters) return [];
    await wait(LOOK_MS);
  }
  return [`only ${count} of ${letters} letters came to be ${what}`];
}
