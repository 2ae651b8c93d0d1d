import { useSyncExternalStore } from 'react';
import { currentLiveState, type LiveState, onLiveStateChange } from './live-state.ts';

/** The state of the tab's live connection. */
export const useLiveState = (): LiveState =>
  useSyncExternalStore(onLiveStateChange, currentLiveState, () => 'connecting');
