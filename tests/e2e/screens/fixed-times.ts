/** When the community of the pictures begins: what it published then is past by now. */
export const BEGINNING = '2026-11-10T15:00:00.000Z';

/** The moment of all pictures: a Tuesday, ten in the morning in Popayán. */
export const NOW = '2026-12-01T15:00:00.000Z';

const DAY_MS = 86_400_000;

/** So many days after NOW, or before it, at an hour of Popayán, which is five behind UTC all year. */
export function dayAt(days: number, hour: number): string {
  const date = new Date(Date.parse(NOW) + days * DAY_MS);
  date.setUTCHours(hour + 5, 0, 0, 0);
  return date.toISOString();
}
