import { getActivityStats } from '@minga/contract/administration/activities';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { panelKey } from './panel-key.ts';

export const activityStatsQuery = queryOptions({
  queryKey: [...panelKey, 'stats', 'activity'],
  queryFn: ({ signal }) => call(getActivityStats, { signal }),
});
