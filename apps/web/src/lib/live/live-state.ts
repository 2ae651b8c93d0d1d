import { useSyncExternalStore } from 'react';

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
