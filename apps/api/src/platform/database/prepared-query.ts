import type { Executor } from './connection.ts';

/**
 * Caches what `build` returns for each database (usually a prepared statement), so that a query is built once per
 * database.
 */
export function preparedQuery<Query>(build: (db: Executor) => Query): (db: Executor) => Query {
  const cache = new WeakMap<Executor, Query>();
  return db => {
    const query = cache.get(db) ?? build(db);
    cache.set(db, query);
    return query;
  };
}
