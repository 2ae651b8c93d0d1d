import type { Claim } from '@minga/contract/needs';
import { changeClaims } from '@minga/contract/party';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { rememberParty } from '../remembered-parties.ts';
import { type Bearer, refetchPlaces } from './answer-offer.ts';

/** Changes what the party takes on. Rejects with an ApiError: 409 NEED_FULL, CLASH or PARTY_TOO_SMALL. */
export function useChangeClaims({ taskId, token }: Bearer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (claims: Claim[]) =>
      call(changeClaims, { params: { taskId }, body: { claims, ...(token !== null && { token }) } }),
    onSuccess: party => {
      if (token === null) rememberParty(taskId, party);
    },
    onSettled: () => refetchPlaces(queryClient),
  });
}
