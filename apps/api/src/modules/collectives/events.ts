/** A locked collective is about to be deleted. Its activities still refer to it. */
export interface CollectiveDeleting {
  readonly id: string;
}

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    collectiveDeleting: CollectiveDeleting;
  }
}
