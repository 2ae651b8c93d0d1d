import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
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
  await applyMigrations(server.url);
  project.provide('templateUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
