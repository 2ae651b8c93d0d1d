import { type AnyColumn, type SQL, type SQLWrapper, sql, type Table } from 'drizzle-orm';

/**
 * Is the row among those that `locking` finds and locks? Found once, before the statement that asks: of `in (select …
 * limit … for update)` PostgreSQL may look again for each row, and lock more than the limit.
 */
export const inLockedRows = (column: AnyColumn, locking: SQLWrapper): SQL =>
  sql`${column} = any(array(${locking.getSQL()}))`;

/** The same rows, of which `table`'s are kept from being deleted; others' are passed over. A query builder writes one such clause. */
export const withKeyShareLock = (locking: SQLWrapper, table: Table): SQL =>
  sql`${locking.getSQL()} for key share of ${table} skip locked`;
