import type { ActivityDraft } from '../activity-draft.ts';

/** The variables of the create and update mutations. */
export interface ActivitySubmission {
  readonly draft: ActivityDraft;
  /** Called with the uploaded share of the request, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** The organiser agrees that claims of fewer needs are released. */
  readonly releaseClaims?: boolean;
}
