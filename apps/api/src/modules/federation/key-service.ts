import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { findKey, insertKey } from './repository.ts';
import { ACTOR_PATH } from './rules.ts';

const generate = promisify(generateKeyPair);

export interface SiteKey {
  /** The address at which other servers find the public key. */
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly publicKeyPem: string;
  readonly createdAt: Date;
}

/** The pair of each database, which never changes. */
const read = new WeakMap<Database, Promise<SiteKey>>();

/** The site's key pair, which is made when it is first needed. Processes that make one at once keep the same pair. */
export function siteKey(platform: Pick<Platform, 'db' | 'clock' | 'publicUrl'>): Promise<SiteKey> {
  const { db } = platform;
  const known = read.get(db);
  if (known !== undefined) return known;
  const reading = readOrMake(platform).catch(error => {
    read.delete(db);
    throw error;
  });
  read.set(db, reading);
  return reading;
}

async function readOrMake({
  db,
  clock,
  publicUrl,
}: Pick<Platform, 'db' | 'clock' | 'publicUrl'>): Promise<SiteKey> {
  const keyId = `${publicUrl}${ACTOR_PATH}#main-key`;
  const stored = await findKey(db);
  if (stored !== null) return { keyId, ...stored, privateKey: createPrivateKey(stored.privateKey) };
  const pair = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await insertKey(db, { ...pair, createdAt: clock() });
  const made = await findKey(db);
  if (made === null) throw new Error('the key pair was not stored');
  return { keyId, ...made, privateKey: createPrivateKey(made.privateKey) };
}
