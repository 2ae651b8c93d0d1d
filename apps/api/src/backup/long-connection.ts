import pg from 'pg';
import { connectionProblem } from '../platform/database/connection-problem.ts';

const CONNECT_MS = 5_000;

/** Makes the text format independent of the server's configuration, and disables timeouts. */
const SETTINGS = [
  `datestyle = 'ISO, YMD'`,
  `timezone = 'UTC'`,
  `intervalstyle = 'postgres'`,
  `extra_float_digits = 1`,
  `bytea_output = 'hex'`,
  `search_path = public, pg_catalog`,
  `statement_timeout = 0`,
  `lock_timeout = 0`,
  `idle_in_transaction_session_timeout = 0`,
];

/** Runs `work` on a dedicated connection without timeouts. Throws a StartProblem if the database cannot be reached. */
export async function onLongConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'minga backup',
    keepAlive: true,
  });
  // The current statement fails when the connection breaks; without a listener the 'error' event would crash the process.
  client.on('error', () => undefined);
  await client.connect().catch(error => {
    throw connectionProblem(error, url);
  });
  try {
    for (const setting of SETTINGS) await client.query(`set ${setting}`);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
