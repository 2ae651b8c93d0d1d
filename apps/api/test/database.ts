import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, openConnection } from '../src/platform/database/connection.ts';

export interface TestDatabase {
  readonly url: string;
  /** Closed by itself at the end of the test file. */
  readonly connection: Connection;
}

const cleanups: (() => Promise<void>)[] = [];

/** What setup.ts does after each file, since a worker loads this once for all of them. */
export async function dropDatabases(): Promise<void> {
  for (const end of cleanups.splice(0)) await end();
}

/** A database of its own, with every migration applied and no rows; dropped at the end of the test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = await createDatabase(new URL(inject('templateUrl')).pathname.slice(1));
  // The server cuts what is still closing when the database is dropped; any other break shows in the next query.
  const connection = openConnection(url, () => undefined);
  cleanups.unshift(() => connection.close());
  return { url, connection };
}

/** The address of a database with nothing in it, not even a table. Dropped at the end of the test file. */
export const emptyDatabase = (): Promise<string> => createDatabase('template0');

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  cleanups.unshift(() => administer(`DROP DATABASE ${name} WITH (FORCE)`));
  return addressOf(name);
}

function addressOf(database: string): string {
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
