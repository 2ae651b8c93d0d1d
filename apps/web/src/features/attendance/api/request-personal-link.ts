import { requestPersonalLink } from '@minga/contract/personal-link';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Resends the personal links of an e-mail: of one activity, or of all upcoming ones. */
export const useRequestPersonalLink = () =>
  useMutation({
    mutationFn: (request: { email: string; taskId?: string }) => call(requestPersonalLink, { body: request }),
  });
