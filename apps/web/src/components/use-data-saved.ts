import { useSyncExternalStore } from 'react';
import { isDataSaved, renderedSaving, SAVING_SWITCHED } from '../lib/saved-data.ts';

function subscribe(listener: () => void): () => void {
  addEventListener(SAVING_SWITCHED, listener);
  return () => removeEventListener(SAVING_SWITCHED, listener);
}

/** Whether pictures and maps wait until they are asked for (docs/decisions/0095-saved-data.md). */
export const useDataSaved = (): boolean => useSyncExternalStore(subscribe, isDataSaved, renderedSaving);
