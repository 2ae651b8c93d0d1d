import * as z from 'zod/mini';
import { type Accessibility, accessibilities, knownAccessibility } from './accessibility.ts';

const UNKNOWN = 'Esa facilidad no existe';

/** Entries in any order and number; each once, in the order of the choice. */
export const accessibilityList = z.pipe(
  z.array(z.enum(accessibilities, UNKNOWN), 'Las facilidades deben ser una lista'),
  z.transform((entries: Accessibility[]) => knownAccessibility(entries)),
);

/** The entries of a search, with commas: `sin-escalones,sombra`. Empty text is none. */
export const accessibilityFilter = z.pipe(
  z.pipe(
    z.optional(z.string(UNKNOWN)),
    z.transform((text: string | undefined) => (text ?? '').split(',').filter(entry => entry !== '')),
  ),
  accessibilityList,
);
