import type { Activity } from '@minga/contract/activities';

const HOUR_MS = 60 * 60 * 1000;
/**
 * The server asks at 18:00 on the day before, which is at most 33 hours ahead, and only those who confirmed 24 hours before that
 * (docs/rules.md R17.1).
 */
const SURE_MS = (33 + 24) * HOUR_MS;

/** Whether an attendee who gets a place now is certainly asked the day before: a reminder would be a second e-mail on the same day. */
export const isAskedTheDayBefore = (
  { asksAgain, date }: Pick<Activity, 'asksAgain' | 'date'>,
  now: Date,
): boolean => asksAgain && Date.parse(date) - now.getTime() > SURE_MS;
