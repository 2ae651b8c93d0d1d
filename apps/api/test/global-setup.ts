import type { TestProject } from 'vitest/node';
import { startDatabaseServer } from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The template of the test files' databases. */
    templateUrl: string;
  }
}

/** Starts the server of the test files' databases for the whole run, once for all projects. */
export default async function setUp({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const root = vitest.getRootProject();
  if ('templateUrl' in root.getProvidedContext()) return undefined;
  const { templateUrl, stop } = await startDatabaseServer();
  root.provide('templateUrl', templateUrl);
  return stop;
}
