import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, openConnection } from '../src/platform/database/connection.ts';

export interface TestDatabase {
  readonly url: string;
  /** Closed at the end of the test file. */
  readonly connection: Connection;
}

const cleanups: (() => Promise<void>)[] = [];

/** Called by setup.ts after each file, since a worker loads this module once for all files. */
export async function dropDatabases(): Promise<void> {
  for (const end of cleanups.splice(0)) await end();
}

/** Creates an empty database with every migration applied; dropped at the end of the test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = await createDatabase(new URL(inject('templateUrl')).pathname.slice(1));
  // Dropping the database breaks connections that are still closing; any other break fails the next query.
  const connection = openConnection(url, () => undefined);
  cleanups.unshift(() => connection.close());
  return { url, connection };
}

/** Creates a database without tables and returns its URL; dropped at the end of the test file. */
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
