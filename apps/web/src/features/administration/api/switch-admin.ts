import type { Account } from '@minga/contract/administration/account';
import { deactivateAdmin, reactivateAdmin } from '@minga/contract/administration/admins';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Deactivates an admin or reactivates a former one. Rejects with an ApiError. */
export const useSwitchAdmin = () =>
  useMutation({
    mutationFn: ({ _id: id, role }: Account) =>
      call(role === 'admin' ? deactivateAdmin : reactivateAdmin, { params: { id } }),
  });
