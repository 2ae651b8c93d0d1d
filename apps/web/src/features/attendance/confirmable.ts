import type { Activity } from '@minga/contract/activities';

/** The fields of an activity that a confirmation needs. */
export type Confirmable = Pick<
  Activity,
  | '_id'
  | 'title'
  | 'date'
  | 'endDate'
  | 'series'
  | 'questions'
  | 'needs'
  | 'needsRequired'
  | 'contact'
  | 'capacity'
  | 'companionsMax'
  | 'hasWaitingList'
  | 'asksAgain'
  | 'places'
  | 'isLocationPrivate'
>;
