import { listAdmins } from '@minga/contract/administration/admins';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { everyRow } from '../../../lib/every-row.ts';
import { panelKey } from './panel-key.ts';

/** Who administers and who did, by name. All of them: they are few. */
export const adminsQuery = queryOptions({
  queryKey: [...panelKey, 'admins'],
  queryFn: ({ signal }) => everyRow(query => callList(listAdmins, { query, signal })),
});
