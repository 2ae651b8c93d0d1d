import pg from 'pg';
import { CLUSTER_USER, type Cluster } from './embedded-cluster.ts';
import { diskFull, StartProblem } from './start-problem.ts';

/** The product's database on the embedded server. */
const DATABASE_NAME = 'minga';
const CONNECT_TIMEOUT_MS = 5_000;
/** Any number will do, as long as it never changes. */
const USAGE_LOCK = 20_261_121;

const WRONG_PASSWORD = '28P01';
const DISK_FULL = '53100';
const DATABASE_EXISTS = new Set(['42P04', '23505']);

/** Where a database of the cluster is reached; nothing of the machine's PG… variables has a say in it. */
export function clusterUrl(cluster: Cluster, port: number, database = DATABASE_NAME): string {
  return `postgres://${CLUSTER_USER}:${cluster.password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}

/**
 * The connection that a process of Minga keeps for as long as it uses the server. It holds a lock in common with the
 * other processes, so that the last one to go is known; and its end tells at once that the server is gone.
 * Rejects when the server is not (yet) there; with a StartProblem when trying again is useless.
 */
export async function openSupervisor(cluster: Cluster, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: clusterUrl(cluster, port, 'postgres'),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'minga keeper',
    keepAlive: true,
  });
  // A broken connection is known by its 'end'; without a listener its 'error' would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if (rows[0]?.data_directory !== cluster.folder) throw new Error('another server answers on this port');
    // Waits for a process that is about to stop the server; then the server goes, and with it this connection.
    await client.query('SELECT pg_advisory_lock_shared($1)', [USAGE_LOCK]);
    await ensureDatabase(client);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explain(error, cluster);
  }
}

/** Gives up the common lock. Was this the last process that used the server? If so, nobody else gets in any more. */
export async function releaseUsageLock(keeper: pg.Client): Promise<boolean> {
  try {
    // First let go, then try: of two that leave at the same time exactly one is the last.
    await keeper.query('SELECT pg_advisory_unlock_shared($1)', [USAGE_LOCK]);
    const { rows } = await keeper.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [
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
