import { collectiveStatuses, followMails } from '@minga/contract/collectives';
import { holdKinds } from '@minga/contract/holds';
import { type SQL, sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/schema.ts';
import { teams } from '../teams/schema.ts';

export const collectives = pgTable(
  'collectives',
  {
    /** The id of the collective's team. */
    id: uuid('id')
      .primaryKey()
      .references(() => teams.id),
    slug: text('slug')
      .notNull()
      .references(() => collectiveSlugs.slug),
    name: text('name').notNull(),
    description: text('description').notNull(),
    place: text('place').notNull(),
    website: text('website'),
    /** A phone number in the E.164 format, or a link to a group. */
    whatsapp: text('whatsapp'),
    imageId: uuid('image_id').references(() => images.id),
    isVerified: boolean('is_verified').notNull().default(false),
    /**
     * A collective is 'held' for an admin's decision if its name imitates a verified one or mixes alphabets, or if its texts match the
     * held lists.
     */
    status: text('status', { enum: collectiveStatuses }).notNull().default('active'),
    /** The kind of the list that its texts match, so that another name does not release it; null if it is held for its name. */
    holdKind: text('hold_kind', { enum: holdKinds }),
    holdTerm: text('hold_term'),
    /** The time at which an administrator last activated or deactivated it, or null if reports have hidden it since then. */
    reviewedAt: timestamptz('reviewed_at'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    /** The words of its name, place and description, each after a space, for the search. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`' ' || public.searchable(${collectives.name} || ' ' || ${collectives.place} || ' ' || ${collectives.description})`,
      ),
  },
  table => [
    uniqueIndex('collectives_slug_key').on(table.slug),
    uniqueIndex('collectives_image_id_key').on(table.imageId),
    index('collectives_status_name_index').on(table.status, table.name, table.id),
    index('collectives_search_text_index').using('gin', table.searchText.op('gin_trgm_ops')),
    check('collectives_name_length', sql`char_length(${table.name}) between 1 and 80`),
    check('collectives_description_length', sql`char_length(${table.description}) <= 1000`),
    check('collectives_place_length', sql`char_length(${table.place}) <= 40`),
    check('collectives_website', sql`${table.website} like 'https://%'`),
    check(
      'collectives_hold',
      sql`${table.holdKind} in ('word', 'domain') and (${table.holdKind} is null) = (${table.holdTerm} is null) and (${table.status} <> 'active' or ${table.holdKind} is null)`,
    ),
    check('collectives_status', sql`${table.status} in ('active', 'held', 'inactive')`),
  ],
);

/** Every slug that a collective has or had, so that a link to a deleted collective never leads to another one. */
export const collectiveSlugs = pgTable('collective_slugs', { slug: text('slug').primaryKey() });

export const collectiveFollowers = pgTable(
  'collective_followers',
  {
    collectiveId: uuid('collective_id')
      .notNull()
      .references(() => collectives.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mail: text('mail', { enum: followMails }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.collectiveId, table.userId] }),
    index('collective_followers_user_id_index').on(table.userId),
    check('collective_followers_mail', sql`${table.mail} in ('inmediato', 'diario', 'nunca')`),
  ],
);
