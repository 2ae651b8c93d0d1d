import { getUserStats } from '@minga/contract/administration/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { figuresKey } from './panel-key.ts';

export const userStatsQuery = queryOptions({
  queryKey: [...figuresKey, 'stats', 'user'],
  queryFn: ({ signal }) => call(getUserStats, { signal }),
});
