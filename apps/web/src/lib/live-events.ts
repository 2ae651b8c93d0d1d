import { type LiveData, type LiveEvent, liveEvents } from '@minga/contract/live';

const listeners = new Map<string, Set<(data: unknown) => void>>();

/**
 * Subscribes to an event of the server. Returns the function that unsubscribes. `puesta_al_dia` is also sent on each connection,
 * because data fetched before may be stale. Invalid data is passed to `onUnreadable` only.
 */
export function onLive<E extends LiveEvent>(
  event: E,
  listener: (data: LiveData<E>) => void,
  onUnreadable: () => void = () => {},
): () => void {
  const receive = (data: unknown) => {
    const read = liveEvents[event].safeParse(data);
    if (read.success) listener(read.data as LiveData<E>);
    else onUnreadable();
  };
  const own = listeners.get(event) ?? new Set();
  listeners.set(event, own.add(receive));
  return () => void own.delete(receive);
}

/** Passes an event of the server to its listeners. Unknown events have none. */
export function announceLive(event: string, data: unknown): void {
  for (const receive of listeners.get(event) ?? []) receive(data);
}
