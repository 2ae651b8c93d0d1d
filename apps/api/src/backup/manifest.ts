import { z } from 'zod';

/** Changes when an older Minga could no longer read what a backup holds. */
export const FORMAT = 1;

export const MANIFEST_FILE = 'manifest.json';
/** As `sha256sum` writes it, so that the tools of the system can check it too. */
export const MANIFEST_SUM_FILE = 'manifest.json.sha256';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Rows as PostgreSQL's COPY writes them in text, compressed by gzip. */
const rows = z.object({
  file: z.string(),
  columns: z.array(z.string()).min(1),
  rows: count,
  /** Of the compressed file. */
  bytes: count,
  sha256,
});

const manifest = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** The applied migrations, by the moments (in milliseconds) that drizzle knows them by, the oldest first. */
  migrations: z.array(count).min(1),
  tables: z.array(rows.extend({ schema: z.string(), name: z.string() })),
  /** The jobs that are still to be done; null when no process had ever started to work. */
  jobs: rows.nullable(),
  queues: z.array(z.object({ name: z.string(), retentionSeconds: count })),
  images: z.object({
    pictures: count,
    files: count,
    bytes: count,
    /** Over a line `name size sha256` for each file, in the archive's order. */
    sha256,
  }),
});

export type Manifest = z.infer<typeof manifest>;
export type RowsFile = z.infer<typeof rows>;

/** Null when it is not one that this Minga reads. */
export function parseManifest(text: string): Manifest | null {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
