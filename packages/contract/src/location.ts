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

export const DIRECTIONS_MAX = 300;

/**
 * The exact location of an activity and the texts about it, in every response that has them. If the viewer may not see them,
 * `location` is null and the texts are empty. A new text of this kind starts here (CONTRIBUTING.md).
 */
export const locationDetails = z.object({
  /** Null if the activity has no location. */
  location: z.nullable(location),
  directions: z.string(),
});
export type LocationDetails = z.infer<typeof locationDetails>;

/** The details for a viewer who may not see them, and of an activity without any. */
export const NO_LOCATION_DETAILS: LocationDetails = { location: null, directions: '' };
