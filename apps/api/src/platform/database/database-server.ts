import type { Settings } from '../../settings.ts';
import type { Logger } from '../log.ts';
import { startEmbeddedPostgres } from './embedded.ts';

export interface DatabaseServer {
  readonly url: string;
  /** Ends what was started for us; an external server is left alone. */
  stop(): Promise<void>;
}

/** The PostgreSQL that the settings name, or the embedded one. From its address on, nothing tells them apart. */
export async function openDatabaseServer(settings: Settings, log: Logger): Promise<DatabaseServer> {
  if (settings.databaseUrl === null) return startEmbeddedPostgres({ dataDir: settings.dataDir, log });
  return { url: settings.databaseUrl, stop: async () => undefined };
}
