import type { ActivityDraft } from '../activity-draft.ts';

/** What is saved, and how its picture travels. */
export interface SavedActivity {
  readonly draft: ActivityDraft;
  /** Told how much of the picture has left, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}
