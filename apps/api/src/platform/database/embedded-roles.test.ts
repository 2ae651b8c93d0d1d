import { rm } from 'node:fs/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDataFolder } from '../../../test/data-folder.ts';
import { createLog } from '../log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { prepareCluster } from './embedded-cluster.ts';
import { handOverDatabase } from './embedded-roles.ts';
import { superuserUrl } from './embedded-supervisor.ts';
import { applyMigrations } from './migrations.ts';

// Each test starts a real server.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const log = createLog('silent');
let dataDir = '';
let server: EmbeddedPostgres;

beforeEach(async () => {
  dataDir = await makeDataFolder();
  server = await startEmbeddedPostgres({ dataDir, log });
});

afterEach(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, maxRetries: 20 });
});

async function urlOfSuperuser(database?: string): Promise<string> {
  return superuserUrl(await prepareCluster(dataDir), Number(new URL(server.url).port), database);
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows;
  } finally {
    await client.end();
  }
}

async function fill(url: string): Promise<void> {
  await applyMigrations(url);
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue('mail');
  await boss.createQueue('apart', { partition: true });
  await boss.stop();
}

/** Makes the database one of an earlier release, in which everything belonged to the superuser. */
async function undoHandOver(): Promise<void> {
  await query(
    await urlOfSuperuser(),
    'ALTER DATABASE minga OWNER TO minga; DROP OWNED BY minga_app; DROP ROLE minga_app',
  );
}

/** Lists what the superuser owns in the database, other than PostgreSQL's own objects and those of extensions. */
async function superusersObjects(url = server.url): Promise<Record<string, unknown>[]> {
  const catalogs = await query(
    url,
    `SELECT c.relname, min(a.attname) AS owner FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind = 'r' AND NOT c.relisshared
         AND a.atttypid = 'oid'::regtype AND a.attname ~ '^(rel|pro|typ|nsp|cfg|dict|opc|opf|col|opr|stx|con|evt|fdw|srv|lan|pub|sub|lom)owner$'
       GROUP BY c.relname`,
  );
  expect(catalogs.length).toBeGreaterThan(10);
  const parts = catalogs.map(
    ({ relname, owner }) =>
      `SELECT pg_describe_object('${relname}'::regclass, oid, 0) AS object FROM ${relname}
         WHERE ${owner} = 'minga'::regrole AND oid >= 16384 AND '${relname}' <> 'pg_extension'
           AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = '${relname}'::regclass AND objid = oid AND deptype = 'e')`,
  );
  return query(url, `${parts.join(' UNION ALL ')} ORDER BY object`);
}

test('the application connects as a role that can do nothing but own its database', async () => {
  expect(
    await query(
      server.url,
      `SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships
       FROM pg_roles r WHERE rolname = current_user`,
    ),
  ).toEqual([
    {
      rolname: 'minga_app',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      memberships: 0,
    },
  ]);
  for (const forbidden of [
    `COPY (SELECT 1) TO PROGRAM 'cat'`,
    `SELECT pg_read_file('PG_VERSION')`,
    `SELECT rolpassword FROM pg_authid`,
    `ALTER ROLE minga_app SUPERUSER`,
    `CREATE ROLE other`,
    `CREATE DATABASE other`,
    `ALTER SYSTEM SET fsync = off`,
    `SET session_replication_role = replica`,
    `SET ROLE minga`,
  ])
    await expect(query(server.url, forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
  const superuser = new URL(await urlOfSuperuser());
  const impostor = new URL(server.url);
  impostor.username = superuser.username;
  await expect(query(impostor.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

test('it owns everything of a database that it fills', async () => {
  await fill(server.url);
  expect(await superusersObjects()).toEqual([]);
});

test('a folder of an earlier release is handed over with its rows, again after that release has run once more', async () => {
  await undoHandOver();
  await fill(await urlOfSuperuser());
  await query(await urlOfSuperuser(), `INSERT INTO pgboss.job (name, data) VALUES ('mail', '{"n": 7}')`);
  await server.stop();
  server = await startEmbeddedPostgres({ dataDir, log });
  expect(await superusersObjects()).toEqual([]);
  expect(await query(server.url, 'SELECT data FROM pgboss.job')).toEqual([{ data: { n: 7 } }]);
  await fill(server.url);
  await query(await urlOfSuperuser(), 'CREATE TABLE public.of_the_earlier_release (id serial PRIMARY KEY)');
  await server.stop();
  server = await startEmbeddedPostgres({ dataDir, log });
  expect(await superusersObjects()).toEqual([]);
  await query(server.url, 'INSERT INTO of_the_earlier_release DEFAULT VALUES');
  expect(await query(server.url, 'SELECT id FROM of_the_earlier_release')).toEqual([{ id: 1 }]);
});

test('a hand-over that fails changes nothing', async () => {
  await undoHandOver();
  const url = await urlOfSuperuser();
  await fill(url);
  await query(
    url,
    `CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
     CREATE EVENT TRIGGER refuse ON ddl_command_end WHEN TAG IN ('ALTER TEXT SEARCH CONFIGURATION')
       EXECUTE FUNCTION refuse();
     CREATE ROLE minga_app LOGIN`,
  );
  const before = await superusersObjects(url);
  expect(before.length).toBeGreaterThan(50);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await expect(handOverDatabase(client)).rejects.toThrow('refused');
  await client.end();
  expect(await superusersObjects(url)).toEqual(before);
});
