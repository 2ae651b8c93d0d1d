import { join } from 'node:path';
import { applicationUrl, openSupervisor } from '../../apps/api/src/platform/database/embedded.ts';
import { prepareCluster } from '../../apps/api/src/platform/database/embedded-cluster.ts';
import {
  findServer,
  freePort,
  postgresProcessesIn,
  startServer,
  stopServer,
} from '../../apps/api/src/platform/database/embedded-server.ts';
import { signalIfRunning } from './sandbox.ts';

const STOP_SECONDS = 20;

/** A PostgreSQL that the product treats as external: it does not supervise it. */
export interface Postgres {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Suspends every process: connections stay open, and no query is answered. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

export async function startPostgres(folder: string): Promise<Postgres> {
  const cluster = await prepareCluster(folder);
  const port = await freePort();
  const start = async () => {
    if (!(await startServer(cluster, port))) throw new Error('PostgreSQL did not start');
  };
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const pid of await postgresProcessesIn(join(folder, 'postgres'))) signalIfRunning(pid, signal);
  };
  await start();
  // The supervisor creates the database.
  await (await openSupervisor(cluster, port)).end();
  return {
    url: applicationUrl(cluster, port),
    start,
    stop: () => stopServer(cluster, STOP_SECONDS),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
}

/** The current address of a folder's embedded database. */
export async function embeddedUrl(folder: string): Promise<string> {
  const cluster = await prepareCluster(folder);
  const found = await findServer(cluster);
  if (found.state !== 'running') throw new Error(`the database of ${folder} is ${found.state}`);
  return applicationUrl(cluster, found.port);
}
