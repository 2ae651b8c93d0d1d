import type { Attendance } from '@minga/contract/attendance';
import type { Claim } from '@minga/contract/needs';
import { answerOffer } from '@minga/contract/party';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { call } from '../../../lib/api.ts';
import { NOT_LISTED } from '../own-state.ts';
import { rememberParty } from '../remembered-parties.ts';
import type { Viewer } from '../viewer.ts';
import { attendingEmail } from './attendance-check.ts';
import { setCachedAttendance } from './cached-attendance.ts';

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
