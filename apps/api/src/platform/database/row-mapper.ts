import { Column, type DriverValueDecoder, getTableName, is, SQL, Subquery } from 'drizzle-orm';

/** The parts of a prepared query that decide how a row becomes an object (drizzle-orm 0.45, `node-postgres/session.js`). */
interface MappedQuery {
  readonly fields: readonly SelectedField[] | undefined;
  /** Whether each joined table has a row in every result; undefined for a statement without joins. */
  readonly joinsNotNullableMap: Readonly<Record<string, boolean>> | undefined;
  customResultMapper: (rows: readonly unknown[][]) => unknown[];
}

interface SelectedField {
  readonly path: readonly string[];
  readonly field: Column | SQL | SQL.Aliased | Subquery;
}

/** A value of a result: its key in the object with the number `object`, which is 0 for the result itself. */
interface Mapping {
  readonly object: number;
  readonly key: string;
  /** The key of the object in the result, at its first value. */
  readonly begins: string | null;
  /** Converts a value that is not null; undefined if it stays as it is. */
  readonly decoder: Pick<DriverValueDecoder<unknown, unknown>, 'mapFromDriverValue'> | undefined;
}

/** An object with columns of a joined table. It is null if its first column is null, since the table has no row then. */
interface Joined {
  readonly key: string;
  readonly firstColumn: number;
}

/**
 * Makes a prepared query map its rows by a plan that is made once. Drizzle finds the decoder of each value again, which took an eighth of
 * the process's time in a search (docs/decisions/0109-compiled-schemas.md). The objects are the same.
 */
export function compileMapping<Query>(query: Query): Query {
  const mapped = query as Partial<MappedQuery>;
  const { fields, joinsNotNullableMap } = mapped;
  // Drizzle maps deeper objects and subqueries itself.
  if (fields?.every(({ path, field }) => path.length <= 2 && !is(field, Subquery)) === true)
    mapped.customResultMapper = mapperOf(fields, joinsNotNullableMap);
  return query;
}

function mapperOf(
  fields: readonly SelectedField[],
  isAlwaysJoined: MappedQuery['joinsNotNullableMap'],
): MappedQuery['customResultMapper'] {
  const keys = [...new Set(fields.flatMap(({ path }) => (path.length > 1 ? [String(path[0])] : [])))];
  const mappings = fields.map(({ path, field }, column): Mapping => {
    const [first = '', second] = path;
    const isFirst = fields.findIndex(other => other.path.length > 1 && other.path[0] === first) === column;
    return {
      object: second === undefined ? 0 : keys.indexOf(first) + 1,
      key: second ?? first,
      begins: second !== undefined && isFirst ? first : null,
      decoder: decoderOf(field),
    };
  });
  const joined = keys.flatMap(key => joinedOf(fields, key, isAlwaysJoined));
  return rows =>
    rows.map(row => {
      const result: Record<string, unknown> = {};
      const objects = [result];
      for (const [column, { object, key, begins, decoder }] of mappings.entries()) {
        if (begins !== null) {
          objects[object] = {};
          result[begins] = objects[object];
        }
        const value = row[column];
        const target = objects[object] ?? result;
        target[key] = value === null || decoder === undefined ? value : decoder.mapFromDriverValue(value);
      }
      for (const { key, firstColumn } of joined) if (row[firstColumn] === null) result[key] = null;
      return result;
    });
}

/** An object is null without a row of its table if all its columns are of one table that may have no row. */
function joinedOf(
  fields: readonly SelectedField[],
  key: string,
  isAlwaysJoined: MappedQuery['joinsNotNullableMap'],
): Joined[] {
  const tables = fields.map(({ path, field }) =>
    path.length > 1 && path[0] === key && is(field, Column) ? getTableName(field.table) : null,
  );
  const [table, ...others] = new Set(tables.filter(name => name !== null));
  if (isAlwaysJoined === undefined || table === undefined || others.length > 0 || isAlwaysJoined[table])
    return [];
  return [{ key, firstColumn: tables.indexOf(table) }];
}

function decoderOf(field: SelectedField['field']): Mapping['decoder'] {
  if (is(field, Column)) return field;
  const { sql } = is(field, SQL.Aliased) ? field : { sql: field };
  return Reflect.get(sql, 'decoder');
}
