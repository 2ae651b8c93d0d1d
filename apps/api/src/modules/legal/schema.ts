import { legalKinds } from '@minga/contract/legal';
import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';

/** The superadmins' own legal texts. A text without a row is the default one and was never changed. */
export const legalTexts = pgTable(
  'legal_texts',
  {
    id: id(),
    kind: text('kind', { enum: legalKinds }).notNull(),
    /** The text in Markdown, or null if superadmins restored the default text. */
    text: text('text'),
    updatedAt: timestamptz('updated_at').notNull(),
    updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
  },
  table => [
    uniqueIndex('legal_texts_kind_key').on(table.kind),
    check('legal_texts_kind', sql`${table.kind} in ('privacy', 'terms')`),
    check('legal_texts_text', sql`char_length(${table.text}) between 1 and 20000`),
  ],
);
