import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareCluster } from '../src/platform/database/embedded-cluster.ts';
import { APPLICATION_ROLE } from '../src/platform/database/embedded-roles.ts';
import { superuserUrl } from '../src/platform/database/embedded-supervisor.ts';
import { applyMigrations } from '../src/platform/database/migrations.ts';
import { createLog } from '../src/platform/log.ts';
import { makeDataFolder, removeStaleFolders } from './data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database without connections: the template of the test files' databases. */
    templateUrl: string;
  }
}

/** Starts the product's embedded PostgreSQL on an empty folder for the whole run; removed at the end. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeStaleFolders();
  const dataDir = await makeDataFolder();
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await allowTestDatabases(dataDir, server.url);
  await applyMigrations(server.url);
  project.provide('templateUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * The tests run as the product's role, which additionally may create and drop their databases. Without autovacuum: its
 * workers are the superuser's, so that role could not end them, and a database that one of them visits would stay.
 */
async function allowTestDatabases(dataDir: string, url: string): Promise<void> {
  const cluster = await prepareCluster(dataDir);
  const client = new pg.Client({ connectionString: superuserUrl(cluster, Number(new URL(url).port)) });
  await client.connect();
  await client.query(`ALTER ROLE ${APPLICATION_ROLE} CREATEDB`);
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
