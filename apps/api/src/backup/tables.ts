import { getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { apiTokens, pendingSignIns, sessions } from '../modules/accounts/schema.ts';
import { backups } from '../modules/operations/schema.ts';
import { pushes, pushSubscriptions } from '../modules/push/schema.ts';
import { deliveryHold } from '../platform/jobs/schema.ts';
import { rateLimits } from '../platform/limits/schema.ts';

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** Without generated columns, which PostgreSQL computes again. */
  readonly columns: string[];
}

/**
 * Not part of a backup. Restored sessions, pending sign-ins and API tokens would revive those that were ended since (by the owner, a new
 * password or an admin), so every user signs in again after a restore. Subscriptions to pushes end with their session. Rate limit counters
 * are short-lived. The records of earlier backups are those of the old site: a restored one has none yet. Whether
 * deliveries are held is decided by each restore.
 */
const EXCLUDED_TABLES = [
  sessions,
  pendingSignIns,
  apiTokens,
  pushSubscriptions,
  pushes,
  rateLimits,
  backups,
  deliveryHold,
].map(getTableName);

/** Minga's tables at the database's current migration, ordered by name, without those of extensions. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by n.nspname, c.relname
     order by n.nspname, c.relname`,
    [EXCLUDED_TABLES],
  );
  return rows;
}
