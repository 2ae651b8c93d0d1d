import * as z from 'zod/mini';

const INVALID_LOCATION = 'La ubicación no es válida';

const degrees = (max: number) =>
  z.number(INVALID_LOCATION).check(
    z.gte(-max, INVALID_LOCATION),
    z.lte(max, INVALID_LOCATION),
    z.overwrite(value => Number(value.toFixed(6))),
  );

/** Coordinates in WGS 84 degrees with 6 decimals, which is a precision of about 10 cm (docs/rules.md R9.2). */
export const location = z.object(
  { latitude: degrees(90), longitude: degrees(180) },
  { error: INVALID_LOCATION },
);
export type Location = z.infer<typeof location>;
