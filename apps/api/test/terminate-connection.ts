import pg from 'pg';
import { expect } from 'vitest';

/** Terminates a connection from the server, like a crash of its backend or a network failure. */
export async function terminateConnection(databaseUrl: string, applicationName: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = $1`;
  expect((await client.query(terminate, [applicationName])).rowCount).toBe(1);
  await client.end();
}
