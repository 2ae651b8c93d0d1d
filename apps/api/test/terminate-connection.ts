import pg from 'pg';
import { expect } from 'vitest';

/** Ends a connection from the server's side, as the death of its process or of the line would. */
export async function terminateConnection(databaseUrl: string, applicationName: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const cutting = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = $1`;
  expect((await client.query(cutting, [applicationName])).rowCount).toBe(1);
  await client.end();
}
