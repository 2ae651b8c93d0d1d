import type { Need } from '@minga/contract/needs';
import type { Question } from '@minga/contract/questions';
import type { ReportReason } from '@minga/contract/report-reasons';

interface DateAndPlace {
  readonly date: Date;
  readonly place: string;
}

/** The organiser has saved an edit. */
export interface ActivityChanged {
  readonly activityId: string;
  readonly before: DateAndPlace;
  readonly after: DateAndPlace;
}

/** The organiser is about to change questions of a locked activity. */
export interface QuestionsEdited {
  readonly activityId: string;
  readonly removed: readonly string[];
  /** As they were; the answers to them would not fit any more. */
  readonly changed: readonly Question[];
}

/** The organiser is about to remove or reduce claimed needs of a locked activity; subscribers release their claims first. */
export interface NeedsReduced {
  readonly activityId: string;
  readonly needs: readonly {
    /** As it is. */
    readonly need: Need;
    /** As it will be; 0: removed. */
    readonly quantity: number;
  }[];
}

/** Locked activities are about to be deleted: their attendances are still there. */
export interface ActivityDeleting {
  readonly id: string;
  readonly date: Date;
  readonly endsAt: Date;
  /** Everybody could see it. */
  readonly isPublic: boolean;
  /** It was public, perhaps, until it was held for review. */
  readonly isHeld: boolean;
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
      /** The status before, as stored. */
      readonly currentStatus: 'pending' | 'approved' | 'held';
      /** The reasons of the reports that led to it, the most frequent first. */
      readonly reported?: readonly ReportReason[];
    }
);

/** An activity has become public for the first time. */
export interface ActivityPublished {
  readonly activityId: string;
  readonly collectiveId: string | null;
  /** An admin has approved it, and can undo that for some seconds. */
  readonly canBeUndone: boolean;
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
  }
}
