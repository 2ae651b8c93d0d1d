import { readVerificationLink } from '@minga/contract/accounts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** The account that a mailed link would verify; the request does not use the link. */
export const verificationLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['verification-link', token],
    queryFn: ({ signal }) => call(readVerificationLink, { body: { token }, signal }),
  });
