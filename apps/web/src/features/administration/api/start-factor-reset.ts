import { startSecondFactorReset } from '@minga/contract/administration/second-factor';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Starts the removal of the second factor of an account, which takes effect after 24 hours. */
export const useStartFactorReset = () =>
  useMutation({ mutationFn: (email: string) => call(startSecondFactorReset, { body: { email } }) });
