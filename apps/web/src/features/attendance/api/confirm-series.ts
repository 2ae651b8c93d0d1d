import {
  confirmSeries,
  type SeriesConfirmation,
  type SeriesCounts,
} from '@minga/contract/series-confirmation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { call } from '../../../lib/api.ts';
import { CONFIRMED } from '../own-state.ts';
import type { Viewer } from '../viewer.ts';
import { setCachedAttendance } from './cached-attendance.ts';

interface Confirming {
  readonly seriesId: string;
  /** The occurrence from which the viewer confirms all. */
  readonly taskId: string;
  readonly confirmation: SeriesConfirmation;
}

/** Confirms attendance of all occurrences of a series that are to come. Rejects with an ApiError. */
export function useConfirmSeries(viewer: Viewer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ seriesId, confirmation }: Confirming) =>
      call(confirmSeries, { params: { seriesId }, body: confirmation }),
    onSuccess: (counts, { taskId, confirmation: { email = null } }) => {
      // Where something is not confirmed, only the server knows how each date stands.
      if (isWhole(counts)) setCachedAttendance(queryClient, viewer, { taskId, email }, CONFIRMED);
      void queryClient.invalidateQueries({ queryKey: ['attendance'] });
      void queryClient.invalidateQueries({ queryKey: activitiesKey });
    },
    meta: { isMilestone: true },
  });
}

const isWhole = ({ waiting, full, separate }: SeriesCounts) => waiting + full + separate === 0;
