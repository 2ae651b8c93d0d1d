/** People can be checked in from 12 hours before the start until 7 days after the end (docs/rules.md R18.2). */
export const DOOR_OPENS_HOURS = 12;
export const DOOR_CLOSES_DAYS = 7;

const HOUR_MS = 60 * 60 * 1000;

interface Period {
  readonly date: Date | string;
  readonly endDate: Date | string | null;
}

/** The period in which people can be checked in. */
export const doorHours = ({ date, endDate }: Period): { readonly opens: Date; readonly closes: Date } => ({
  opens: new Date(new Date(date).getTime() - DOOR_OPENS_HOURS * HOUR_MS),
  closes: new Date(new Date(endDate ?? date).getTime() + DOOR_CLOSES_DAYS * 24 * HOUR_MS),
});
