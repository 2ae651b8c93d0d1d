import * as z from 'zod/mini';
import { formValue } from './activity-values.ts';
import { printable } from './printed-letters.ts';
import { anyLine } from './text.ts';
import { type Category, categories, normalizedTag, TAG_MAX, TAGS_MAX } from './topics.ts';

const tag = z.pipe(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? normalizedTag(value) : value)),
    anyLine(TAG_MAX, `Cada etiqueta debe tener como máximo ${TAG_MAX} caracteres`).check(printable),
  ),
  // Removing invisible characters may uncover another '#'.
  z.transform(normalizedTag),
);

const writtenTags = z.pipe(
  z.array(tag, 'Las etiquetas deben ser una lista'),
  z.transform((tags: string[]) => [...new Set(tags.filter(text => text !== ''))]),
);

/** The topics of an activity as the organiser writes them. */
export const topicFields = {
  category: z.optional(
    z.pipe(
      z.nullable(z.enum(['', ...categories], 'La categoría no existe')),
      z.transform((category): Category | null => category || null),
    ),
  ),
  tags: z.optional(
    formValue(
      z.nullable(writtenTags.check(z.maxLength(TAGS_MAX, `Puedes poner como máximo ${TAGS_MAX} etiquetas`))),
    ),
  ),
};
