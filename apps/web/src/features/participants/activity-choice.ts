import type { Activity } from '@minga/contract/activities';

export type ChosenActivity = Pick<
  Activity,
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
      readonly upcoming: readonly ChosenActivity[];
      readonly past: readonly ChosenActivity[];
      readonly more: MoreActivities;
    };

/** The pages of a long list that are not loaded yet. */
export interface MoreActivities {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly load: () => void;
}
