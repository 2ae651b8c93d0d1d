import { changeUserStatus } from '@minga/contract/administration/users';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Lets an account in again, or shuts it out and ends its sessions. Fails with an ApiError. */
export const useChangeUserStatus = () =>
  useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(changeUserStatus, { params: { id }, body: { isActive } }),
  });
