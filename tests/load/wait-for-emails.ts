import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from './site.ts';

const TIMEOUT_MS = 600_000;
const POLL_MS = 200;

/** Waits until no e-mail is pending, so that sending does not slow down the next measurement. */
export async function waitForEmails(pool: Pool): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await pool.query<{ pending: number }>(
      `select count(*)::int as pending from pgboss.job
       where state < 'completed' and name in ('mails', 'account-emails', 'attendance-emails')`,
    );
    if (rows[0]?.pending === 0) return;
    if (Date.now() > deadline) throw new Error('e-mails are still pending');
    await wait(POLL_MS);
  }
}
