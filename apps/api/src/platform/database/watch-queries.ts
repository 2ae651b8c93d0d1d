import type pg from 'pg';

type Ask = (...given: unknown[]) => unknown;

/** Calls `begin` with each query of a connection when it is asked, and what that returns when it was answered or failed. */
export function watchQueries(client: pg.ClientBase, begin: (query: unknown) => () => void): void {
  const ask = client.query.bind(client) as Ask;
  const watched: Ask = (...given) => {
    const end = begin(given[0]);
    const last = given.at(-1);
    if (typeof last !== 'function') return (ask(...given) as Promise<unknown>).finally(end);
    return ask(...given.slice(0, -1), (...answer: unknown[]) => {
      end();
      last(...answer);
    });
  };
  client.query = watched as typeof client.query;
}
