import type { Account } from '@minga/contract/administration/account';
import { listAdmins } from '@minga/contract/administration/admins';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, callList } from '../../../lib/api.ts';
import { fetchAllRows } from '../../../lib/fetch-all-rows.ts';

/** One current or former admin, from the refetched list. Rejects with a 404 if the account was deleted. */
export const oneAdmin = (id: string) =>
  queryOptions({
    queryKey: ['administration-admin', id],
    queryFn: async ({ signal }): Promise<Account> => {
      const admins = await fetchAllRows(query => callList(listAdmins, { query, signal }));
      const admin = admins.find(({ _id }) => _id === id);
      if (admin === undefined)
        throw new ApiError(404, 'NOT_FOUND', ['Esa cuenta de administración no existe']);
      return admin;
    },
  });
