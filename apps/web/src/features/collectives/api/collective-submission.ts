import type { CollectiveDraft } from '../collective-draft.ts';

/** The variables of the create and update mutations. */
export interface CollectiveSubmission {
  readonly draft: CollectiveDraft;
  /** Called with the uploaded share of the request, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}
