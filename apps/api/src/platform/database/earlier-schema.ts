import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { migrationsFolder } from '../../paths.ts';

/** The table in which drizzle's migrator records applied migrations, as it creates it. */
const JOURNAL = `
  create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;

/** The migrations of this release, oldest first; each is identified by its timestamp (`folderMillis`). */
export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder });

/**
 * Gives an empty database the schema of an earlier release, in the caller's transaction: applies the first `count`
 * migrations. The migration table is created empty; the caller fills it.
 */
export async function applyFirstMigrations(client: pg.Client, count: number): Promise<void> {
  await client.query(JOURNAL);
  for (const { sql } of knownMigrations().slice(0, count)) await client.query(sql.join('\n'));
}
