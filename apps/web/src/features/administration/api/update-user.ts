import { type UserEdit, updateUser } from '@minga/contract/administration/users';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Changes name, e-mail and phone of an account. Rejects with an ApiError; 409 if another account has the e-mail. */
export const useUpdateUser = () =>
  useMutation({
    mutationFn: ({ id, fields }: { id: string; fields: UserEdit }) =>
      call(updateUser, { params: { id }, body: fields }),
  });
