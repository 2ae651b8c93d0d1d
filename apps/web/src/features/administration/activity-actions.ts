import type { Activity } from '@minga/contract/activities';

/** The dialog that the admin has requested. */
export interface ActivityIntent {
  readonly kind: 'details' | 'reject';
  readonly activity: Activity;
}

/** The actions of a row. */
export interface ActivityActions {
  readonly isBusy: (id: string) => boolean;
  readonly onApprove: (activity: Activity) => void;
  readonly onPromote: (activity: Activity) => void;
  readonly onIntent: (intent: ActivityIntent) => void;
}
