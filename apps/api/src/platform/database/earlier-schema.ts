import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { migrationsFolder } from '../../paths.ts';

/** drizzle's own journal, as its migrator makes it. */
const JOURNAL = `
  create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;

/** The migrations of this Minga, the oldest first; each is known by its moment (`folderMillis`). */
export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder });

/**
 * Brings an empty database to what an earlier release knew, in the caller's transaction: the first migrations, as many
 * as `count`. The journal is there and empty: whoever calls fills it.
 */
export async function applyFirstMigrations(client: pg.Client, count: number): Promise<void> {
  await client.query(JOURNAL);
  for (const { sql } of knownMigrations().slice(0, count)) await client.query(sql.join('\n'));
}
