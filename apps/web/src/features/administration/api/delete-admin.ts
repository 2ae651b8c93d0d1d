import { deleteAdmin } from '@minga/contract/administration/admins';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';

/** Deletes the account with its activities. A 404 counts as success. Rejects with an ApiError. */
export const useDeleteAdmin = () =>
  useMutation({ mutationFn: (id: string) => ignoreNotFound(call(deleteAdmin, { params: { id } })) });
