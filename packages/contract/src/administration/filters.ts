import * as z from 'zod/mini';
import { SEARCH_MAX } from '../search-values.ts';
import { optionalLine } from '../text.ts';

export const search = optionalLine(SEARCH_MAX, 'La búsqueda es demasiado larga');

const DAY_MESSAGE = 'La fecha debe ser como 2026-11-21';
const dayText = z.iso
  .date(DAY_MESSAGE)
  .check(z.refine(value => value >= '1900-01-01' && value < '2200-01-01', DAY_MESSAGE));
export const day = z.pipe(
  z.optional(z.union([dayText, z.literal('')], DAY_MESSAGE)),
  z.transform((value: string | undefined) => value || undefined),
);
