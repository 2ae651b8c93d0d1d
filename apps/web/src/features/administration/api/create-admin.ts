import type { Account } from '@minga/contract/administration/account';
import { createAdmin, type NewAdmin } from '@minga/contract/administration/admins';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import { adminsQuery } from './admins.ts';
import { refreshPanel } from './panel-key.ts';

/** Rejects with an ApiError; 409 if another account has the e-mail. */
export function useCreateAdmin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (admin: NewAdmin) => create(queryClient, admin),
    onSettled: () => void refreshPanel(queryClient),
  });
}

/** If the response is lost, checks the list for the account: a retry would fail with a 409 for its e-mail. */
async function create(queryClient: QueryClient, admin: NewAdmin): Promise<Account> {
  try {
    return await call(createAdmin, { body: admin });
  } catch (error) {
    if (isDefinitiveResponse(error)) throw error;
    const rows = await queryClient.fetchQuery({ ...adminsQuery, staleTime: 0, retry: false }).catch(() => []);
    const created = rows.find(({ email, username }) => email === admin.email && username === admin.username);
    if (created === undefined) throw error;
    return created;
  }
}
