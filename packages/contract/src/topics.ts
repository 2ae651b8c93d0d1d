import * as z from 'zod/mini';

// What an activity is about (docs/rules.md R16.1).

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

/** A tag as it is stored: lower case, one line, without '#'. */
export const normalizedTag = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/^[\s#]+/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

/** Of every activity; null: none was chosen. */
export const topics = {
  category: z.nullable(z.enum(categories)),
  tags: z.array(z.string()),
};
