import { createHmac } from 'node:crypto';
import pg from 'pg';

/** Starts, stops and prepares the server. No query of the application runs as this role. */
export const SUPERUSER = 'minga';

/** Owns the application's database, and is neither a superuser nor allowed to create roles or databases. */
export const APPLICATION_ROLE = 'minga_app';

/** Derived, so that one file keeps both passwords; one-way, so that the application's does not reveal the superuser's. */
export const applicationPassword = (superuserPassword: string): string =>
  createHmac('sha256', superuserPassword).update(APPLICATION_ROLE).digest('base64url');

/** Creates the role if missing, through a connection of the superuser. */
export async function ensureApplicationRole(client: pg.Client, superuserPassword: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APPLICATION_ROLE]);
  if (rowCount !== 0) return;
  const password = pg.escapeLiteral(applicationPassword(superuserPassword));
  await client.query(`CREATE ROLE ${APPLICATION_ROLE} LOGIN PASSWORD ${password}`);
}

/**
 * Lists the statements that give a database of an earlier release, whose objects belong to the superuser, to the
 * application's role. PostgreSQL refuses `REASSIGN OWNED` for the first superuser of a cluster. Indexes, identity
 * sequences and row types follow their table; the objects of extensions stay.
 */
const HAND_OVER = `
  WITH objects (kind, name, class, id, owner) AS (
    SELECT 'SCHEMA', quote_ident(nspname), 'pg_namespace'::regclass, oid, nspowner FROM pg_namespace
    UNION ALL
    SELECT 'TABLE', oid::regclass::text, 'pg_class'::regclass, oid, relowner FROM pg_class WHERE relkind IN ('r', 'p', 'v')
    UNION ALL
    SELECT 'ROUTINE', oid::regprocedure::text, 'pg_proc'::regclass, oid, proowner FROM pg_proc
    UNION ALL
    SELECT 'TYPE', oid::regtype::text, 'pg_type'::regclass, oid, typowner FROM pg_type WHERE typtype IN ('e', 'd')
    UNION ALL
    SELECT 'TEXT SEARCH CONFIGURATION', oid::regconfig::text, 'pg_ts_config'::regclass, oid, cfgowner FROM pg_ts_config
    UNION ALL
    SELECT 'DATABASE', quote_ident(datname), 'pg_database'::regclass, oid, datdba
      FROM pg_database WHERE datname = current_database()
  )
  SELECT format('ALTER %s %s OWNER TO ${APPLICATION_ROLE}', kind, name) AS statement
  FROM objects
  WHERE owner = current_user::regrole
    -- PostgreSQL's own objects have ids below this one.
    AND id >= 16384
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = class AND d.objid = id AND d.deptype = 'e')`;

/** Makes the application's role the owner of everything in the superuser's current database, or of nothing. */
export async function handOverDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(HAND_OVER);
  if (rows.length === 0) return;
  // Sent as one message, PostgreSQL executes the statements in one transaction.
  await client.query(rows.map(row => row.statement).join(';\n'));
}
