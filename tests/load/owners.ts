import { randomUUID } from 'node:crypto';
import type { openConnection } from '../../apps/api/src/platform/database/connection.ts';
import { hashToken, newToken } from '../../apps/api/src/platform/tokens.ts';

export interface Owner {
  readonly activityId: string;
  /** The session's cookie. */
  readonly headers: { cookie: string };
}

/** Inserts `count` accounts, each with a session and an activity in an hour. */
export async function addOwners(
  pool: ReturnType<typeof openConnection>['pool'],
  count: number,
): Promise<Owner[]> {
  const owners = Array.from({ length: count }, () => ({
    id: randomUUID(),
    activityId: randomUUID(),
    token: newToken(),
  }));
  await pool.query(
    `with new as materialized (
       select * from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as new (id, activity_id, token_hash)
     ), people as (
       insert into users (id, username, email, password_hash, created_at, updated_at)
       select id, 'Persona', id || '@example.org', '-', now(), now() from new
     ), signed_in as (
       insert into sessions (id, user_id, token_hash, created_at, last_seen_at)
       select gen_random_uuid(), id, token_hash, now(), now() from new
     )
     insert into activities (id, owner_id, title, description, place, date, responsible, created_at, updated_at)
     select activity_id, id, 'Siembra', '', 'Parque', now() + interval '1 hour', array['Ana'], now(), now() from new`,
    [
      owners.map(({ id }) => id),
      owners.map(({ activityId }) => activityId),
      owners.map(({ token }) => hashToken(token)),
    ],
  );
  return owners.map(({ activityId, token }) => ({
    activityId,
    headers: { cookie: `minga_session=${token}` },
  }));
}
