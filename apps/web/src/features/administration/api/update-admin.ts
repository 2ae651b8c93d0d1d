import { type AdminEdit, updateAdmin } from '@minga/contract/administration/admins';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Rejects with an ApiError; 409 if another account has the e-mail. */
export const useUpdateAdmin = (id: string) =>
  useMutation({ mutationFn: (body: AdminEdit) => call(updateAdmin, { params: { id }, body }) });
