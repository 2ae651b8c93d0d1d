import type { Activity } from '@minga/contract/activities';

export type ChosenActivity = Pick<Activity, '_id' | 'title' | 'date'>;

/** One's own activities, and which of them is looked at. */
export type ActivityChoice =
  | { readonly status: 'pending' }
  | { readonly status: 'failed'; readonly error: Error; readonly retry: () => void }
  /** There is none to choose. */
  | { readonly status: 'none' }
  | {
      readonly status: 'chosen';
      readonly chosen: ChosenActivity;
      /** As many as have come so far: what is to come, the nearest first, and what has been, the latest first. */
      readonly upcoming: readonly ChosenActivity[];
      readonly past: readonly ChosenActivity[];
      readonly more: MoreActivities;
    };

/** The rest of a long list, for who opens it. */
export interface MoreActivities {
  readonly isThere: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly load: () => void;
}
