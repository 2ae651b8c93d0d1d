// Apart from the calls, so that screens that only offer the question load no more than this.

/** Feedback is given from the start of the activity, and changed, until so long after its end. */
export const FEEDBACK_DAYS = 14;

const DAY_MS = 24 * 60 * 60 * 1000;

interface Period {
  readonly date: Date;
  readonly endDate: Date | null;
}

/** Whether feedback can be given and changed. */
export const isFeedbackOpen = ({ date, endDate }: Period, now: Date): boolean =>
  date <= now && now.getTime() - (endDate ?? date).getTime() <= FEEDBACK_DAYS * DAY_MS;
