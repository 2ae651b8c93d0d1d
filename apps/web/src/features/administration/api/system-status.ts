import { getSystemStatus } from '@minga/contract/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { panelKey } from './panel-key.ts';

const POLL_MS = 30_000;
/** Polling stops after half an hour, so that a screen left open does not extend its session. */
const POLLS_MAX = 60;

export const systemStatusQuery = queryOptions({
  queryKey: [...panelKey, 'system'],
  queryFn: ({ signal }) => call(getSystemStatus, { signal }),
  // A manual refresh starts another half hour.
  refetchInterval: ({ state }) => (state.dataUpdateCount + 1) % (POLLS_MAX + 1) !== 0 && POLL_MS,
});
