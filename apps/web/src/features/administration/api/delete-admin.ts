import { deleteAdmin } from '@minga/contract/administration/admins';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from './ignore-not-found.ts';

/** Deletes the account with its activities. One that was gone already is as good as deleted. Fails with an ApiError. */
export const useDeleteAdmin = () =>
  useMutation({ mutationFn: (id: string) => ignoreNotFound(call(deleteAdmin, { params: { id } })) });
