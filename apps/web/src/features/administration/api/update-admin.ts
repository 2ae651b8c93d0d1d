import { type AdminEdit, updateAdmin } from '@minga/contract/administration/admins';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { swapAdmin } from './admins.ts';

/** Fails with an ApiError; 409: another account has the e-mail. */
export function useUpdateAdmin(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: AdminEdit) => call(updateAdmin, { params: { id }, body }),
    onSuccess: changed => swapAdmin(queryClient, changed),
  });
}
