import { resendVerification } from '@minga/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const useResendVerification = () =>
  useMutation({ mutationFn: (email: string) => call(resendVerification, { body: { email } }) });
