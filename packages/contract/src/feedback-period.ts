// This file is separate from the calls, so that screens that only offer the question do not load those.

/** The number of days after the end of an activity during which feedback can be given and changed. The period begins at the start. */
export const FEEDBACK_DAYS = 14;

const DAY_MS = 24 * 60 * 60 * 1000;

interface Period {
  readonly date: Date;
  readonly endDate: Date | null;
}

/** Whether feedback can be given and changed. */
export const isFeedbackOpen = ({ date, endDate }: Period, now: Date): boolean =>
  date <= now && now.getTime() - (endDate ?? date).getTime() <= FEEDBACK_DAYS * DAY_MS;
