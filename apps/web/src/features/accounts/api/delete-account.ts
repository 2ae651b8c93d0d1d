import type { BodyInput } from '@minga/contract/endpoint';
import { deleteAccount } from '@minga/contract/profile';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Deletes the own account; the screen then ends the session here, once the person has been led out of it. */
export const useDeleteAccount = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof deleteAccount>) => call(deleteAccount, { body }) });
