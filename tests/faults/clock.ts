import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { addOwners, type Owner } from '../load/owners.ts';
import { startPostgres } from './postgres.ts';
import { request, sendJson } from './request.ts';
import { type MingaProcess, type Sandbox, withSandbox } from './sandbox.ts';
import type { Findings, Scenario } from './scenario.ts';

type Pool = ReturnType<typeof openConnection>['pool'];

/** Debian's package `faketime`. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
/** The pollers for due work run every five seconds; this is two of them. */
const TWO_POLLS_MS = 11_000;
const LIMITED_STATUSES = '200 200 200 429';
const SUPERADMIN = { email: 'rosa@example.org', password: 'una clave larga' };

export const clock: Scenario = {
  name: 'clock',
  fault: 'clock of the running API set 1 h ahead, 1 h back, 40 days ahead and back to the correct time',
  run: async () =>
    (await access(LIBRARY).then(
      () => true,
      () => false,
    ))
      ? withSandbox(shiftClock)
      : skipped,
};

const skipped: Findings = {
  figures: { skipped: 'needs libfaketime: apt-get install faketime' },
  violations: [],
};

async function shiftClock(sandbox: Sandbox): Promise<Findings> {
  const postgres = await startPostgres(sandbox.folder);
  const file = join(sandbox.folder, 'clock');
  const setOffset = async (offset: string) => {
    await writeFile(file, offset);
    await wait(TWO_POLLS_MS);
  };
  await writeFile(file, '+0');
  const minga = await sandbox.start({
    DATABASE_URL: postgres.url,
    RATE_LIMIT_FACTOR: '1',
    SUPERADMIN_EMAIL: SUPERADMIN.email,
    SUPERADMIN_PASSWORD: SUPERADMIN.password,
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Timers use the monotonic clock and keep their durations; only the wall clock is wrong.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const connection = openConnection(postgres.url, () => undefined);
  const violations: string[] = [];
  const expect = (label: string, actual: unknown, expected: unknown) => {
    if (actual !== expected) violations.push(`${label}: ${actual}, expected ${expected}`);
  };
  try {
    const { pool } = connection;
    const [soon, later] = await addOwners(pool, 2);
    if (soon === undefined || later === undefined) throw new Error('no owners were inserted');
    // Due in half an hour, and in 30 days.
    await addReminder(pool, soon, '1 day 30 minutes', 1);
    await addReminder(pool, later, '45 days', 15);
    await wait(TWO_POLLS_MS);
    expect('reminders before they are due', await countSentReminders(pool), 0);
    expect('session, correct clock', await isSignedIn(minga, soon), true);

    await setOffset('+1h');
    expect('session, 1 h ahead', await isSignedIn(minga, soon), true);
    expect('reminders, 1 h ahead', await countSentReminders(pool), 1);
    expect('a wrong password, 1 h ahead', await signIn(minga, 'no es esta'), 401);
    expect('reset links requested, 1 h ahead', await requestResetLinks(minga), LIMITED_STATUSES);

    await setOffset('-1h');
    expect('session, 1 h back', await isSignedIn(minga, soon), true);
    expect('the right password, 1 h back', await signIn(minga, SUPERADMIN.password), 200);
    expect('reset links requested, 1 h back', await requestResetLinks(minga), LIMITED_STATUSES);
    expect('reminders, 1 h back', await countSentReminders(pool), 1);
    expect('a confirmation, 1 h back', await confirm(minga, later, 'luz@example.org'), 201);

    await setOffset('+40d');
    expect('session, 40 days ahead', await isSignedIn(minga, soon), false);
    expect('reminders, 40 days ahead', await countSentReminders(pool), 2);
    expect('sign-in, 40 days ahead', await signIn(minga, SUPERADMIN.password), 200);
    expect('a confirmation of a past activity', await confirm(minga, soon, 'luz@example.org'), 400);

    await setOffset('+0');
    expect('reminders, clock correct again', await countSentReminders(pool), 2);
    expect('sign-in, clock correct again', await signIn(minga, SUPERADMIN.password), 200);
    expect('a confirmation, clock correct again', await confirm(minga, later, 'sol@example.org'), 201);
    expect('reminder e-mails', await countReminderEmails(pool), 2);
    expect('exit of the API', minga.exitReason(), null);
    return {
      figures: { clocks: '+1 h, -1 h, +40 d, correct', 'reminders sent': await countSentReminders(pool) },
      violations,
    };
  } finally {
    await connection.close();
  }
}

async function addReminder(
  pool: Pool,
  { activityId }: Owner,
  ahead: string,
  daysBefore: number,
): Promise<void> {
  await pool.query(`update activities set date = now() + $2::interval where id = $1`, [activityId, ahead]);
  await pool.query(
    `insert into reminders (id, user_id, activity_id, days_before, created_at)
     select gen_random_uuid(), owner_id, id, $2, now() from activities where id = $1`,
    [activityId, daysBefore],
  );
}

const countOf = async (pool: Pool, from: string): Promise<number> =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${from}`)).rows[0]?.count ?? 0;

/** Every sent reminder has a stored notification. */
const countSentReminders = (pool: Pool) => countOf(pool, `notifications where type = 'reminder'`);

const countReminderEmails = (pool: Pool) =>
  countOf(pool, `mails where subject like 'Recordatorio: %' and sent_at is not null`);

/** `verify` returns the account, or null without a session. */
async function isSignedIn({ address }: MingaProcess, { headers }: Owner): Promise<boolean> {
  const { body } = await request(`${address}/api/auth/verify`, { headers });
  return body?._id !== undefined;
}

const signIn = async ({ address }: MingaProcess, password: string): Promise<number> =>
  (await sendJson('POST', `${address}/api/auth/login`, { email: SUPERADMIN.email, password })).status;

/** Requests one link more than the limit per e-mail allows. */
async function requestResetLinks({ address }: MingaProcess): Promise<string> {
  const statuses = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const result = await sendJson('POST', `${address}/api/auth/password-reset`, {
      email: 'nadie@example.org',
    });
    statuses.push(result.status);
  }
  return statuses.join(' ');
}

async function confirm(
  { address }: MingaProcess,
  { activityId: taskId }: Owner,
  email: string,
): Promise<number> {
  return (await sendJson('POST', `${address}/api/attendances/confirm`, { taskId, email, name: 'Luz' }))
    .status;
}
