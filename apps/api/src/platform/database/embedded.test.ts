import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { folderInMemory, makeDataFolder } from '../../../test/data-folder.ts';
import { createLog } from '../log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres, superuserUrl } from './embedded.ts';
import { handOverDatabase, prepareCluster } from './embedded-cluster.ts';
import { postgresProcessesIn } from './embedded-server.ts';
import { applyMigrations } from './migrations.ts';

describe('embedded', () => {
  const log = createLog('silent');
  const started: EmbeddedPostgres[] = [];
  /** A data folder with a stopped server. Tests copy it, since creating one takes seconds. */
  let stopped = '';
  let dataDir = '';
  let folder = '';

  beforeAll(async () => {
    stopped = await makeDataFolder(await folderInMemory());
    await (await startEmbeddedPostgres({ dataDir: stopped, log })).stop();
  });
  afterAll(() => rm(stopped, { recursive: true }));

  beforeEach(async () => {
    dataDir = await makeDataFolder(await folderInMemory());
    folder = join(dataDir, 'postgres');
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map(server => server.stop()));
    await untilNoProcessIsLeft();
    await rm(dataDir, { recursive: true });
  });

  async function start(): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, log });
    started.push(server);
    return server;
  }

  async function startExisting(): Promise<EmbeddedPostgres> {
    // The copy has the same owner, since under root the server runs as another user.
    execFileSync('cp', ['-a', `${stopped}/.`, dataDir]);
    return start();
  }

  async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query(statement);
      return rows;
    } finally {
      await client.end();
    }
  }

  /** On a busy machine the server's processes may end shortly after `stop` returns. */
  const untilNoProcessIsLeft = () =>
    vi.waitFor(async () => expect(await postgresProcessesIn(folder)).toEqual([]), {
      timeout: 30_000,
      interval: 50,
    });

  const postmasterPid = async () =>
    Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);

  test('runs with durable settings, UTF-8 and UTC, and does not expose its password', async () => {
    const { url } = await start();
    const settings = await query(
      url,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
       'TimeZone', 'server_encoding', 'listen_addresses', 'password_encryption') order by lower(name)`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      password_encryption: 'scram-sha-256',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
      TimeZone: 'UTC',
    });
    expect(await query(url, `select current_database() as name, lower('ÁÑ') as folded`)).toEqual([
      { name: 'minga', folded: 'áñ' },
    ]);
    const file = join(dataDir, 'postgres.password');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { password } = new URL(url);
    expect(password).not.toBe((await readFile(file, 'utf8')).trim());
    expect(await readFile(join(folder, 'server.log'), 'utf8')).not.toContain(password);
    await expect(query(url.replace(password, 'wrong'), 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
  });

  test('data survives a stop and a start', async () => {
    const first = await startExisting();
    await query(first.url, 'create table saved as select 7 as n');
    await first.stop();
    await untilNoProcessIsLeft();
    const second = await start();
    expect(await query(second.url, 'select n from saved')).toEqual([{ n: 7 }]);
  });

  test('a killed server is restarted at the same URL with its committed data', async () => {
    const { url } = await startExisting();
    await query(url, 'create table saved as select 7 as n');
    process.kill(await postmasterPid(), 'SIGKILL');
    await vi.waitFor(async () => expect(await query(url, 'select n from saved')).toEqual([{ n: 7 }]), {
      timeout: 30_000,
      interval: 50,
    });
  });

  test('a stop during a restart leaves no process running', async () => {
    const { stop } = await startExisting();
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => postgresProcessesIn(folder)).not.toContain(pid);
    await stop();
  });

  test('two concurrent first starts share one server, which stops with the last of them', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(second.url).toBe(first.url);
    await first.stop();
    expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await second.stop();
    await untilNoProcessIsLeft();
  });

  test('of several concurrent stops exactly one stops the server', async () => {
    const all = [await startExisting(), ...(await Promise.all([start(), start(), start()]))];
    await Promise.all(all.map(server => server.stop()));
    await untilNoProcessIsLeft();
  });

  test('starts despite a stale postmaster.pid that is corrupt, empty or has the pid of another process', async () => {
    const other = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
    await startExisting();
    for (const content of ['no es un pid\n', '', `${other.pid}\n${folder}\n1\n25432\n`]) {
      await (await start()).stop();
      await writeFile(join(folder, 'postmaster.pid'), content);
      const { url } = await start();
      expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }]);
      await Promise.all(started.splice(0).map(server => server.stop()));
    }
    expect(other.kill()).toBe(true);
  });

  test('a running server whose postmaster.pid was corrupted is stopped and restarted', async () => {
    const { url } = await startExisting();
    await query(url, 'create table saved as select 7 as n');
    const before = await postmasterPid();
    await writeFile(join(folder, 'postmaster.pid'), 'no es un pid\n');
    const second = await start();
    expect(await query(second.url, 'select n from saved')).toEqual([{ n: 7 }]);
    expect(await postmasterPid()).not.toBe(before);
  });

  test('another major version, a missing password file and a wrong password are each reported in one sentence, and damage nothing', async () => {
    await (await startExisting()).stop();
    const version = join(folder, 'PG_VERSION');
    const passwordFile = join(dataDir, 'postgres.password');
    const password = await readFile(passwordFile, 'utf8');
    await writeFile(version, '17\n');
    await expect(start()).rejects.toThrow(/es de PostgreSQL 17/);
    await writeFile(version, '18\n');
    await rm(passwordFile);
    await expect(start()).rejects.toThrow(/Falta el archivo .*postgres\.password/);
    await writeFile(passwordFile, 'otra\n');
    await expect(start()).rejects.toThrow(/no acepta la contraseña de .*postgres\.password/);
    await writeFile(passwordFile, password);
    await start();
  });

  test('rejects a folder that contains other files, and does not change it', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'cartas.txt'), 'hola');
    await expect(start()).rejects.toThrow(/no está vacía y no contiene una base de datos de Minga/);
    expect(await readFile(join(folder, 'cartas.txt'), 'utf8')).toBe('hola');
  });

  test('in a folder that other accounts cannot enter, root gets a sentence that says what to do and an ordinary user can start', async () => {
    await chmod(dataDir, 0o700);
    if (process.getuid?.() === 0)
      await expect(start()).rejects.toThrow(/no puede entrar en .*: pon Minga y DATA_DIR/);
    else expect(await query((await start()).url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });
});

describe('embedded roles', () => {
  const log = createLog('silent');
  let dataDir = '';
  let server: EmbeddedPostgres;

  beforeEach(async () => {
    dataDir = await makeDataFolder(await folderInMemory());
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

  /** Changes the database to the state of an earlier release, in which all objects belonged to the superuser. */
  async function undoHandOver(): Promise<void> {
    await query(
      await urlOfSuperuser(),
      'ALTER DATABASE minga OWNER TO minga; DROP OWNED BY minga_app; DROP ROLE minga_app',
    );
  }

  /** Lists the objects that the superuser owns in the database, except PostgreSQL's own objects and those of extensions. */
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
});
