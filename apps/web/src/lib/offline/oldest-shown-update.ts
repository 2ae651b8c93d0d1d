import type { Query } from '@tanstack/react-query';
import { isUnreached } from './is-unreached.ts';
import { isRestored } from './restored-queries.ts';

/** The `dataUpdatedAt` of the oldest data on the screen that could not be fetched, in milliseconds; null if there are none. */
export function oldestShownUpdate(active: readonly Query[], isOnline: boolean): number | null {
  const times = active
    .filter(({ meta }) => meta?.isPersisted === true && !meta.isAgeHidden)
    .filter(query => query.state.data !== undefined && (!isOnline || isUnreached(query) || isRestored(query)))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
}
