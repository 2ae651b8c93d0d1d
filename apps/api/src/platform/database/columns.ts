import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** A primary key of UUIDv7 values, whose order by creation time makes indexes compact. */
export const id = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => v7());

/** A timestamp in milliseconds, the precision of JavaScript's Date, so that a stored date equals the one that is read. */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const searchQuery = customType<{ data: string }>({ dataType: () => 'tsquery' });
