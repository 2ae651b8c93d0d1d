import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/api/src/platform/database/embedded.ts';
import { createLog } from '../../apps/api/src/platform/log.ts';
import { onInterrupt } from '../../scripts/on-interrupt.ts';

/** Runs `measure` on an empty PostgreSQL of its own, whose files are in `folder`, and removes it afterwards. */
export async function withPostgres(
  measure: (databaseUrl: string, folder: string) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'minga-load-'));
  // Under root the embedded PostgreSQL runs as another user, which needs access to the folder.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  const remove = async () => {
    unregister();
    await postgres.stop();
    // PostgreSQL may still be writing its last files.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  };
  const unregister = onInterrupt(remove);
  try {
    await measure(postgres.url, join(dataDir, 'postgres'));
  } finally {
    await remove();
  }
}
