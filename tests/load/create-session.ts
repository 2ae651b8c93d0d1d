import { randomUUID } from 'node:crypto';
import { hashToken, newToken } from '../../apps/api/src/platform/tokens.ts';
import type { Pool } from './site.ts';

/** The headers of somebody who is signed in; `who` is a condition on users. */
export async function createSession(pool: Pool, who: string): Promise<{ cookie: string }> {
  const token = newToken();
  const { rowCount } = await pool.query(
    `insert into sessions (id, user_id, token_hash, created_at, last_seen_at)
     select $1, id, $2, now(), now() from users where ${who} and is_active order by id limit 1`,
    [randomUUID(), hashToken(token)],
  );
  if (rowCount !== 1) throw new Error(`nobody to sign in: ${who}`);
  return { cookie: `minga_session=${token}` };
}
