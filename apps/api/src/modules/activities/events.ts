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

/** Locked activities are about to be deleted: their attendances are still there. */
export interface ActivityDeleting {
  readonly id: string;
  readonly date: Date;
  /** Everybody could see it. */
  readonly isPublic: boolean;
}

/** A moderator has approved or rejected a pending activity. */
export type ActivityDecided = { readonly activityId: string } & (
  | { readonly status: 'approved' }
  | { readonly status: 'rejected'; readonly reason: string }
);

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    activityChanged: ActivityChanged;
    activityDeleting: ActivityDeleting;
    activityDecided: ActivityDecided;
  }
}
