import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;

/**
 * Calls `onStart` with each query of a connection when it is sent, and the function it returns when the query has
 * succeeded or failed.
 */
export function watchQueries(client: pg.ClientBase, onStart: (query: unknown) => () => void): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (...args) => {
    const onEnd = onStart(args[0]);
    const callback = args.at(-1);
    if (typeof callback !== 'function') return (query(...args) as Promise<unknown>).finally(onEnd);
    return query(...args.slice(0, -1), (...result: unknown[]) => {
      onEnd();
      callback(...result);
    });
  };
  client.query = watched as typeof client.query;
}
