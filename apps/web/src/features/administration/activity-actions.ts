import type { Activity } from '@minga/contract/activities';

/** The activity, or all pending occurrences of its series. */
export type ModerationScope = 'one' | 'all';

/** The dialog that the admin has requested. */
export interface ActivityIntent {
  readonly kind: 'details' | 'reject';
  readonly activity: Activity;
}

/** The actions of a row. */
export interface ActivityActions {
  readonly isBusy: (id: string) => boolean;
  /** With `all`, the whole series. */
  readonly onApprove: (activity: Activity, scope: ModerationScope) => void;
  readonly onPromote: (activity: Activity) => void;
  readonly onIntent: (intent: ActivityIntent) => void;
}
