import { isDeepStrictEqual } from 'node:util';
import { getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { apiTokens, pendingSignIns, personalCalendars, sessions } from '../modules/accounts/schema.ts';
import { backups } from '../modules/operations/schema.ts';
import { pushes, pushSubscriptions } from '../modules/push/schema.ts';
import { StartProblem } from '../platform/database/start-problem.ts';
import { deliveryHold } from '../platform/jobs/schema.ts';
import { rateLimits } from '../platform/limits/schema.ts';
import type { Manifest } from './manifest.ts';

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** The columns without generated ones, which PostgreSQL computes again. */
  readonly columns: string[];
}

/**
 * The tables that are not part of a backup. Restored sessions, pending sign-ins, API tokens and addresses of calendars would revive those
 * that have ended since the backup (by the owner, a new password or an admin), so every user signs in again after a restore. Push subscriptions end with their
 * session. Rate limit counters are short-lived. The records of earlier backups belong to the old site: a restored one has no backups yet.
 * Each restore decides whether deliveries are held.
 */
const EXCLUDED_TABLES = [
  sessions,
  pendingSignIns,
  apiTokens,
  personalCalendars,
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

type CopyInto = (table: string, part: Manifest['tables'][number]) => Promise<void>;

/**
 * Fills the empty tables in the caller's transaction. Triggers are disabled, and foreign keys are checked at the end, so that the
 * order of the tables does not matter. Returns the backup's tables that are not Minga's and were skipped.
 */
export async function loadTables(
  client: pg.Client,
  tables: Manifest['tables'],
  copyInto: CopyInto,
): Promise<string[]> {
  const addForeignKeys = await dropForeignKeys(client);
  const known = await listTables(client);
  for (const { schema, name, columns } of known) {
    const part = tables.find(candidate => candidate.schema === schema && candidate.name === name);
    if (part === undefined || !isDeepStrictEqual(part.columns, columns)) throw tableMismatch(name);
    const table = `"${schema}"."${name}"`;
    await client.query(`alter table ${table} disable trigger user`);
    await copyInto(table, part);
    await client.query(`alter table ${table} enable trigger user`);
  }
  await addForeignKeys();
  await moveSequences(client);
  const isKnown = ({ schema, name }: Table) =>
    known.some(table => table.schema === schema && table.name === name);
  return tables.filter(table => !isKnown(table)).map(({ name }) => name);
}

const tableMismatch = (name: string) =>
  new StartProblem(
    `La tabla «${name}» no está en la copia como la conoce su versión de Minga: no se restauró nada.`,
  );

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Returns a function that adds the foreign keys again, which checks every row. */
async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by conname`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of rows) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  };
}

/** Sets each sequence to the largest restored value. */
async function moveSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.oid::regclass::text as table, quote_ident(a.attname) as column, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
       and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`,
  );
  for (const { table, column, sequence } of rows) {
    await client.query(`select setval($1, max(${column})) from ${table}`, [sequence]);
  }
}
