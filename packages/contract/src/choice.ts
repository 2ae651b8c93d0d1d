import * as z from 'zod/mini';

/** An optional value, one of `values`. An empty string from a form counts as absent. */
export const choice = <const T extends string>(values: readonly T[], sentence: string) =>
  z.pipe(
    z.optional(z.union([z.enum(values), z.literal('')], sentence)),
    z.transform((value: T | '' | undefined): T | undefined => (value === '' ? undefined : value)),
  );
