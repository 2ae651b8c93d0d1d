import { getReportStats } from '@minga/contract/administration/reports';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { figuresKey } from './panel-key.ts';

/** How many cases wait for a decision. */
export const openCases = queryOptions({
  queryKey: [...figuresKey, 'reports'],
  queryFn: async ({ signal }) => (await call(getReportStats, { signal })).openCases,
});

/** Stores the number that another response has, so that two places on the screen do not differ. */
export const cacheOpenCases = (client: QueryClient, count: number) =>
  client.setQueryData(openCases.queryKey, count);
