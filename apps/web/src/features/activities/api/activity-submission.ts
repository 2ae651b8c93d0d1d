import type { WholeActivity } from '@minga/contract/activities';
import type { Scope, SeriesOutcome } from '@minga/contract/series';
import type { ActivityDraft } from '../activity-draft.ts';

/** The variables of the create and update mutations. */
export interface ActivitySubmission {
  readonly draft: ActivityDraft;
  /** Called with the uploaded share of the request, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** The organiser agrees that claims of fewer needs are released. */
  readonly releaseClaims?: boolean;
  /** The occurrences of the series that an edit applies to; by default the one that was opened. */
  readonly scope?: Scope;
}

/** The result of the create and update mutations. */
export interface SavedActivity {
  readonly activity: WholeActivity;
  /** The occurrences that an edit with a scope has changed and left; null: there was none. */
  readonly outcome: SeriesOutcome | null;
}
