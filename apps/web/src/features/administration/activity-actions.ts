import type { Activity } from '@minga/contract/activities';

/** What the admin is about to do. */
export interface ActivityIntent {
  readonly kind: 'details' | 'reject';
  readonly activity: Activity;
}

/** What a row of the list can be asked for. */
export interface ActivityActions {
  readonly isBusy: (id: string) => boolean;
  readonly onApprove: (activity: Activity) => void;
  readonly onPromote: (activity: Activity) => void;
  readonly onAsk: (intent: ActivityIntent) => void;
}
