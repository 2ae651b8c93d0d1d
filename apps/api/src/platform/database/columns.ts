import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** Ids are UUIDv7: unique everywhere, and in the order of their making, which keeps indexes compact. */
export const id = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => v7());

/** A moment, stored in UTC to the millisecond, as JavaScript knows it. */
export const timestamptz = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });
