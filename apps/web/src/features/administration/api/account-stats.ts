import { getAccountStats } from '@minga/contract/administration/admins';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { panelKey } from './panel-key.ts';

export const accountStatsQuery = queryOptions({
  queryKey: [...panelKey, 'stats', 'accounts'],
  queryFn: ({ signal }) => call(getAccountStats, { signal }),
});
