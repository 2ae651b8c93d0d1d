import { listOwnAttendances } from '@minga/contract/attendance';
import { changeParty } from '@minga/contract/waiting-list';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { fetchAllRows } from '../../../lib/fetch-all-rows.ts';
import { rememberCompanions, rememberedCompanions } from '../remembered-attendances.ts';
import { type Bearer, refetchPlaces } from './answer-offer.ts';

/**
 * How many people come along with the viewer, by the activity's id: an account asks the server, a visitor's browser remembers what it
 * sent.
 */
export const ownCompanions = (hasAccount: boolean) =>
  queryOptions({
    queryKey: ['own-companions', hasAccount],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, number>>> => {
      if (!hasAccount) return rememberedCompanions();
      const all = await fetchAllRows(query => callList(listOwnAttendances, { query, signal }));
      return Object.fromEntries(all.map(({ taskId, companions }) => [taskId, companions]));
    },
  });

/** Changes how many people come along. Rejects with an ApiError: 409 FULL if there is no room for them. */
export function useChangeParty({ taskId, token }: Bearer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (companions: number) =>
      call(changeParty, { params: { taskId }, body: { companions, ...(token !== null && { token }) } }),
    onSuccess: ({ companions }) => rememberCompanions(taskId, companions),
    onSettled: () => refetchPlaces(queryClient),
  });
}
