import type { QueryClient } from '@tanstack/react-query';
import { arrivalsQuery, followOtherTabs } from './api/arrivals.ts';
import { sendArrivals } from './api/send-arrivals.ts';
import { isUnsent } from './arrival.ts';

const RETRY_MS = 20_000;
const started = new WeakSet<QueryClient>();

/**
 * Sends what `currentOwner` noted at a door now, when the network is back, and every 20 s while there is something to send, until the
 * page is closed. Undefined: the session has not been checked, or there is none.
 */
export function startSending(queryClient: QueryClient, currentOwner: () => string | undefined): void {
  if (started.has(queryClient)) return;
  started.add(queryClient);
  const send = async () => {
    const owner = currentOwner();
    if (owner === undefined) return;
    const arrivals = await queryClient.ensureQueryData(arrivalsQuery(owner));
    if (arrivals.some(isUnsent)) await sendArrivals(queryClient, owner);
  };
  followOtherTabs(queryClient);
  addEventListener('online', () => void send());
  setInterval(() => void send(), RETRY_MS);
  void send();
}
