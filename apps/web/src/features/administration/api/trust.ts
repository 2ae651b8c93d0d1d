import { getTrust } from '@minga/contract/administration/trust';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { panelKey } from './panel-key.ts';

export const trustQuery = queryOptions({
  queryKey: [...panelKey, 'trust'],
  queryFn: ({ signal }) => call(getTrust, { signal }),
  // The form begins with what is stored now, and does not change while it is open.
  gcTime: 0,
  refetchOnWindowFocus: false,
});
