import { getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { sessions } from '../modules/accounts/schema.ts';
import { rateLimits } from '../platform/limits/schema.ts';

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** Those that are stored as they were given; generated ones are computed anew. */
  readonly columns: string[];
}

/**
 * What a backup leaves out. A session that was ended since (by its owner, by a new password, by an admin) would live
 * again: after a restore everybody signs in anew. The rate limits' counters are of the hour.
 */
const EXCLUDED_TABLES = [sessions, rateLimits].map(getTableName);

/** Our tables at whatever migration the database is, in the order of their names; what extensions brought is theirs. */
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
