import { rm } from 'node:fs/promises';
import { PgBoss } from 'pg-boss';
import { applicationUrl, openSupervisor } from '../src/platform/database/embedded.ts';
import { APPLICATION_ROLE, prepareCluster } from '../src/platform/database/embedded-cluster.ts';
import { freePort, startServer, stopServer } from '../src/platform/database/embedded-server.ts';
import { applyMigrations } from '../src/platform/database/migrations.ts';
import { folderInMemory, makeDataFolder, removeStaleFolders } from './data-folder.ts';

/**
 * Nothing in these databases has to survive a crash. Without autovacuum: its workers are the superuser's, so that the
 * application's role could not end them, and a database that one of them visits could not be dropped.
 */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];

const STOP_SECONDS = 10;

export interface DatabaseServer {
  /** A migrated database without connections, with the tables of the job queue: the template of others. */
  readonly templateUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts the product's PostgreSQL on an empty folder; removed at the end. The product's role may create databases in it.
 */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  await removeStaleFolders();
  const dataDir = await makeDataFolder(await folderInMemory());
  const cluster = await prepareCluster(dataDir);
  let port = await freePort();
  while (!(await startServer(cluster, port, SETTINGS))) port = await freePort();
  const supervisor = await openSupervisor(cluster, port);
  await supervisor.query(`ALTER ROLE ${APPLICATION_ROLE} CREATEDB`);
  await supervisor.end();
  const templateUrl = applicationUrl(cluster, port);
  await prepareDatabase(templateUrl);
  return {
    templateUrl,
    async stop() {
      await stopServer(cluster, STOP_SECONDS);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Creates every table that a first start of the product creates. */
export async function prepareDatabase(url: string): Promise<void> {
  await applyMigrations(url);
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop();
}
