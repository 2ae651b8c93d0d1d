import { inject } from 'vitest';
import { CONNECTION_TIMES, type Connection, openConnection } from '../src/platform/database/connection.ts';
import { createDatabase, dropDatabase } from './create-database.ts';

export interface TestDatabase {
  readonly url: string;
  /** Closed at the end of the test file. */
  readonly connection: Connection;
}

/** On a busy machine a request may wait for a connection, and a statement for its result, longer than the product lets them. */
const PATIENT = { ...CONNECTION_TIMES, connectTimeoutMs: 60_000, probeTimeoutMs: 60_000 };

const cleanups: (() => Promise<void>)[] = [];

/** Called by setup.ts after each file, since a worker loads this module once for all files. */
export async function dropDatabases(): Promise<void> {
  for (const end of cleanups.splice(0)) await end();
}

/** Creates an empty database with every migration applied; dropped at the end of the test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const url = await copyOf();
  // Dropping the database breaks connections that are still closing; any other break fails the next query.
  const connection = openConnection(url, () => undefined, PATIENT);
  cleanups.unshift(() => connection.close());
  return { url, connection };
}

/**
 * How many connections of the pool were taken during a call, one for each query or transaction. Jobs take some, too, and so do caches
 * that a late notification or their age empties: expect an exact number with `expect.poll`, of a call that may be repeated.
 */
export async function queriesOf({ pool }: Connection, call: () => Promise<unknown>): Promise<number> {
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  pool.on('acquire', count);
  try {
    await call();
  } finally {
    pool.off('acquire', count);
  }
  return queries;
}

/** Creates a database without tables and returns its URL; dropped at the end of the test file. */
export const emptyDatabase = (): Promise<string> => copyOf('template0');

async function copyOf(template?: string): Promise<string> {
  const url = await createDatabase(inject('templateUrl'), template);
  cleanups.unshift(() => dropDatabase(url));
  return url;
}
