import { deleteUser } from '@minga/contract/administration/users';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';

/** Deletes an account with its activities. A 404 counts as success. Rejects with an ApiError. */
export const useDeleteUser = () =>
  useMutation({ mutationFn: (id: string) => ignoreNotFound(call(deleteUser, { params: { id } })) });
