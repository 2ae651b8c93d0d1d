import {
  type AnyColumn,
  getTableName,
  is,
  type SQL,
  type SQLWrapper,
  type Subquery,
  sql,
  Table,
} from 'drizzle-orm';

/**
 * Condition: the row is one of those that `locking` selects and locks. PostgreSQL evaluates the array once, before the
 * statement; it may evaluate `in (select … limit … for update)` again for each row and then lock more rows than the
 * limit.
 */
export const inLockedRows = (column: AnyColumn, locking: SQLWrapper): SQL =>
  sql`${column} = any(array(${locking.getSQL()}))`;

/**
 * Adds a second locking clause, which drizzle's query builder cannot express: the selected rows of `source`, a table or
 * subquery of the statement, cannot be deleted until the transaction ends, and rows that another transaction has locked
 * are skipped.
 */
export const withKeyShareLock = (locking: SQLWrapper, source: Table | Subquery): SQL => {
  const name = is(source, Table) ? getTableName(source) : source._.alias;
  return sql`${locking.getSQL()} for key share of ${sql.identifier(name)} skip locked`;
};
