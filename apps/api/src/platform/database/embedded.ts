import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { type Cluster, prepareCluster } from './embedded-cluster.ts';
import { findServer, freePort, startServer, stopServer } from './embedded-server.ts';
import { applicationUrl, openSupervisor, releaseUsageLock } from './embedded-supervisor.ts';
import { StartProblem } from './start-problem.ts';

const POLL_INTERVAL_MS = 100;
const RESTART_INTERVAL_MS = 500;
const START_TIMEOUT_MS = 90_000;
/**
 * A server starts or stops within this time; processes that remain have lost their `postmaster.pid` and are stopped.
 */
const TRANSITION_TIMEOUT_MS = 2_000;
/** A slower shutdown still completes, but nothing waits for it. */
const STOP_TIMEOUT_SECONDS = 2;

export interface EmbeddedPostgres {
  /** URL of the database `minga`, for a role that is not a superuser. It does not change when the server is restarted. */
  readonly url: string;
  /** Stops the server, unless another process of Minga uses it; the last of them stops it. */
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
    // A running server may be the one that this loop has just started: it is joined, so that the caller stops it.
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

// Not events.once(), which rejects on the 'error' event that precedes 'end'.
function untilEnded(client: pg.Client): Promise<void> {
  return new Promise(resolve => client.once('end', () => resolve()));
}

/** PostgreSQL's fast shutdown. */
function sendInterrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // The process has already ended.
  }
}
