import { type AnyColumn, type SQL, type SQLWrapper, sql, type Table } from 'drizzle-orm';

/**
 * Condition: the row is one of those that `locking` selects and locks. PostgreSQL evaluates the array once, before the
 * statement; it may evaluate `in (select … limit … for update)` again for each row and then lock more rows than the
 * limit.
 */
export const inLockedRows = (column: AnyColumn, locking: SQLWrapper): SQL =>
  sql`${column} = any(array(${locking.getSQL()}))`;

/**
 * Adds a second locking clause, which drizzle's query builder cannot express: the selected rows of `table` cannot be
 * deleted until the transaction ends, and rows that another transaction has locked are skipped.
 */
export const withKeyShareLock = (locking: SQLWrapper, table: Table): SQL =>
  sql`${locking.getSQL()} for key share of ${table} skip locked`;
