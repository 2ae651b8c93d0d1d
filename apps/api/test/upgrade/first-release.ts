import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { applyFirstMigrations, knownMigrations } from '../../src/platform/database/migrations.ts';
import { emptyDatabase } from '../database.ts';

/** Number of migrations in the first release. */
const MIGRATIONS = 2;

export const ANA = { headers: { cookie: 'minga_session=sesion-de-ana000000000000000000000000000000' } };

/** Creates a database as of Minga's first release with some data and returns its URL. */
export const firstRelease = async (): Promise<string> =>
  earlierRelease(MIGRATIONS, await readFile(new URL('first-release.sql', import.meta.url), 'utf8'));

/** Creates a database as of the release with this number of migrations, executes the SQL `data` in it and returns its URL. */
export async function earlierRelease(migrations: number, data: string): Promise<string> {
  const url = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await applyFirstMigrations(client, migrations);
  for (const { hash, folderMillis } of knownMigrations().slice(0, migrations)) {
    const insertMigration = 'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)';
    await client.query(insertMigration, [hash, folderMillis]);
  }
  await client.query(data);
  await client.query('commit');
  await client.end();
  return url;
}
