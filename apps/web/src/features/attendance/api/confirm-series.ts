import type { Confirmation } from '@minga/contract/confirmation';
import { confirmSeries, type SeriesCounts } from '@minga/contract/series-confirmation';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { CONFIRMED } from '../own-state.ts';
import { seriesCountsText } from '../series-counts-text.ts';
import type { Viewer } from '../viewer.ts';
import { setCachedAttendance } from './cached-attendance.ts';

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
