import { createHash } from 'node:crypto';
import type { Database, Executor } from '../../platform/database/connection.ts';
import { rateLimited } from '../../platform/errors.ts';
import { FREE_FAILURES } from './rules.ts';
import { deleteFailures, findLockEnd, insertFailure } from './sign-in-failure-repository.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/**
 * Counts an attempt as failed before its password is checked. Throws 429 while the key is locked, which does not extend
 * the lock. `key` is the e-mail of a sign-in, or the account of a reauthentication. `factor` multiplies the free
 * attempts; 0 disables the guard (CONTRACT.md section 2).
 */
export async function claimSignInAttempt(
  db: Database,
  key: string,
  now: Date,
  factor: number,
): Promise<void> {
  if (factor === 0) return;
  const keyHash = hashOf(key);
  const free = Math.max(1, Math.floor(FREE_FAILURES * factor));
  if (await insertFailure(db, keyHash, now, free)) return;
  const lockEnd = await findLockEnd(db, keyHash);
  throw rateLimited(Math.max(1, ((lockEnd?.getTime() ?? 0) - now.getTime()) / 1000));
}

/** Clears earlier failures after the right password. */
export const clearSignInFailures = (db: Executor, key: string): Promise<void> =>
  deleteFailures(db, hashOf(key));
