import type { Account } from '@minga/contract/administration/account';
import { listAdmins } from '@minga/contract/administration/admins';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { everyRow } from '../../../lib/every-row.ts';
import { panelKey } from './panel-key.ts';

/** Who administers and who did, by name. All of them: they are few. */
export const adminsQuery = queryOptions({
  queryKey: [...panelKey, 'admins'],
  queryFn: ({ signal }) => everyRow(query => callList(listAdmins, { query, signal })),
});

/** Puts the account that the server has answered with in the place of the one that is known. */
export async function swapAdmin(queryClient: QueryClient, changed: Account): Promise<void> {
  const { queryKey } = adminsQuery;
  // What was asked before would bring the old one back.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, admins =>
    admins?.map(admin => (admin._id === changed._id ? changed : admin)),
  );
}
