import { requestPersonalLink } from '@minga/contract/attendance';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Has the personal links of an e-mail sent once more: of one activity, or of all that are to come. */
export const useRequestPersonalLink = () =>
  useMutation({
    mutationFn: (request: { email: string; taskId?: string }) => call(requestPersonalLink, { body: request }),
  });
