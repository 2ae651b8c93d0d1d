// The values that a search accepts (docs/rules.md R16.3). This file has no schemas, since every screen checks its address with it.

export const SEARCH_MAX = 200;
export const SLUG_MAX = 80;

export const RADIUS_MAX_KM = 200;
export const RADIUS_DEFAULT_KM = 20;

/** The maximum exact total of a search. A larger total is a lower bound above the sum of `offset` and `limit`: 'más de 300'. */
export const COUNTED_MAX = 300;

/** Whether it is a day of the calendar from 1900 to 2199, such as '2026-12-05'. */
export function isDay(value: string): boolean {
  if (!/^(19|2[01])\d\d-\d\d-\d\d$/.test(value)) return false;
  // Of 30 February the browser makes 2 March.
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

const number = /^-?\d{1,3}(\.\d{1,15})?$/;

/** Whether it is a point as `lat,lon` in WGS 84 degrees. */
export function isPoint(value: string): boolean {
  const parts = value.split(',');
  const [latitude = 0, longitude = 0] = parts.map(Number);
  return (
    parts.length === 2 &&
    parts.every(part => number.test(part)) &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
  );
}

/** Whether it is a number of kilometres. */
export const isRadius = (value: string): boolean =>
  number.test(value) && Number(value) >= 1 && Number(value) <= RADIUS_MAX_KM;
