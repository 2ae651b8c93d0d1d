import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log.ts';
import {
  APPLICATION_ROLE,
  applicationPassword,
  type Cluster,
  ensureApplicationRole,
  handOverDatabase,
  prepareCluster,
  SUPERUSER,
} from './embedded-cluster.ts';
import { findServer, freePort, startServer, stopServer } from './embedded-server.ts';
import { diskFull, StartProblem } from './start-problem.ts';

const DATABASE_NAME = 'minga';
const CONNECT_TIMEOUT_MS = 5_000;
/** The keys of the advisory locks. Any numbers work, as long as they never change. */
const USAGE_LOCK = 20_261_121;
const PREPARATION_LOCK = 20_261_123;

const WRONG_PASSWORD = '28P01';
const DISK_FULL = '53100';

/** The URL of the application's connection. */
export const applicationUrl = (cluster: Cluster, port: number): string =>
  urlOf(APPLICATION_ROLE, applicationPassword(cluster.password), port, DATABASE_NAME);

/** The URL of the superuser's connection, which prepares the server. */
export const superuserUrl = (cluster: Cluster, port: number, database = DATABASE_NAME): string =>
  urlOf(SUPERUSER, cluster.password, port, database);

/** The URL has all parts, so that no PG… variable of the environment changes the connection. */
const urlOf = (role: string, password: string, port: number, database: string) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;

/**
 * Opens the connection that each process of Minga holds while it uses the server. It holds a shared lock, so that the
 * last process to stop can be determined, and its 'end' event reports immediately that the server has stopped. Throws a
 * StartProblem if a retry is useless, and another error if the server is not running (yet).
 */
export async function openSupervisor(cluster: Cluster, port: number): Promise<pg.Client> {
  const client = createClient(superuserUrl(cluster, port, 'postgres'));
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if (rows[0]?.data_directory !== cluster.folder) throw new Error('another server answers on this port');
    // The lock blocks while another process stops the server; the stop then ends this connection.
    await client.query('SELECT pg_advisory_lock_shared($1)', [USAGE_LOCK]);
    await prepareDatabase(client, cluster, port);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explain(error, cluster);
  }
}

/**
 * Releases the shared lock. Returns true if no other process uses the server, and then blocks new ones from joining.
 */
async function releaseUsageLock(supervisor: pg.Client): Promise<boolean> {
  try {
    // The shared lock is released before the exclusive lock is tried: if two processes stop concurrently, exactly one gets it.
    await supervisor.query('SELECT pg_advisory_unlock_shared($1)', [USAGE_LOCK]);
    const { rows } = await supervisor.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [
      USAGE_LOCK,
    ]);
    return rows[0]?.last ?? false;
  } catch {
    return false;
  }
}

function createClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'minga supervisor',
    keepAlive: true,
  });
  // The 'end' event is enough; without a listener, an 'error' event would end the process.
  client.on('error', () => undefined);
  return client;
}

/** Creates the application's role and database if they are missing, and makes the role the owner of an earlier release's database. */
async function prepareDatabase(supervisor: pg.Client, cluster: Cluster, port: number): Promise<void> {
  // This session lock serialises concurrent first starts. A failure ends the connection that holds it.
  await supervisor.query('SELECT pg_advisory_lock($1)', [PREPARATION_LOCK]);
  await ensureApplicationRole(supervisor, cluster.password);
  const { rowCount } = await supervisor.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
  if (rowCount === 0) await supervisor.query(`CREATE DATABASE ${DATABASE_NAME} OWNER ${APPLICATION_ROLE}`);
  const client = createClient(superuserUrl(cluster, port));
  try {
    await client.connect();
    await handOverDatabase(client);
  } finally {
    await client.end();
  }
  await supervisor.query('SELECT pg_advisory_unlock($1)', [PREPARATION_LOCK]);
}

function explain(error: unknown, cluster: Cluster): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === DISK_FULL) return diskFull(cluster.folder);
  if (error.code !== WRONG_PASSWORD) return error;
  return new StartProblem(
    `La base de datos de ${cluster.folder} no acepta la contraseña de ${cluster.passwordFile}: recupera ese archivo de una copia de seguridad.`,
  );
}

const POLL_INTERVAL_MS = 100;
const RESTART_INTERVAL_MS = 500;
const START_TIMEOUT_MS = 90_000;
/**
 * The time within which a server starts or stops. Processes that remain have lost their `postmaster.pid` and are stopped.
 */
