import type { Activity, WholeActivity } from '@minga/contract/activities';

export type ListedChoice = Pick<Activity, '_id' | 'title' | 'date'>;

export type ChosenActivity = Pick<
  WholeActivity,
  | '_id'
  | 'title'
  | 'date'
  | 'endDate'
  | 'place'
  | 'contact'
  | 'questions'
  | 'needs'
  | 'capacity'
  | 'companionsMax'
  | 'places'
>;

/** The user's own activities and the selected one. */
export type ActivityChoice =
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void }
  /** The user has no activities. */
  | { readonly status: 'none' }
  | {
      readonly status: 'chosen';
      readonly chosen: ChosenActivity;
      /** The loaded activities: upcoming ones by ascending date, past ones by descending date. */
      readonly upcoming: readonly ListedChoice[];
      readonly past: readonly ListedChoice[];
      readonly more: MoreActivities;
    };

/** The pages of a long list that are not loaded yet. */
export interface MoreActivities {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly load: () => void;
}
