import pg from 'pg';
import type { Settings } from '../../settings.ts';
import type { Logger } from '../log.ts';
import { SESSION_TIMEOUTS } from './connection.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { connectionProblem, StartProblem } from './start-problem.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 5_000;
const PID = 'select pg_backend_pid() as pid';

/**
 * Throws a StartProblem if the database cannot be reached, or if it is behind a pooler (PgBouncer) that does not give each connection a
 * session of its own. Such a pooler loses LISTEN, and returns a session with a lock to its pool, where the next start waits for that
 * lock. To be called before the first lock.
 */
export async function checkSession(url: string): Promise<void> {
  const [client, other] = [newClient(url), newClient(url)];
  try {
    await connect(client, url);
    const before = await serverProcess(client, url);
    // PostgreSQL announces its process at the start of the connection; a pooler announces a number of its own.
    if (before === announcedProcess(client)) return;
    await connect(other, url);
    // The transaction occupies the server connection that the first client used, unless that client has it for itself.
    await other.query('begin').catch(error => {
      throw poolingProblem(error, url);
    });
    await other.query(PID);
    if ((await serverProcess(client, url)) !== before) throw sharedSession(url);
  } finally {
    await Promise.all([client, other].map(each => each.end().catch(() => undefined)));
  }
}

function newClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'minga start',
    ...SESSION_TIMEOUTS,
  });
  client.on('error', () => undefined);
  return client;
}

async function connect(client: pg.Client, url: string): Promise<void> {
  await client.connect().catch(error => {
    throw poolingProblem(error, url);
  });
}

async function serverProcess(client: pg.Client, url: string): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(PID).catch(error => {
    throw poolingProblem(error, url);
  });
  return rows[0]?.pid;
}

/** The process id that the server has announced. The types of pg do not declare this property. */
const announcedProcess = (client: pg.Client): unknown => Reflect.get(client, 'processID');

/** Explains an error of PgBouncer, which has one code for all of its errors, or of the connection. */
function poolingProblem(error: unknown, url: string): StartProblem {
  const message = error instanceof Error ? error.message : '';
  if (/statement pooling mode/.test(message)) return sharedSession(url);
  if (!/unsupported startup parameter/.test(message)) return connectionProblem(error, url);
  return new StartProblem(
    `El PgBouncer de ${new URL(url).host} no acepta los ajustes con que Minga se conecta: agrega a su configuración «ignore_startup_parameters = ${Object.keys(SESSION_TIMEOUTS).join(',')}» y «pool_mode = session», o pon en DATABASE_URL la dirección directa de PostgreSQL.`,
  );
}

const sharedSession = (url: string) =>
  new StartProblem(
    `El PgBouncer de ${new URL(url).host} reparte sus conexiones por transacciones (pool_mode), y Minga necesita sesiones propias para sus avisos y candados: ponle «pool_mode = session», o pon en DATABASE_URL la dirección directa de PostgreSQL.`,
  );

export interface DatabaseServer {
  readonly url: string;
  /** Stops the embedded server; an external one keeps running. */
  stop(): Promise<void>;
}

/**
 * Returns the PostgreSQL of DATABASE_URL, or starts the embedded one. Callers use only its URL. Throws a StartProblem if the
 * external one cannot be reached or shares its sessions.
 */
export async function openDatabaseServer(settings: Settings, log: Logger): Promise<DatabaseServer> {
  if (settings.databaseUrl === null) return startEmbeddedPostgres({ dataDir: settings.dataDir, log });
  await checkSession(settings.databaseUrl);
  return { url: settings.databaseUrl, stop: async () => undefined };
}
