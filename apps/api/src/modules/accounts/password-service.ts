import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database, Executor } from '../../platform/database/connection.ts';
import { invalid, rateLimited } from '../../platform/errors.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { deleteFailures, findLockEnd, insertFailure, type UserRow } from './repository.ts';
import { adminPasswordProblem, freeFailures } from './rules.ts';

// OWASP's second recommended setting: 19 MiB, two passes. Each hash contains its setting, so that it can be raised later.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

// A hash takes 19 MiB and about 30 ms of a core: more concurrent hashes would only delay each other.
const MAX_CONCURRENT = 2;
const MAX_QUEUED = 200;

const argon2id = promisify(argon2).bind(null, 'argon2id');

const semaphore = createSemaphore(MAX_CONCURRENT, MAX_QUEUED);

const derive = (password: string, nonce: Buffer, memory: number, passes: number) =>
  semaphore.run(() =>
    argon2id({
      message: Buffer.from(password.normalize('NFC')),
      nonce,
      memory,
      passes,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    }),
  );

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Hashes with Argon2id, in the PHC string format `$argon2id$v=19$m=…,t=…,p=1$salt$tag`. Uses the salt and cost of `earlierHash`, if
 * given, so that the same password has the same hash.
 */
export async function hashPassword(password: string, earlierHash: string | null = null): Promise<string> {
  const [, memory = MEMORY_KIB, passes = PASSES, earlierSalt] = PHC.exec(earlierHash ?? '') ?? [];
  const salt = earlierSalt === undefined ? randomBytes(SALT_BYTES) : Buffer.from(earlierSalt, 'base64');
  const tag = await derive(password, salt, Number(memory), Number(passes));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${LANES}$${base64(salt)}$${base64(tag)}`;
}

/** Does the same work if there is no hash (no account), so that the duration reveals nothing. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, salt, tag] = PHC.exec(hash ?? '') ?? [];
  if (memory === undefined || passes === undefined || salt === undefined || tag === undefined) {
    await derive(password, randomBytes(SALT_BYTES), MEMORY_KIB, PASSES);
    return false;
  }
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Throws 400 if the password is too weak for a current or a former administrator, whose role may be restored. */
export async function rejectWeakAdminPassword(
  { role, formerAdmin, email }: Pick<UserRow, 'role' | 'formerAdmin' | 'email'>,
  password: string,
): Promise<void> {
  if (role === 'user' && !formerAdmin) return;
  const problem = await adminPasswordProblem(password, email);
  if (problem !== null) throw invalid([problem]);
}

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/**
 * Counts an attempt as failed before its password or code is checked. Throws 429 while the key is locked, which does not
 * extend the lock. `key` identifies the e-mail, the known device or the account whose failures are counted. `factor`
 * multiplies the free attempts; 0 disables the guard (docs/rules.md R2.8). Returns the number of failures, including this
 * one, or 0 if the guard is disabled.
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

/** Deletes the failures of a key, after the right password or code. */
export const clearSignInFailures = (db: Executor, key: string): Promise<void> =>
  deleteFailures(db, hashOf(key));
