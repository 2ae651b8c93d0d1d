import { z } from 'zod';

/** Incremented when older versions of Minga cannot read the backup. */
export const FORMAT = 1;

export const MANIFEST_FILE = 'manifest.json';
/** In the format of `sha256sum`, so that system tools can check it. */
export const MANIFEST_SUM_FILE = 'manifest.json.sha256';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Rows in the text format of PostgreSQL's COPY, compressed by gzip. */
const rows = z.object({
  file: z.string(),
  columns: z.array(z.string()).min(1),
  rows: count,
  /** Size of the compressed file. */
  bytes: count,
  sha256,
});

const manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** Drizzle's timestamps of the applied migrations in milliseconds, oldest first. */
  migrations: z.array(count).min(1),
  tables: z.array(rows.extend({ schema: z.string(), name: z.string() })),
  /** Pending jobs; null if no process had ever started its job workers. */
  jobs: rows.nullable(),
  queues: z.array(z.object({ name: z.string(), retentionSeconds: count })),
  images: z.object({
    pictures: count,
    files: count,
    bytes: count,
    /** Hash over one line `name size sha256` per file, in the archive's order. */
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
