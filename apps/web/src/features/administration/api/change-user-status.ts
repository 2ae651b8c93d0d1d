import { changeUserStatus } from '@minga/contract/administration/users';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Activates an account, or deactivates it and ends its sessions. Rejects with an ApiError. */
export const useChangeUserStatus = () =>
  useMutation({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(changeUserStatus, { params: { id }, body: { isActive } }),
  });
