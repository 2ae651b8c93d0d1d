import { deleteUser } from '@minga/contract/administration/users';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { orIsGone } from './or-is-gone.ts';

/** Deletes an account with its activities. One that was gone already is as good as deleted. Fails with an ApiError. */
export const useDeleteUser = () =>
  useMutation({ mutationFn: (id: string) => orIsGone(call(deleteUser, { params: { id } })) });
