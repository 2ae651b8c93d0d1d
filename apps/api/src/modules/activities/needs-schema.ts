import { needKinds } from '@minga/contract/needs';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { activities } from './schema.ts';

/** The tasks and things that activities need (COMMUNITY.md section 11). */
export const activityNeeds = pgTable(
  'activity_needs',
  {
    id: id(),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /** Its order in the organiser's list, from 0. */
    position: smallint('position').notNull(),
    kind: text('kind', { enum: needKinds }).notNull(),
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    startsAt: timestamptz('starts_at'),
    endsAt: timestamptz('ends_at'),
    note: text('note').notNull(),
    /** Counted by triggers on `attendance_claims`. */
    taken: integer('taken').notNull().default(0),
  },
  table => [
    index('activity_needs_activity_id_position_index').on(table.activityId, table.position),
    check('activity_needs_kind', sql`${table.kind} in ('task', 'thing')`),
    check('activity_needs_name_length', sql`char_length(${table.name}) between 1 and 60`),
    check('activity_needs_note_length', sql`char_length(${table.note}) <= 200`),
    check('activity_needs_quantity', sql`${table.quantity} between 1 and 1000`),
    check('activity_needs_taken', sql`${table.taken} between 0 and ${table.quantity}`),
    check(
      'activity_needs_times',
      sql`(${table.startsAt} is null) = (${table.endsAt} is null) and coalesce(${table.startsAt} < ${table.endsAt}, true) and (${table.kind} = 'task' or ${table.startsAt} is null)`,
    ),
  ],
);
