import type { QueryClient } from '@tanstack/react-query';
import { hasUnsentMark } from '../../features/door/unsent-mark.ts';

/** Loads what sends the arrivals that were noted at a door, if this device has some: now or when the network is back. */
export function followArrivals(queryClient: QueryClient): void {
  const start = () => {
    if (!hasUnsentMark()) return;
    // Without a network its code may be missing: it is tried again with one.
    import('../send-door-arrivals.ts').then(
      ({ sendDoorArrivals }) => sendDoorArrivals(queryClient),
      () => {},
    );
  };
  addEventListener('online', start);
  start();
}
