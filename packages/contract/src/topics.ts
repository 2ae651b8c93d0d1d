import * as z from 'zod/mini';

// The topics of an activity: its category and its tags (docs/rules.md R16.1).

export const categories = [
  'ambiente',
  'educacion',
  'salud',
  'alimentacion',
  'cultura',
  'deporte',
  'animales',
  'infancia',
  'mayores',
  'vivienda',
  'emergencia',
  'otra',
] as const;
export type Category = (typeof categories)[number];

export const TAGS_MAX = 5;
export const TAG_MAX = 30;

/** Normalises a tag to its stored form: lower case, in one line, without '#'. */
export const normalizedTag = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/^[\s#]+/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

/** The topics of an activity. `category` is null if none was chosen. */
export const topics = {
  category: z.nullable(z.enum(categories)),
  tags: z.array(z.string()),
};
