import type { Need } from '@minga/contract/needs';
import type { Question } from '@minga/contract/questions';
import type { ReportReason } from '@minga/contract/report-reasons';

interface DateAndPlace {
  readonly date: Date;
  readonly place: string;
}

/** An organiser has saved an edit. */
export interface ActivityChanged {
  readonly activityId: string;
  readonly before: DateAndPlace;
  readonly after: DateAndPlace;
}

/** An organiser is about to change questions of a locked activity. */
export interface QuestionsEdited {
  readonly activityId: string;
  readonly removed: readonly string[];
  /** The questions before the edit, to which stored answers would no longer match. */
  readonly changed: readonly Question[];
}

/** An organiser is about to remove or reduce claimed needs of a locked activity. Subscribers release the claims first. */
export interface NeedsReduced {
  readonly activityId: string;
  readonly needs: readonly {
    /** The need before the edit. */
    readonly need: Need;
    /** The quantity after the edit, or 0 if the need is removed. */
    readonly quantity: number;
  }[];
}

/** A locked activity is about to be deleted. Its attendances still exist. */
export interface ActivityDeleting {
  readonly id: string;
  readonly date: Date;
  readonly endsAt: Date;
  /** The activity was public. */
  readonly isPublic: boolean;
  /** The activity is held for review, and may have been public before. */
  readonly isHeld: boolean;
  /** An organiser cancels the activity. */
  readonly isByOrganisers: boolean;
}

/** The organisers have removed the memory of a locked activity. */
export interface MemoryRemoved {
  readonly id: string;
}

/** The organisers have edited the memory of a locked activity, which stays hidden until a moderator decides. */
export interface HiddenMemoryEdited {
  readonly id: string;
}

/** A moderator has approved a pending activity, or rejected a pending or approved one. */
export type ActivityDecided = { readonly activityId: string } & (
  | { readonly status: 'approved' }
  | {
      readonly status: 'rejected';
      readonly reason: string;
      /** The stored status before the decision. */
      readonly currentStatus: 'pending' | 'approved' | 'held';
      /** The reasons of the reports that led to the decision, the most frequent first. */
      readonly reported?: readonly ReportReason[];
    }
);

/** An activity has become public for the first time. */
export interface ActivityPublished {
  readonly activityId: string;
  readonly collectiveId: string | null;
  /** An admin has approved the activity, and can undo the approval for some seconds. */
  readonly canBeUndone: boolean;
  /** Followers get no news of it, since another event of the same reading of a calendar counts it, or it is the first reading. */
  readonly isSilent?: boolean;
  /** The number of further activities that the same reading of a calendar has brought. */
  readonly others?: number;
}

/** An activity was hidden, shown again or cancelled by its calendar, of which no other event tells, or only later. */
export interface ActivityStateChanged {
  readonly activityId: string;
}

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    activityChanged: ActivityChanged;
    questionsEdited: QuestionsEdited;
    needsReduced: NeedsReduced;
    activityDeleting: ActivityDeleting;
    memoryRemoved: MemoryRemoved;
    hiddenMemoryEdited: HiddenMemoryEdited;
    activityDecided: ActivityDecided;
    activityPublished: ActivityPublished;
    activityStateChanged: ActivityStateChanged;
  }
}
