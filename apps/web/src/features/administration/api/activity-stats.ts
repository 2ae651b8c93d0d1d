import { getActivityStats } from '@minga/contract/administration/activities';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { figuresKey } from './panel-key.ts';

export const activityStatsQuery = queryOptions({
  queryKey: [...figuresKey, 'stats', 'activity'],
  queryFn: ({ signal }) => call(getActivityStats, { signal }),
});
