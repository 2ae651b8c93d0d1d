import { listOwnAttendances } from '@minga/contract/attendance';
import { changeParty } from '@minga/contract/party';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { fetchAllRows } from '../../../lib/fetch-all-rows.ts';
import { type OwnParty, rememberedParties, rememberParty } from '../remembered-parties.ts';
import { type Bearer, refetchPlaces } from './answer-offer.ts';

/** The viewer's parties, by the activity's id: an account asks the server, a visitor's browser remembers what it was told. */
export const ownParties = (hasAccount: boolean) =>
  queryOptions({
    queryKey: ['own-parties', hasAccount],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, OwnParty>>> => {
      if (!hasAccount) return rememberedParties();
      const all = await fetchAllRows(query => callList(listOwnAttendances, { query, signal }));
      return Object.fromEntries(
        all.map(({ taskId, companions, claims }) => [taskId, { companions, claims }]),
      );
    },
  });

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
