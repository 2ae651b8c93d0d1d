import { useSyncExternalStore } from 'react';
import { currentLiveState, type LiveState, onLiveStateChange } from './live-state.ts';

/** How the tab's live connection does. */
export const useLiveState = (): LiveState =>
  useSyncExternalStore(onLiveStateChange, currentLiveState, () => 'connecting');
