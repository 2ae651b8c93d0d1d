import { createHash } from 'node:crypto';
import type { Database, Executor } from '../../platform/database/connection.ts';
import { rateLimited } from '../../platform/errors.ts';
import { freeFailures } from './rules.ts';
import { deleteFailures, findLockEnd, insertFailure } from './sign-in-failure-repository.ts';

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/**
 * Counts an attempt as failed before its password is checked. Throws 429 while the key is locked, which does not extend
 * the lock. `key` is the e-mail of a sign-in, or the account of a reauthentication. `factor` multiplies the free
 * attempts; 0 disables the guard (CONTRACT.md section 2). Returns the failures so far, this one included; 0 if disabled.
 */
export async function claimSignInAttempt(
  db: Database,
  key: string,
  now: Date,
  factor: number,
): Promise<number> {
  if (factor === 0) return 0;
  const keyHash = hashOf(key);
  const failures = await insertFailure(db, keyHash, now, freeFailures(factor));
  if (failures !== null) return failures;
  const lockEnd = await findLockEnd(db, keyHash);
  throw rateLimited(Math.max(1, ((lockEnd?.getTime() ?? 0) - now.getTime()) / 1000));
}

/** Clears earlier failures after the right password. */
export const clearSignInFailures = (db: Executor, key: string): Promise<void> =>
  deleteFailures(db, hashOf(key));
