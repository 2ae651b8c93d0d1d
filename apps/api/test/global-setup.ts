import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { applyMigrations } from '../src/platform/database/migrations.ts';
import { createLog } from '../src/platform/log.ts';
import { makeDataFolder, removeStaleFolders } from './data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that nobody connects to: the template of every test file's own. */
    templateUrl: string;
  }
}

/** One server for the whole run, the product's own embedded one on an empty folder; removed at the end. */
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
