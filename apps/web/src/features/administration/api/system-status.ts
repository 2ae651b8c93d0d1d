import { getSystemStatus } from '@minga/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { panelKey } from './panel-key.ts';

/** So often it is asked for anew while its tab is open … */
const AGAIN_MS = 30_000;
/** … and so many times, half an hour: a screen that was left open must not keep its session alive. */
const TIMES = 60;

export const systemStatusQuery = queryOptions({
  queryKey: [...panelKey, 'system'],
  queryFn: ({ signal }) => call(getSystemStatus, { signal }),
  // Whoever asks on demand is there, and begins another half hour.
  refetchInterval: ({ state }) => (state.dataUpdateCount + 1) % (TIMES + 1) !== 0 && AGAIN_MS,
});
