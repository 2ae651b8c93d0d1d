import { getToday } from '@minga/contract/administration/today';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { cacheOpenCases } from './open-cases.ts';
import { panelKey } from './panel-key.ts';

/** Decisions that wait, the most urgent first, and the state of the system. */
export const todayQuery = queryOptions({
  queryKey: [...panelKey, 'today'],
  queryFn: async ({ signal, client }) => {
    const today = await call(getToday, { signal });
    cacheOpenCases(client, today.reports.total);
    return today;
  },
});
