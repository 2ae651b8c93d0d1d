import { startTotp } from '@minga/contract/totp';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Creates the secret of an authenticator app. */
export const useStartTotp = () => useMutation({ mutationFn: () => call(startTotp) });
