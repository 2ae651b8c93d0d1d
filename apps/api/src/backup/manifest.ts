import type pg from 'pg';
import { z } from 'zod';
import { knownMigrations } from '../platform/database/migrations.ts';
import { StartProblem } from '../platform/database/start-problem.ts';

/** The number of the format, which is incremented when older versions of Minga cannot read the backup. */
export const FORMAT = 1;

export const MANIFEST_FILE = 'manifest.json';
/** The file with the manifest's checksum in the format of `sha256sum`, so that system tools can check it. */
export const MANIFEST_SUM_FILE = 'manifest.json.sha256';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Rows in the text format of PostgreSQL's COPY, compressed by gzip. */
const rows = z.object({
  file: z.string(),
  columns: z.array(z.string()).min(1),
  rows: count,
  /** The size of the compressed file in bytes. */
  bytes: count,
  sha256,
});

const manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Drizzle's timestamps of the applied migrations in milliseconds, oldest first. */
  migrations: z.array(count).min(1),
  tables: z.array(rows.extend({ schema: z.string(), name: z.string() })),
  /** The pending jobs, or null if no process had ever started its job workers. */
  jobs: rows.nullable(),
  queues: z.array(z.object({ name: z.string(), retentionSeconds: count })),
  images: z.object({
    pictures: count,
    files: count,
    bytes: count,
    /** The hash of one line `name size sha256` per file, in the archive's order. */
    sha256,
  }),
});

export type Manifest = z.infer<typeof manifest>;
export type RowsFile = z.infer<typeof rows>;

/** Returns null for a manifest that this version cannot read. */
export function parseManifest(text: string): Manifest | null {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the timestamps of the applied migrations, oldest first. Throws a StartProblem if the database has none. */
export async function appliedMigrations(client: pg.Client): Promise<number[]> {
  const { rows: found } = await client.query<{ journal: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as journal`,
  );
  if (found[0]?.journal == null) {
    throw new StartProblem(
      'La base de datos está vacía: no hay nada que copiar. Revisa que la orden use los mismos ajustes que Minga.',
    );
  }
  const { rows } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(row => Number(row.created_at));
}

/** Throws a StartProblem if `subject` ('La copia', 'La base de datos') is from a newer version of Minga. */
export function checkKnown(migrations: readonly number[], subject: string): void {
  const known = knownMigrations().map(({ folderMillis }) => folderMillis);
  if (migrations.length > 0 && migrations.every((moment, index) => moment === known[index])) return;
  throw new StartProblem(`${subject} es de una versión más nueva de Minga: actualiza el programa.`);
}

const number = new Intl.NumberFormat('es-CO');
const megabytes = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** Summarises a backup's contents in Spanish for the terminal. */
export function backupSummary({ tables, jobs, images }: Manifest): string {
  const parts = jobs === null ? tables : [...tables, jobs];
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, images.bytes);
  return `${number.format(rows)} filas de ${tables.length} tablas y ${number.format(images.pictures)} imágenes (${megabytes.format(bytes / 1e6)} MB)`;
}
