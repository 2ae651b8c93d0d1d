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
 * `/healthz`: the process runs, and which version. `/readyz`: data can be written too, into the database and, unless both the
 * database and the images are elsewhere, into DATA_DIR; else 503. Concurrent requests share one check.
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

/** Inserts a row and takes it back: a standby, a read-only database and a full disk fail, which a query alone does not. */
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

/** Larger than what fits into the last block of a full disk. */
const CONTENT = Buffer.alloc(16_384, 'ok');

/**
 * Writes where images go, whose folder the first one makes, or into the folder of the embedded database. A missing DATA_DIR is not made: its disk may
 * not be mounted.
 */
async function writeFileIn({ dataDir, s3Url }: Parts['settings']): Promise<void> {
  const folder = s3Url === null ? join(resolve(dataDir), 'images') : resolve(dataDir);
  if (s3Url === null)
    await mkdir(folder, { mode: 0o700 }).catch(error => {
      if (error.code !== 'EEXIST') throw error;
    });
  // By process, so that one that is killed leaves a file that its successors can overwrite.
  const file = join(folder, `.readyz-${process.pid}`);
  try {
    await writeFile(file, CONTENT);
  } finally {
    await rm(file, { force: true });
  }
}
