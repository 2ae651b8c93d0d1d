import type { Account } from '@minga/contract/administration/account';
import { listAdmins } from '@minga/contract/administration/admins';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, callList } from '../../../lib/api.ts';
import { everyRow } from '../../../lib/every-row.ts';

/** One account that administers or did, as the list has it now; 404 for one that is gone. */
export const oneAdmin = (id: string) =>
  queryOptions({
    queryKey: ['administration-admin', id],
    queryFn: async ({ signal }): Promise<Account> => {
      const admins = await everyRow(query => callList(listAdmins, { query, signal }));
      const admin = admins.find(({ _id }) => _id === id);
      if (admin === undefined)
        throw new ApiError(404, 'NOT_FOUND', ['No hay una cuenta de administración así']);
      return admin;
    },
  });
