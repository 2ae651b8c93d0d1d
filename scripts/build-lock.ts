import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 250;
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process runs work under the lock of `file`. SQLite locks the file through the operating system, which
 * releases the lock when the process ends, however it ends: a killed build leaves nothing that would block the next one.
 */
export async function withBuildLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const database = new DatabaseSync(file);
  try {
    for (let isFirst = true; !tryLock(database); isFirst = false) {
      if (isFirst) console.log('Esperando a que termine otra construcción…');
      await sleep(POLL_MS);
    }
    return await work();
  } finally {
    database.close();
  }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
