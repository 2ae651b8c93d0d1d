import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { createLog } from '../../src/platform/log.ts';

/** The e-mails of the registrations in a folder's embedded database, read without Minga. */
export async function storedEmails(folder: string): Promise<string[]> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent') });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ email: string }>('select email from registrations');
  await client.end();
  await server.stop();
  return rows.map(row => row.email);
}
