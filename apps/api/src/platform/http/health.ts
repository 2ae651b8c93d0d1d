import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { TransactionRollbackError } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { unavailable } from '../errors.ts';
import { postponedWork } from '../jobs/schema.ts';
import type { Logger } from '../log.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: Pick<Settings, 'dataDir' | 's3Url' | 'databaseUrl'>;
  readonly version: { readonly version: string; readonly commit: string | null };
}

/**
 * `/healthz` shows that the process runs, and its version. `/readyz` also checks that data can be written into the database and, unless
 * both the database and the images are stored elsewhere, into DATA_DIR; it responds 503 if not. Concurrent requests share one check.
 */
export function healthRoutes(app: FastifyInstance, { version, ...parts }: Parts): void {
  const options = { schema: { hide: true } } as const;
  let checking: Promise<unknown> | null = null;
  app.get('/healthz', options, async () => ({ status: 'ok', ...version }));
  app.get('/readyz', options, async () => {
    checking ??= checkWritable(parts).finally(() => {
      checking = null;
    });
    await checking;
    return { status: 'ok' };
  });
}

async function checkWritable({ db, clock, log, settings }: Omit<Parts, 'version'>): Promise<void> {
  try {
    await writeRow(db, clock());
    if (settings.s3Url === null || settings.databaseUrl === null) await writeFileIn(settings);
  } catch (err) {
    log.warn({ err }, 'not ready: nothing can be written');
    throw unavailable();
  }
}

/** Inserts a row and rolls back. This fails on a standby, a read-only database and a full disk, where a query alone would succeed. */
async function writeRow(db: Database, now: Date): Promise<void> {
  const row = { task: 'readyz', key: randomUUID(), failures: 0, failedAt: now };
  const insertion = db.transaction(async tx => {
    await tx.insert(postponedWork).values(row);
    tx.rollback();
  });
  await insertion.catch(error => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
}

/** Content that is larger than the space left in the last block of a full disk. */
const CONTENT = Buffer.alloc(16_384, 'ok');

/**
 * Writes a file into the folder of the images, which it creates if no image has been stored yet, or, if the images are in S3, into
 * DATA_DIR, which holds the embedded database. It does not create a missing DATA_DIR, since its disk may not be mounted.
 */
async function writeFileIn({ dataDir, s3Url }: Parts['settings']): Promise<void> {
  const folder = s3Url === null ? join(resolve(dataDir), 'images') : resolve(dataDir);
  if (s3Url === null)
    await mkdir(folder, { mode: 0o700 }).catch(error => {
      if (error.code !== 'EEXIST') throw error;
    });
  // The name contains the process id: a killed process leaves a file that a later process with this id can overwrite.
  const file = join(folder, `.readyz-${process.pid}`);
  try {
    await writeFile(file, CONTENT);
  } finally {
    await rm(file, { force: true });
  }
}
