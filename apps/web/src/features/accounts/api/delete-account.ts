import type { BodyInput } from '@minga/contract/endpoint';
import { deleteAccount } from '@minga/contract/profile';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Deletes the user's account. The screen ends the local session after it has navigated away from the guarded route. */
export const useDeleteAccount = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof deleteAccount>) => call(deleteAccount, { body }) });
