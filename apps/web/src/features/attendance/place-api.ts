import type { Attendance } from '@minga/contract/attendance';
import type { Claim } from '@minga/contract/needs';
import { answerOffer, changeClaims, changeParty, reconfirmAttendance } from '@minga/contract/party';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ownAttendances } from '../../lib/attendance/own-attendances.ts';
import { activitiesKey } from '../../lib/server/activities-key.ts';
import { call } from '../../lib/server/api.ts';
import { attendingEmail, setCachedAttendance } from './api.ts';
import { NOT_LISTED, type Viewer } from './model.ts';
import { type OwnParty, rememberedParties, rememberParty } from './remembered-parties.ts';

/** Whose attendance it is: the viewer's own, or that of a personal link. */
export interface Bearer {
  readonly taskId: string;
  readonly viewer: Viewer;
  /** Of the personal link; null: the session or this browser's cookie proves it. */
  readonly token: string | null;
}

/** Fetches again what shows the bearer's attendance or the places of the activity. */
export const refetchPlaces = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [activitiesKey, ['attendance'], ['personal-attendance'], ['own-parties']].map(queryKey =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

interface OfferAnswer {
  readonly accept: boolean;
  /** What the party takes on. */
  readonly claims?: Claim[];
}

/** Accepts an offered place, or leaves it to the next person; resolves to the attendance, null if it was left. */
export function useAnswerOffer({ taskId, viewer, token }: Bearer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ accept, claims }: OfferAnswer): Promise<Attendance | null> => {
      const body = { accept, ...(claims && { claims }), ...(token !== null && { token }) };
      const answered = await call(answerOffer, { params: { taskId }, body });
      return 'deletedAttendance' in answered ? null : answered;
    },
    onSuccess: attendance => {
      if (token === null && attendance !== null) rememberParty(taskId, attendance);
      const email = attendingEmail(taskId, viewer);
      if (token === null)
        setCachedAttendance(queryClient, viewer, { taskId, email }, attendance ?? NOT_LISTED);
    },
    // After an accepted offer the buttons stay busy until the place is shown.
    onSettled: (_attendance, _error, { accept }) => {
      const refetched = refetchPlaces(queryClient);
      return accept ? refetched : undefined;
    },
  });
}

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

/** Says whether the party still comes; resolves to the attendance, null if it does not come and was cancelled. */
export function useReconfirm({ taskId, viewer, token }: Bearer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (coming: boolean): Promise<Attendance | null> => {
      const body = { coming, ...(token !== null && { token }) };
      const answered = await call(reconfirmAttendance, { params: { taskId }, body });
      return 'deletedAttendance' in answered ? null : answered;
    },
    onSuccess: attendance => {
      const email = attendingEmail(taskId, viewer);
      if (token === null)
        setCachedAttendance(queryClient, viewer, { taskId, email }, attendance ?? NOT_LISTED);
    },
    // After a yes the buttons stay busy until the answer is shown.
    onSettled: (_attendance, _error, coming) => {
      const refetched = refetchPlaces(queryClient);
      return coming ? refetched : undefined;
    },
  });
}
