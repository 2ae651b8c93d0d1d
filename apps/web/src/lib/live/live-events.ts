import { type LiveData, type LiveEvent, liveEvents } from '@minga/contract/live';

const listeners = new Map<string, Set<(data: unknown) => void>>();

/**
 * Calls `listener` whenever the server sends this event, until the returned function is called. `puesta_al_dia` also
 * comes each time the connection begins: what was fetched before may be old by then. What cannot be read reaches
 * `onUnreadable` alone.
 */
export function onLive<E extends LiveEvent>(
  event: E,
  listener: (data: LiveData<E>) => void,
  onUnreadable: () => void = () => {},
): () => void {
  const hear = (data: unknown) => {
    const read = liveEvents[event].safeParse(data);
    if (read.success) listener(read.data as LiveData<E>);
    else onUnreadable();
  };
  const own = listeners.get(event) ?? new Set();
  listeners.set(event, own.add(hear));
  return () => void own.delete(hear);
}

/** Hands on what the server has sent. What it should not have sent reaches nobody. */
export function announceLive(event: string, data: unknown): void {
  for (const hear of listeners.get(event) ?? []) hear(data);
}
