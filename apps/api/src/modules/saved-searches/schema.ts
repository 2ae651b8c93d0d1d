import { accessibilities } from '@minga/contract/accessibility';
import { followMails } from '@minga/contract/collectives';
import { categories } from '@minga/contract/topics';
import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { id, searchQuery, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { collectives } from '../collectives/schema.ts';

/** Searches whose accounts are notified of new matching activities. Each has at least one filter. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The words and the place as entered. */
    q: text('q').notNull().default(''),
    place: text('place').notNull().default(''),
    /** The text search query of `q` and `place`; null if both are empty. */
    words: searchQuery('words'),
    category: text('category', { enum: categories }),
    tag: text('tag'),
    collectiveId: uuid('collective_id').references(() => collectives.id, { onDelete: 'cascade' }),
    isRoomRequired: boolean('is_room_required').notNull().default(false),
    accessibility: text('accessibility', { enum: accessibilities }).array().notNull().default([]),
    /** WGS 84 degrees, rounded so that they do not reveal the account's home. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    radiusKm: doublePrecision('radius_km'),
    mail: text('mail', { enum: followMails }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    unique('saved_searches_key')
      .on(
        table.userId,
        table.q,
        table.place,
        table.category,
        table.tag,
        table.collectiveId,
        table.isRoomRequired,
        table.latitude,
        table.longitude,
        table.radiusKm,
        table.accessibility,
      )
      .nullsNotDistinct(),
    index('saved_searches_user_id_index').on(table.userId, table.createdAt),
    index('saved_searches_collective_id_index').on(table.collectiveId),
    check('saved_searches_mail', sql`${table.mail} in ('inmediato', 'diario', 'nunca')`),
    check(
      'saved_searches_filter',
      sql`num_nonnulls(${table.words}, ${table.category}, ${table.tag}, ${table.collectiveId}, ${table.latitude}) > 0 or ${table.isRoomRequired} or cardinality(${table.accessibility}) > 0`,
    ),
    check(
      'saved_searches_point',
      sql`num_nonnulls(${table.latitude}, ${table.longitude}, ${table.radiusKm}) in (0, 3) and ${table.latitude} = round(${table.latitude}::numeric, 2)::float8 and ${table.longitude} = round(${table.longitude}::numeric, 2)::float8`,
    ),
  ],
);
