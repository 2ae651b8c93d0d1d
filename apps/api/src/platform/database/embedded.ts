import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { type Cluster, prepareCluster } from './embedded-cluster.ts';
import { findServer, freePort, startServer, stopServer } from './embedded-server.ts';
import { clusterUrl, openSupervisor, releaseUsageLock } from './embedded-supervisor.ts';
import { StartProblem } from './start-problem.ts';

const LOOK_AGAIN_MS = 100;
const RESTART_AGAIN_MS = 500;
const PATIENCE_MS = 90_000;
/** A server that comes or goes has done so by then; what is left has lost its `postmaster.pid` and is told to go. */
const UNSETTLED_MS = 2_000;
/** It ends all the same when that takes longer; then nobody waits for it. */
const STOP_SECONDS = 2;

export interface EmbeddedPostgres {
  /** Of the database `minga`. It stays the same when the server has to be started again. */
  readonly url: string;
  /** Ends the server, unless another process of Minga uses it too; then that one will. */
  stop(): Promise<void>;
}

interface Held {
  readonly port: number;
  readonly keeper: pg.Client;
}

/**
 * Starts PostgreSQL in `dataDir`, or joins the server that runs there already (orphaned when its Minga was killed, or
 * in use by another one), and starts it again whenever it goes down. Throws a StartProblem when it cannot be had.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const cluster = await prepareCluster(options.dataDir);
  const leaving = new AbortController();
  const { port, keeper: firstKeeper } = await holdServer(cluster, null, leaving.signal);
  let keeper: pg.Client | null = firstKeeper;
  let stopping: Promise<void> | null = null;
  const guarding = guard();

  async function guard(): Promise<void> {
    while (!leaving.signal.aborted) {
      if (keeper === null) keeper = await regain();
      else {
        await untilEnded(keeper);
        keeper = null;
        if (!leaving.signal.aborted) log.warn('the embedded database went away');
      }
    }
  }

  async function regain(): Promise<pg.Client | null> {
    try {
      const held = await holdServer(cluster, port, leaving.signal);
      log.info('the embedded database is back');
      return held.keeper;
    } catch (error) {
      if (leaving.signal.aborted) return null;
      log.error({ err: error }, 'the embedded database does not come back');
      await wait(RESTART_AGAIN_MS);
      return null;
    }
  }

  async function stop(): Promise<void> {
    leaving.abort();
    if (keeper === null) await guarding;
    if (keeper !== null && (await releaseUsageLock(keeper))) await stopServer(cluster, STOP_SECONDS);
    await keeper?.end().catch(() => undefined);
    await guarding;
  }

  return {
    url: clusterUrl(cluster, port),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Joins or starts the server, on `fixedPort` if there is one, and tries until it is there or cannot be. */
async function holdServer(cluster: Cluster, fixedPort: number | null, leaving: AbortSignal): Promise<Held> {
  const start = Date.now();
  let unsettledSince: number | null = null;
  let obstacle: unknown = null;
  while (Date.now() - start < PATIENCE_MS) {
    const found = await findServer(cluster);
    // Not while one runs: it may be the one that was started a moment ago, and has to be stopped by the caller.
    if (found.state !== 'running') leaving.throwIfAborted();
    if (found.state === 'running') {
      const held = await join(cluster, found.port, fixedPort).catch(error => {
        if (error instanceof StartProblem) throw error;
        obstacle = error;
        return null;
      });
      if (held !== null) return held;
    } else if (found.state === 'none') {
      if (await startServer(cluster, fixedPort ?? (await freePort()))) continue;
    } else {
      unsettledSince ??= Date.now();
      if (Date.now() - unsettledSince > UNSETTLED_MS) found.pids.forEach(askToEnd);
    }
    if (found.state !== 'unsettled') unsettledSince = null;
    await wait(LOOK_AGAIN_MS);
  }
  throw new StartProblem(
    `La base de datos de ${cluster.folder} no responde${obstacle instanceof Error ? ` (${obstacle.message})` : ''}: mira ${cluster.folder}/server.log.`,
  );
}

async function join(cluster: Cluster, port: number, fixedPort: number | null): Promise<Held> {
  // Every pool of this process knows the one port; another process may have started the server on another.
  if (fixedPort !== null && port !== fixedPort)
    throw new Error(`the server is on port ${port}, not ${fixedPort}`);
  return { port, keeper: await openSupervisor(cluster, port) };
}

// Not events.once(): that would reject on the 'error' which comes before the 'end'.
function untilEnded(keeper: pg.Client): Promise<void> {
  return new Promise(resolve => keeper.once('end', () => resolve()));
}

/** SIGINT is PostgreSQL's orderly, fast stop. */
function askToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has ended by itself.
  }
}
