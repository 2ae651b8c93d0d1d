import { getRetention } from '@minga/contract/administration/retention';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { panelKey } from './panel-key.ts';

export const retentionQuery = queryOptions({
  queryKey: [...panelKey, 'retention'],
  queryFn: ({ signal }) => call(getRetention, { signal }),
});
