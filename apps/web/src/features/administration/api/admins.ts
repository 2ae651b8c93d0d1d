import { listAdmins } from '@minga/contract/administration/admins';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { fetchAllRows } from '../../../lib/fetch-all-rows.ts';
import { panelKey } from './panel-key.ts';

/** All current and former admins, by name. */
export const adminsQuery = queryOptions({
  queryKey: [...panelKey, 'admins'],
  queryFn: ({ signal }) => fetchAllRows(query => callList(listAdmins, { query, signal })),
});
