import type { Settings } from '../../settings.ts';
import type { Logger } from '../log.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { checkSession } from './pooler.ts';

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
