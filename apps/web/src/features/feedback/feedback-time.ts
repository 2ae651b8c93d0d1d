import type { Activity } from '@minga/contract/activities';
import { isFeedbackOpen } from '@minga/contract/feedback-period';

/** Whether people who came can say how the activity was. */
export const isFeedbackTime = ({ date, endDate }: Pick<Activity, 'date' | 'endDate'>, now: Date): boolean =>
  isFeedbackOpen({ date: new Date(date), endDate: endDate === null ? null : new Date(endDate) }, now);
