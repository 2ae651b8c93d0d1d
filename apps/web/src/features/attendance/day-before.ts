const DAY_MS = 24 * 60 * 60 * 1000;

/** Is the moment one day before `date` still to come? What begins sooner nobody can be reminded of then. */
export const isDayBeforeAhead = (date: string, now: Date): boolean =>
  Date.parse(date) - now.getTime() > DAY_MS;
