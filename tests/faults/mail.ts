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
/** Retry delays double from 1 s, each with up to 100 % jitter: the tenth attempt falls within half an hour. */
const ATTEMPTS_IN_HALF_AN_HOUR = 10;
const HALF_AN_HOUR_MS = 30 * 60_000;
const POLL_MS = 250;
/** After half an hour of retries the next delay can be as long again. */
const TIMEOUT_MS = 45 * 60_000;

export const mail: Scenario = {
  name: 'mail',
  fault: 'mail server unreachable for as many attempts as fit into half an hour, with 500 e-mails',
  run: length => withSandbox(sandbox => runWithoutMailServer(sandbox, variants[length])),
};

interface Variant {
  readonly emails: number;
  /** Failed attempts per e-mail, retry delays skipped; null: no delay is skipped for half an hour. */
  readonly attempts: number | null;
}

const variants: Record<Length, Variant> = {
  short: { emails: 40, attempts: 3 },
  full: { emails: EMAILS, attempts: ATTEMPTS_IN_HALF_AN_HOUR },
  real: { emails: EMAILS, attempts: null },
};

async function runWithoutMailServer(sandbox: Sandbox, { emails, attempts }: Variant): Promise<Findings> {
  const server = await testMailServer();
  await server.stop();
  const minga = await sandbox.start({ SMTP_URL: server.url, MAIL_FROM: 'Minga <hola@example.org>' });
  const connection = openConnection(await embeddedUrl(sandbox.folder), () => undefined);
  try {
    const { pool } = connection;
    const unreachableSince = performance.now();
    const owners = await addOwners(pool, emails);
    await makeRemindersDue(pool, owners);
    const violations: string[] = [];
    const count = attempts === null ? countJobs : countAfterForcedRetry;
    if (attempts === null) await wait(HALF_AN_HOUR_MS);
    else
      violations.push(
        ...(await waitForJobs(pool, emails, `state = 'retry' and retry_count >= ${attempts - 1}`, count)),
      );
    const failed = await attemptRange(pool);
    const unreachableMs = performance.now() - unreachableSince;
    await server.start();
    const reachableSince = performance.now();
    violations.push(...(await waitForJobs(pool, emails, `state = 'completed'`, count)));
    const sentAfterMs = performance.now() - reachableSince;
    const { rows } = await pool.query<{ dead: number; unsent: number }>(
      `select (select count(*)::int from mails where sent_at is null) as unsent,
              (select count(*)::int from pgboss.job where name = 'dead-letters') as dead`,
    );
    const { dead = 0, unsent = 0 } = rows[0] ?? {};
    const receivedByRecipient = Map.groupBy(server.received, ({ recipients }) => recipients.join());
    const exit = minga.exitReason();
    return {
      figures: {
        emails,
        'failed attempts each': failed,
        'unreachable s': seconds(unreachableMs),
        'all sent after s': seconds(sentAfterMs),
        received: server.received.length,
      },
      violations: [
        ...violations,
        ...(exit === null ? [] : [`the API exited: ${exit}`]),
        ...(receivedByRecipient.size === emails
          ? []
          : [`${receivedByRecipient.size} of ${emails} recipients have an e-mail`]),
        ...[...receivedByRecipient]
          .filter(([, received]) => received.length > 1)
          .map(([recipient, received]) => `${received.length} e-mails to ${recipient}`),
        ...(dead + unsent === 0 ? [] : [`${dead} dead letters, ${unsent} not sent`]),
      ],
    };
  } finally {
    await connection.close();
    await server.stop();
  }
}

type CountJobs = (pool: Pool, condition: string) => Promise<number>;

/** A failed batch is split into one job per e-mail. */
const SINGLE_EMAIL_JOBS = `pgboss.job where name = 'mails' and jsonb_array_length(data->'mailIds') = 1`;

/** Polls until `emails` jobs match `condition`. Returns a violation after the timeout. */
async function waitForJobs(
  pool: Pool,
  emails: number,
  condition: string,
  count: CountJobs,
): Promise<string[]> {
  const end = performance.now() + TIMEOUT_MS;
  let found = 0;
  while (performance.now() < end) {
    found = await count(pool, condition);
    if (found >= emails) return [];
    await wait(POLL_MS);
  }
  return [`only ${found} of ${emails} e-mails reached ${condition}`];
}

const countJobs: CountJobs = async (pool, condition) =>
  (
    await pool.query<{ count: number }>(
      `select count(*)::int as count from ${SINGLE_EMAIL_JOBS} and ${condition}`,
    )
  ).rows[0]?.count ?? 0;

/** No setting shortens the retry delays: they are skipped in the queue's own table. */
const countAfterForcedRetry: CountJobs = async (pool, condition) => {
  await pool.query(
    `update pgboss.job set start_after = now() where name = 'mails' and state = 'retry' and not (${condition})`,
  );
  return countJobs(pool, condition);
};

/** Fewest and most attempts of any e-mail. */
async function attemptRange(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ least: number; most: number }>(
    `select min(retry_count) + 1 as least, max(retry_count) + 1 as most from ${SINGLE_EMAIL_JOBS}`,
  );
  return [...new Set([rows[0]?.least, rows[0]?.most])].join(' to ');
}
