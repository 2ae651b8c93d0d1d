import type { Executor } from './connection.ts';

/** What `make` makes of a database, made once for each: a query that is built and planned when it is first asked. */
export function preparedQuery<Made>(make: (db: Executor) => Made): (db: Executor) => Made {
  const all = new WeakMap<Executor, Made>();
  return db => {
    const made = all.get(db) ?? make(db);
    all.set(db, made);
    return made;
  };
}
