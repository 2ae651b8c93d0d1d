import type { Activity } from '@minga/contract/activities';

/** What confirming takes of an activity. */
export type Confirmable = Pick<
  Activity,
  | '_id'
  | 'title'
  | 'date'
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
