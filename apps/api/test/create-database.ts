import { randomUUID } from 'node:crypto';
import pg from 'pg';

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

function addressOf(name: string, url: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Creates a copy of a database, by default of the template, on the template's server and returns its URL. */
export async function createDatabase(templateUrl: string, copied = nameOf(templateUrl)): Promise<string> {
  const url = addressOf(`test_${randomUUID().replaceAll('-', '')}`, templateUrl);
  // Copying the template's files takes a third of the time of writing its pages to the log (WAL_LOG), since nothing is flushed to a disk.
  await administer(url, `CREATE DATABASE ${nameOf(url)} TEMPLATE ${copied} STRATEGY FILE_COPY`);
  return url;
}

export const dropDatabase = (url: string): Promise<void> =>
  administer(url, `DROP DATABASE ${nameOf(url)} WITH (FORCE)`);

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf('postgres', url) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