const TRANSITION_TIMEOUT_MS = 2_000;
/** The time that the process waits for the server to stop. A slower shutdown completes after that. */
const STOP_TIMEOUT_SECONDS = 2;

export interface EmbeddedPostgres {
  /** The URL of the database `minga`, for a role that is not a superuser. It does not change when the server is restarted. */
  readonly url: string;
  /** Stops the server, unless another process of Minga uses it; the last process stops it. */
  stop(): Promise<void>;
}

interface JoinedServer {
  readonly port: number;
  readonly supervisor: pg.Client;
}

/**
 * Starts PostgreSQL in `dataDir`, or joins the server that already runs there (left by a Minga that was killed, or in
 * use by another one), and restarts it whenever it stops. Throws a StartProblem if that is not possible.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const cluster = await prepareCluster(options.dataDir);
  const shutdown = new AbortController();
  const { port, supervisor: firstSupervisor } = await joinOrStartServer(cluster, null, shutdown.signal);
  let supervisor: pg.Client | null = firstSupervisor;
  let stopping: Promise<void> | null = null;
  const supervising = supervise();

  async function supervise(): Promise<void> {
    while (!shutdown.signal.aborted) {
      if (supervisor === null) supervisor = await restart();
      else {
        await untilEnded(supervisor);
        supervisor = null;
        if (!shutdown.signal.aborted) log.warn('the embedded database stopped unexpectedly');
      }
    }
  }

  async function restart(): Promise<pg.Client | null> {
    try {
      const joined = await joinOrStartServer(cluster, port, shutdown.signal);
      log.info('the embedded database was restarted');
      return joined.supervisor;
    } catch (error) {
      if (shutdown.signal.aborted) return null;
      log.error({ err: error }, 'the embedded database cannot be restarted');
      await wait(RESTART_INTERVAL_MS);
      return null;
    }
  }

  async function stop(): Promise<void> {
    shutdown.abort();
    if (supervisor === null) await supervising;
    if (supervisor !== null && (await releaseUsageLock(supervisor)))
      await stopServer(cluster, STOP_TIMEOUT_SECONDS);
    await supervisor?.end().catch(() => undefined);
    await supervising;
  }

  return {
    url: applicationUrl(cluster, port),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Joins the running server or starts one (on `fixedPort`, if given), and retries until it succeeds or a retry is
 * useless.
 */
async function joinOrStartServer(
  cluster: Cluster,
  fixedPort: number | null,
  shutdown: AbortSignal,
): Promise<JoinedServer> {
  const start = Date.now();
  let transitionStart: number | null = null;
  let lastError: unknown = null;
  while (Date.now() - start < START_TIMEOUT_MS) {
    const server = await findServer(cluster);
    // A running server is joined even during a shutdown, since this loop may have started it, and the caller then stops it.
    if (server.state !== 'running') shutdown.throwIfAborted();
    if (server.state === 'running') {
      const joined = await joinServer(cluster, server.port, fixedPort).catch(error => {
        if (error instanceof StartProblem) throw error;
        lastError = error;
        return null;
      });
      if (joined !== null) return joined;
    } else if (server.state === 'none') {
      if (await startServer(cluster, fixedPort ?? (await freePort()))) continue;
    } else {
      transitionStart ??= Date.now();
      if (Date.now() - transitionStart > TRANSITION_TIMEOUT_MS) server.pids.forEach(sendInterrupt);
    }
    if (server.state !== 'transitional') transitionStart = null;
    await wait(POLL_INTERVAL_MS);
  }
  throw new StartProblem(
    `La base de datos de ${cluster.folder} no responde${lastError instanceof Error ? ` (${lastError.message})` : ''}: mira ${cluster.folder}/server.log.`,
  );
}

async function joinServer(cluster: Cluster, port: number, fixedPort: number | null): Promise<JoinedServer> {
  // The pools of this process use a fixed port; another process may have restarted the server on another one.
  if (fixedPort !== null && port !== fixedPort)
    throw new Error(`the server is on port ${port}, not ${fixedPort}`);
  return { port, supervisor: await openSupervisor(cluster, port) };
}

// events.once() cannot be used, since it rejects on the 'error' event that precedes 'end'.
function untilEnded(client: pg.Client): Promise<void> {
  return new Promise(resolve => client.once('end', () => resolve()));
}

/** Sends the signal for PostgreSQL's fast shutdown. */
function sendInterrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // The process has already ended.
  }
}
