import { readInvitation } from '@minga/contract/teams';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';

/** The offer behind an invitation's link. Reading changes nothing. */
export const invitationOffer = (token: string) =>
  queryOptions({
    queryKey: ['invitation-offer', token],
    queryFn: ({ signal }) => call(readInvitation, { body: { token }, signal }),
  });

/** The link is incomplete, used, withdrawn or expired: retrying cannot succeed. */
export const isBadInvitation = (error: Error | null): boolean =>
  error instanceof ApiError && error.status === 400;
