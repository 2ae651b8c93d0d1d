import {
  type Calendar,
  createCalendar,
  listCalendars,
  type NewCalendar,
  previewCalendar,
  readCalendar,
  removeCalendar,
} from '@minga/contract/calendars';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { activitiesKey } from '../../lib/server/activities-key.ts';
import { call } from '../../lib/server/api.ts';
import { collectivesKey } from '../../lib/server/collectives-key.ts';
import { query, useAction } from '../../lib/server/queries.ts';

/** While a calendar is being read, its outcome is looked up this often. */
const REFETCH_MS = 2_000;

/** The calendars from which a collective takes activities. */
const calendarsQuery = (slug: string) =>
  queryOptions({
    ...query(listCalendars, { params: { slug }, query: {} }),
    refetchInterval: ({ state }) => (state.data?.some(isReading) ?? false) && REFETCH_MS,
  });

const isReading = ({ state }: Calendar): boolean => state === 'reading';

/** The calendars of a collective. Each reading may change activities, which are fetched again with their next use. */
export function useCalendars(slug: string) {
  const queryClient = useQueryClient();
  const calendars = useQuery(calendarsQuery(slug));
  const readings = calendars.data?.map(({ lastReadAt }) => lastReadAt).join();
  useEffect(() => {
    if (!readings) return;
    for (const queryKey of [activitiesKey, collectivesKey]) void queryClient.invalidateQueries({ queryKey });
  }, [readings, queryClient]);
  return calendars;
}

/** Reads a calendar and stores nothing. */
export const usePreviewCalendar = (slug: string) =>
  useMutation({
    mutationFn: (body: Pick<NewCalendar, 'url'>) => call(previewCalendar, { params: { slug }, body }),
  });

export const useCreateCalendar = (slug: string) =>
  useAction((body: NewCalendar) => call(createCalendar, { params: { slug }, body }), {
    refreshes: [calendarsQuery(slug).queryKey],
    isAwaited: true,
  });

/** Reads a calendar now. With `remove` the activities that it no longer has are removed, also if they are most of them. */
export const useReadCalendar = (slug: string, id: string) =>
  useAction((vanished?: 'remove') => call(readCalendar, { params: { slug, id }, query: { vanished } }), {
    refreshes: [calendarsQuery(slug).queryKey],
    isAwaited: true,
  });

/** Stops reading a calendar. A 404 counts as success: another person has stopped it. */
export const useRemoveCalendar = (slug: string, id: string) =>
  useAction(
    (activities: 'keep' | 'remove') =>
      ignoreNotFound(call(removeCalendar, { params: { slug, id }, query: { activities } })),
    { refreshes: [calendarsQuery(slug).queryKey, activitiesKey, collectivesKey], isAwaited: true },
  );
