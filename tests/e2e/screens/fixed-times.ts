/** The past activities are published at this time. */
export const COMMUNITY_START = '2026-11-10T15:00:00.000Z';

/** The time of all screenshots: a Tuesday at 10:00 in Popayán. */
export const NOW = '2026-12-01T15:00:00.000Z';

const DAY_MS = 86_400_000;

/** The given number of days after NOW, at a full hour in Popayán (UTC−5 all year). */
export function dayAt(days: number, hour: number): string {
  const date = new Date(Date.parse(NOW) + days * DAY_MS);
  date.setUTCHours(hour + 5, 0, 0, 0);
  return date.toISOString();
}
