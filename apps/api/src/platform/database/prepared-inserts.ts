import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;

const INSERT = /^\s*(with\b.*)?insert into\b/is;
/** A longer statement inserts so many rows that planning it costs little in comparison. */
const TEXT_MAX = 4_000;
/** Each takes memory in every connection, so that only what is used again gets one. */
const STATEMENTS_MAX = 100;
const USES_MIN = 5;
const COUNTED_MAX = 1_000;

/**
 * For the connections of one pool: lets PostgreSQL plan each short insertion that is used again once in a connection, instead of each
 * time (decision 0032). Reads stay as they are: the best plan of a search depends on its words.
 */
export function createInsertPreparer(): (client: pg.ClientBase) => void {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= STATEMENTS_MAX) return known;
    if (text.length > TEXT_MAX || !INSERT.test(text)) return undefined;
    const count = (uses.get(text) ?? 0) + 1;
    if (uses.size >= COUNTED_MAX) uses.clear();
    uses.set(text, count);
    if (count < USES_MIN) return undefined;
    uses.delete(text);
    const name = `insert_${names.size + 1}`;
    names.set(text, name);
    return name;
  }

  function named(statement: unknown): unknown {
    if (!isPlain(statement)) return statement;
    const name = nameOf(statement.text);
    return name === undefined ? statement : { ...statement, name };
  }

  return client => {
    const query = client.query.bind(client) as Query;
    const prepared: Query = (statement, ...rest) => query(named(statement), ...rest);
    client.query = prepared as typeof client.query;
  };
}

/** The settings of a query without a name, as Drizzle passes them; not a query object. */
const isPlain = (statement: unknown): statement is { readonly text: string } =>
  typeof statement === 'object' &&
  statement !== null &&
  'text' in statement &&
  typeof statement.text === 'string' &&
  !('submit' in statement) &&
  !('name' in statement && statement.name !== undefined);
