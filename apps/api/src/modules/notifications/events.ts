import type { StoredNotification } from './repository.ts';

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    notificationStored: StoredNotification;
  }
}
