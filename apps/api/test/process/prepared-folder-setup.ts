import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { createLog } from '../../src/platform/log.ts';
import { folderInMemory, makeDataFolder } from '../data-folder.ts';
import { prepareDatabase } from '../database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with a stopped database, which has every table and no row. */
    preparedFolder: string;
  }
}

/** Making a data folder takes seconds, copying it does not. */
export default async function setUp({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const root = vitest.getRootProject();
  // For another project of the run.
  if ('preparedFolder' in root.getProvidedContext()) return undefined;
  const dataDir = await makeDataFolder(await folderInMemory());
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await prepareDatabase(server.url);
  await server.stop();
  root.provide('preparedFolder', dataDir);
  return () => rm(dataDir, { recursive: true });
}
