import type { LiveData, LiveEvent } from '@minga/contract/live';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { onLive } from './live-events.ts';

/**
 * Subscribes to an event of the server while the component is mounted. `events` may be a constant list: several names of one
 * event.
 */
export function useLive<E extends LiveEvent>(
  events: E | readonly E[],
  listener: (data: LiveData<E>) => void,
  onUnreadable?: () => void,
): void {
  const receive = useEffectEvent((data: LiveData<E>) => listener(data));
  const fail = useEffectEvent(() => onUnreadable?.());
  useEffect(() => {
    const subscriptions = [events].flat().map(event =>
      onLive(
        event as E,
        data => receive(data),
        () => fail(),
      ),
    );
    return () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    };
  }, [events]);
}

/** `lost`: no further attempts until the network is back or the tab becomes visible. */
export type LiveState = 'connected' | 'connecting' | 'lost';

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();

export const currentLiveState = (): LiveState => state;

function onLiveStateChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setLiveState(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The state of the tab's live connection. */
export const useLiveState = (): LiveState =>
  useSyncExternalStore(onLiveStateChange, currentLiveState, () => 'connecting');
