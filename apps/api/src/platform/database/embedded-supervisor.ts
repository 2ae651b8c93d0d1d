import pg from 'pg';
import type { Cluster } from './embedded-cluster.ts';
import {
  APPLICATION_ROLE,
  applicationPassword,
  ensureApplicationRole,
  handOverDatabase,
  SUPERUSER,
} from './embedded-roles.ts';
import { diskFull, StartProblem } from './start-problem.ts';

const DATABASE_NAME = 'minga';
const CONNECT_TIMEOUT_MS = 5_000;
/** Any numbers work, as long as they never change. */
const USAGE_LOCK = 20_261_121;
const PREPARATION_LOCK = 20_261_123;

const WRONG_PASSWORD = '28P01';
const DISK_FULL = '53100';

/** The application's connection. */
export const applicationUrl = (cluster: Cluster, port: number): string =>
  urlOf(APPLICATION_ROLE, applicationPassword(cluster.password), port, DATABASE_NAME);

/** The superuser's connection, to prepare the server. */
export const superuserUrl = (cluster: Cluster, port: number, database = DATABASE_NAME): string =>
  urlOf(SUPERUSER, cluster.password, port, database);

/** Complete, so that no PG… variable of the environment changes the connection. */
const urlOf = (role: string, password: string, port: number, database: string) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;

/**
 * Opens the connection that each process of Minga holds while it uses the server. It holds a shared lock, so that the
 * last process to stop can be determined, and its 'end' event reports immediately that the server has stopped. Rejects
 * if the server is not running (yet); with a StartProblem if a retry is useless.
 */
export async function openSupervisor(cluster: Cluster, port: number): Promise<pg.Client> {
  const client = createClient(superuserUrl(cluster, port, 'postgres'));
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if (rows[0]?.data_directory !== cluster.folder) throw new Error('another server answers on this port');
    // Blocks while another process stops the server; the stop then ends this connection.
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
export async function releaseUsageLock(supervisor: pg.Client): Promise<boolean> {
  try {
    // Unlocked before the exclusive lock is tried: if two processes stop concurrently, exactly one gets it.
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

/** Creates what is missing: the application's role and its database, or its ownership of an earlier release's. */
async function prepareDatabase(supervisor: pg.Client, cluster: Cluster, port: number): Promise<void> {
  // A session lock: concurrent first starts take turns, and a failure ends the connection that holds it.
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
