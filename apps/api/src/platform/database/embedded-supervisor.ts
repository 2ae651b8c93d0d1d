import pg from 'pg';
import { CLUSTER_USER, type Cluster } from './embedded-cluster.ts';
import { diskFull, StartProblem } from './start-problem.ts';

const DATABASE_NAME = 'minga';
const CONNECT_TIMEOUT_MS = 5_000;
/** Any number works, as long as it never changes. */
const USAGE_LOCK = 20_261_121;

const WRONG_PASSWORD = '28P01';
const DISK_FULL = '53100';
const DATABASE_EXISTS = new Set(['42P04', '23505']);

/** Complete, so that no PG… variable of the environment changes the connection. */
export function clusterUrl(cluster: Cluster, port: number, database = DATABASE_NAME): string {
  return `postgres://${CLUSTER_USER}:${cluster.password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/**
 * Opens the connection that each process of Minga holds while it uses the server. It holds a shared lock, so that the
 * last process to stop can be determined, and its 'end' event reports immediately that the server has stopped. Rejects
 * if the server is not running (yet); with a StartProblem if a retry is useless.
 */
export async function openSupervisor(cluster: Cluster, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: clusterUrl(cluster, port, 'postgres'),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'minga keeper',
    keepAlive: true,
  });
  // The 'end' event is enough; without a listener, an 'error' event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if (rows[0]?.data_directory !== cluster.folder) throw new Error('another server answers on this port');
    // Blocks while another process stops the server; the stop then ends this connection.
    await client.query('SELECT pg_advisory_lock_shared($1)', [USAGE_LOCK]);
    await ensureDatabase(client);
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

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
  if (rowCount !== 0) return;
  await client.query(`CREATE DATABASE ${DATABASE_NAME}`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || !DATABASE_EXISTS.has(error.code ?? '')) throw error;
  });
}

function explain(error: unknown, cluster: Cluster): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === DISK_FULL) return diskFull(cluster.folder);
  if (error.code !== WRONG_PASSWORD) return error;
  return new StartProblem(
    `La base de datos de ${cluster.folder} no acepta la contraseña de ${cluster.passwordFile}: recupera ese archivo de una copia de seguridad.`,
  );
}
