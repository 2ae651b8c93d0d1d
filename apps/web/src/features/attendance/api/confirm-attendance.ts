import { type Confirmation, confirmAttendance } from '@minga/contract/confirmation';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { isDefinitiveResponse } from '../../../lib/is-definitive-response.ts';
import { ownAttendances } from '../../../lib/own-attendances.ts';
import { CONFIRMED, type OwnState } from '../own-state.ts';
import { rememberParty } from '../remembered-parties.ts';
import type { Viewer } from '../viewer.ts';
import { setCachedAttendance } from './cached-attendance.ts';
import { fetchOwnState } from './fetch-own-state.ts';
import { type Changed, refetchChanged } from './refetch-changed.ts';

interface Confirmed {
  readonly state: OwnState;
  /** Of an attendance without an e-mail, to which it cannot be mailed; else null. */
  readonly personalLink: string | null;
  /** The server's message if the viewer was already on the list, else null. */
  readonly alreadyListed: string | null;
}

/**
 * Confirms an attendance. Rejects with an ApiError: 409 CONFLICT means that the e-mail is on the list and cannot be shown to be the
 * viewer's own, 409 FULL that there is no room and no waiting list.
 */
export function useConfirmAttendance(viewer: Viewer, activity: Changed) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (confirmation: Confirmation) => confirm(confirmation, viewer),
    onSuccess: ({ state }, confirmation) => {
      cacheConfirmed(queryClient, viewer, confirmation, state);
      refetchChanged(queryClient, activity);
    },
    // The places that are left may be others.
    onError: () => refetchChanged(queryClient, activity),
    meta: { isMilestone: true },
  });
}

/** Takes over the server's response to a confirmation. */
export function cacheConfirmed(
  queryClient: QueryClient,
  viewer: Viewer,
  { taskId, email = null, companions = 0, claims = [] }: Confirmation,
  state: OwnState,
): void {
  setCachedAttendance(queryClient, viewer, { taskId, email }, state);
  // Without a place nothing is claimed.
  rememberParty(taskId, { companions, claims: state.status === 'confirmed' ? claims : [] });
  for (const queryKey of [ownAttendances.queryKey, ['own-parties']])
    void queryClient.invalidateQueries({ queryKey });
}

/** Rejects like `useConfirmAttendance`. */
export async function confirm(confirmation: Confirmation, viewer: Viewer): Promise<Confirmed> {
  try {
    const { personalLink = null, ...state } = await call(confirmAttendance, { body: confirmation });
    return { state, personalLink, alreadyListed: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isDefinitiveResponse(error)) {
      const state = await fetchOwnState(addressed(confirmation));
      if (state?.status) return { state, personalLink: null, alreadyListed: null };
    }
    if (error.code !== 'CONFLICT') throw error;
    const state = await ownState(confirmation, viewer);
    if (state === null) throw error;
    return { state, personalLink: null, alreadyListed: error.messages.join(' ') };
  }
}

const addressed = ({ taskId, email = null }: Confirmation) => ({ taskId, email });

/** The state of an attendance that is shown to be the viewer's own; a visitor's e-mail is if the server tells this browser. */
async function ownState(confirmation: Confirmation, viewer: Viewer): Promise<OwnState | null> {
  if (viewer !== null && viewer.email !== confirmation.email) return null;
  const state = await fetchOwnState(addressed(confirmation));
  if (state?.status) return state;
  return viewer === null ? null : CONFIRMED;
}
