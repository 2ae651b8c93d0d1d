import { getReportStats } from '@minga/contract/administration/reports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { figuresKey } from './panel-key.ts';

/** How many cases wait for a decision. */
export const reportStats = queryOptions({
  queryKey: [...figuresKey, 'reports'],
  queryFn: ({ signal }) => call(getReportStats, { signal }),
});
