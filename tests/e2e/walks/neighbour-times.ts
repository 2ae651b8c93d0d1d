const DAY_MS = 86_400_000;

/** At a full hour or with minutes in Popayán (UTC−5 all year), days after the Saturday of the first activity. */
const at = (saturday: Date, days: number, hour: number, minute = 0): string => {
  const time = new Date(saturday.getTime() + days * DAY_MS);
  time.setUTCHours(hour + 5, minute, 0, 0);
  return time.toISOString();
};

/** The first Saturday that is at least ten days away: the activities of a full site lie around the present. */
function nextSaturday(): Date {
  const day = new Date(Date.now() + 10 * DAY_MS);
  day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7));
  return day;
}

const saturday = nextSaturday();

/** Three weeks of the neighbour. */
export const times = {
  published: at(saturday, -4, 10),
  asked: at(saturday, -1, 18),
  arrives: at(saturday, 0, 7, 50),
  begins: at(saturday, 0, 8),
  ends: at(saturday, 0, 12),
  finished: at(saturday, 0, 16),
  dayAfter: at(saturday, 1, 10),
  weekAfter: at(saturday, 2, 19),
} as const;
