import { requestPasswordReset } from '@minga/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const useRequestPasswordReset = () =>
  useMutation({ mutationFn: (email: string) => call(requestPasswordReset, { body: { email } }) });
