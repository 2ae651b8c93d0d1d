import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from './site.ts';

const TIMEOUT_MS = 600_000;
const POLL_MS = 200;

/** Waits until no letter is left to be sent: what comes next is not measured beside them. */
export async function waitForEmails(pool: Pool): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::int as left from pgboss.job
       where state < 'completed' and name in ('mails', 'account-letters', 'attendance-letters')`,
    );
    if (rows[0]?.left === 0) return;
    if (Date.now() > end) throw new Error('letters are not sent');
    await wait(POLL_MS);
  }
}
