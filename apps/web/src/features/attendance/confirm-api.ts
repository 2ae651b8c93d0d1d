import { type Confirmation, confirmAttendance } from '@minga/contract/confirmation';
import { confirmSeries, type SeriesCounts } from '@minga/contract/series-confirmation';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownAttendances } from '../../lib/attendance/own-attendances.ts';
import { counted } from '../../lib/digits.ts';
import { isDefinitiveResponse } from '../../lib/errors/is-definitive-response.ts';
import { activitiesKey } from '../../lib/server/activities-key.ts';
import { ApiError, call } from '../../lib/server/api.ts';
import { fetchOwnState, refetchChanged, setCachedAttendance } from './api.ts';
import { CONFIRMED, type OwnState, type Viewer } from './model.ts';
import { rememberParty } from './remembered-parties.ts';

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
export function useConfirmAttendance(viewer: Viewer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (confirmation: Confirmation) => confirm(confirmation, viewer),
    onSuccess: ({ state }, confirmation) => {
      cacheConfirmed(queryClient, viewer, confirmation, state);
      refetchChanged(queryClient);
    },
    // The places that are left may be others.
    onError: () => refetchChanged(queryClient),
    meta: { isMilestone: true },
  });
}

/** Takes over the server's response to a confirmation. */
export function cacheConfirmed(
  queryClient: QueryClient,
  viewer: Viewer,
  { taskId, name, email = null, companions = 0, claims = [] }: Confirmation,
  state: OwnState,
): void {
  setCachedAttendance(queryClient, viewer, { taskId, email }, state);
  // Without a place nothing is claimed.
  const party = { companions, claims: state.status === 'confirmed' ? claims : [] };
  rememberParty(taskId, { ...party, name, code: state.code ?? null, email: email ?? '' });
  for (const queryKey of [ownAttendances.queryKey, ['own-parties']])
    void queryClient.invalidateQueries({ queryKey });
}

/** Rejects like `useConfirmAttendance`. */
export async function confirm(confirmation: Confirmation, viewer: Viewer): Promise<Confirmed> {
  const send = async (): Promise<Confirmed> => {
    const { personalLink = null, ...state } = await call(confirmAttendance, { body: confirmation });
    return { state, personalLink, alreadyListed: null };
  };
  try {
    // The server stores a repeated confirmation once (`clientId`), so the same call replaces a lost response.
    return await send().catch(error => (isDefinitiveResponse(error) ? Promise.reject(error) : send()));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error;
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

interface Confirming {
  readonly seriesId: string;
  /** `taskId` is the occurrence from which the viewer confirms all. */
  readonly confirmation: Confirmation;
}

interface ConfirmedDates {
  readonly counts: SeriesCounts;
  /** Of an attendance without an e-mail, to which it cannot be mailed; else null. */
  readonly personalLink: string | null;
}

/** Confirms attendance of all occurrences of a series that are to come. Rejects like `confirmDates`. */
export function useConfirmSeries(viewer: Viewer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: confirmDates,
    onSuccess: ({ counts }, { confirmation }) => cacheDates(queryClient, viewer, confirmation, counts),
    // Also after an error: the places that are left may be others.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: activitiesKey }),
    meta: { isMilestone: true },
  });
}

/**
 * The server stores a repeated confirmation once (`clientId`), so a lost response needs no check. Rejects with an ApiError: 409 FULL
 * means that the attendee is on the list of no date.
 */
export async function confirmDates({ seriesId, confirmation }: Confirming): Promise<ConfirmedDates> {
  const { taskId: _one, ...body } = confirmation;
  const { personalLink = null, ...counts } = await call(confirmSeries, { params: { seriesId }, body });
  if (counts.confirmed + counts.waiting + counts.already === 0)
    throw new ApiError(409, 'FULL', [seriesCountsText(counts)]);
  return { counts, personalLink };
}

/** Takes over the server's response to a confirmation of all dates. */
export function cacheDates(
  queryClient: QueryClient,
  viewer: Viewer,
  { taskId, email = null }: Confirmation,
  counts: SeriesCounts,
): void {
  // Where something is not confirmed, only the server knows how each date stands.
  if (isWhole(counts)) setCachedAttendance(queryClient, viewer, { taskId, email }, CONFIRMED);
  for (const queryKey of [['attendance'], ['own-parties']]) void queryClient.invalidateQueries({ queryKey });
}

/** Whether the attendee has a place on every date. */
export const isWhole = ({ waiting, full, separate }: SeriesCounts) => waiting + full + separate === 0;

const dates = (count: number) => counted(count, 'fecha', 'fechas');

/** 'Quedaste en 9 fechas; en 2 quedaste en lista de espera; 1 ya no tiene cupo.' */
export function seriesCountsText({ confirmed, waiting, full, already, separate }: SeriesCounts): string {
  const parts = [
    confirmed > 0 && `vas a ${dates(confirmed)}`,
    waiting > 0 && `en ${dates(waiting)} quedaste en lista de espera`,
    already > 0 && `en ${dates(already)} ya estabas`,
    full > 0 && `en ${dates(full)} ya no hay cupo`,
    separate > 0 &&
      `${dates(separate)} ${separate === 1 ? 'pide' : 'piden'} algo distinto: confírmala aparte`,
  ].filter(part => part !== false);
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
