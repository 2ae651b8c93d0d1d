import { changeParty } from '@minga/contract/party';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ownAttendances } from '../../../lib/own-attendances.ts';
import { type OwnParty, rememberedParties, rememberParty } from '../remembered-parties.ts';
import { type Bearer, refetchPlaces } from './answer-offer.ts';

/** The cards of a screen fetch the list once. */
const STALE_MS = 15_000;

/** The party of a visitor, whose browser remembers what it was told. */
const visitorParties = queryOptions({
  queryKey: ['own-parties'],
  queryFn: rememberedParties,
});

/** The viewer's party in an activity, undefined while it is not known. */
export function useOwnParty(taskId: string, hasAccount: boolean, enabled: boolean): OwnParty | undefined {
  const listed = useQuery({ ...ownAttendances, enabled: enabled && hasAccount, staleTime: STALE_MS });
  const remembered = useQuery({ ...visitorParties, enabled: enabled && !hasAccount });
  return hasAccount ? listed.data?.find(row => row.taskId === taskId) : remembered.data?.[taskId];
}

/** Changes how many people come along. Rejects with an ApiError: 409 FULL if there is no room for them. */
export function useChangeParty({ taskId, token }: Bearer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (companions: number) =>
      call(changeParty, { params: { taskId }, body: { companions, ...(token !== null && { token }) } }),
    onSuccess: party => {
      if (token === null) rememberParty(taskId, party);
    },
    onSettled: () => refetchPlaces(queryClient),
  });
}
