import type { QueryClient } from '@tanstack/react-query';
import { arrivalsQuery, followOtherTabs } from './api/arrivals.ts';
import { sendArrivals } from './api/send-arrivals.ts';
import { isUnsent } from './arrival.ts';
import { followSending } from './sending-state.ts';

/** After the first failures in a row: most are a short gap in the network. Then every 20 s. */
const FIRST_RETRIES_MS = [2_500, 5_000, 10_000];
const RETRY_MS = 20_000;
const started = new WeakSet<QueryClient>();

/**
 * Sends what `currentOwner` noted at a door now, when the network is back, soon after a batch has failed and every 20 s while there is
 * something to send, until the page is closed. Undefined: the session has not been checked, or there is none.
 */
export function startSending(queryClient: QueryClient, currentOwner: () => string | undefined): void {
  if (started.has(queryClient)) return;
  started.add(queryClient);
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const retryAfter = (delayMs: number) => {
    clearTimeout(retry);
    retry = setTimeout(() => void send(), delayMs);
  };
  const send = async () => {
    retryAfter(RETRY_MS);
    const owner = currentOwner();
    if (owner === undefined) return;
    const arrivals = await queryClient.ensureQueryData(arrivalsQuery(owner));
    if (arrivals.some(isUnsent)) await sendArrivals(queryClient, owner);
  };
  followOtherTabs(queryClient);
  followSending(problem => {
    if (problem !== null) retryAfter(FIRST_RETRIES_MS[failures] ?? RETRY_MS);
    failures = problem === null ? 0 : failures + 1;
  });
  addEventListener('online', () => void send());
  void send();
}
