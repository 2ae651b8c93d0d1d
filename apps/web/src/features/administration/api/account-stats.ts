import { getAccountStats } from '@minga/contract/administration/admins';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { figuresKey } from './panel-key.ts';

export const accountStatsQuery = queryOptions({
  queryKey: [...figuresKey, 'stats', 'accounts'],
  queryFn: ({ signal }) => call(getAccountStats, { signal }),
});
