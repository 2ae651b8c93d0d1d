import type { Activity, WholeActivity } from '@minga/contract/activities';

/** The fields of an activity that decide whether and how the viewer can confirm. */
export type Confirmable = Pick<
  Activity,
  | '_id'
  | 'title'
  | 'date'
  | 'endDate'
  | 'series'
  | 'hasQuestions'
  | 'hasNeeds'
  | 'needsRequired'
  | 'contact'
  | 'capacity'
  | 'companionsMax'
  | 'hasWaitingList'
  | 'asksAgain'
  | 'places'
  | 'isLocationPrivate'
>;

/** With what the form asks. */
export type Asking = Confirmable & Pick<WholeActivity, 'questions' | 'needs'>;
