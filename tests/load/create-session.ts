import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '../../apps/api/src/platform/tokens.ts';
import type { Pool } from './site.ts';

/** Creates a session for the first active user that matches the SQL condition; returns its headers. */
export async function createSession(pool: Pool, condition: string): Promise<{ cookie: string }> {
  const token = newToken();
  const { rowCount } = await pool.query(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at)
     select $1, id, $2, now(), now() from users where ${condition} and is_active order by id limit 1`,
    [randomUUID(), hashToken(token)],
  );
  if (rowCount !== 1) throw new Error(`no user matches: ${condition}`);
  return { cookie: `minga_session=${token}` };
}
