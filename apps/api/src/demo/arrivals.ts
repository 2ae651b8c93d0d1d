const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Happened {
  readonly date: Date;
  readonly endDate: Date | null;
}

/**
 * When a party came to a past activity and was asked how it was, and its hours: four in five came, and two thirds of the organisers have
 * confirmed hours, for a few people fewer than for the others.
 */
export function arrivalOf({ date, endDate }: Happened, order: number, number: number, now: Date) {
  const checkedInAt = new Date(date.getTime() + ((order * 7) % 30) * MINUTE);
  if (checkedInAt > now || order % 5 === 4) return {};
  const came = {
    checkedInAt,
    feedbackAskedAt: new Date(Math.min(now.getTime(), date.getTime() + 24 * HOUR)),
  };
  if (number % 3 === 0) return came;
  const whole = endDate === null ? 2 : (endDate.getTime() - date.getTime()) / HOUR;
  return { ...came, hours: order % 7 === 3 ? whole - 0.75 : whole };
}
