import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import type { Printed } from './rules.ts';

/** Certificates of volunteer hours, each as it was printed (docs/rules.md R18.5). */
export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    /** Random, so that the numbers of other certificates cannot be enumerated. */
    number: text('number').notNull(),
    /**
     * The attendance of a certificate for one activity; null in a certificate of an account and a period. It has no foreign key, because
     * a certificate outlives its attendance (docs/decisions/0063-detached-hours.md).
     */
    attendanceId: uuid('attendance_id'),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The printed content; null if it was withdrawn because the person's data was erased. */
    printed: jsonb('printed').$type<Printed>(),
    issuedAt: timestamptz('issued_at').notNull(),
    revokedAt: timestamptz('revoked_at'),
  },
  table => [
    uniqueIndex('certificates_number_key').on(table.number),
    uniqueIndex('certificates_attendance_id_key')
      .on(table.attendanceId)
      .where(sql`${table.revokedAt} is null`),
    uniqueIndex('certificates_user_id_period_key')
      .on(table.userId, sql`(${table.printed} -> 'period')`)
      .where(sql`${table.revokedAt} is null and ${table.userId} is not null`),
    index('certificates_user_id_index').on(table.userId),
    index('certificates_attendance_id_index').on(table.attendanceId),
    check('certificates_withdrawn', sql`${table.printed} is not null or ${table.revokedAt} is not null`),
    check('certificates_subject', sql`num_nonnulls(${table.attendanceId}, ${table.userId}) = 1`),
  ],
);
