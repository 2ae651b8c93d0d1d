import { useThrottledCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLive } from '../../lib/live/live.ts';
import { isRestored } from '../../lib/offline/restored-queries.ts';
import { useOutbox } from '../../lib/outbox.ts';
import { doorQuery } from './api.ts';
import { arrivalKind } from './arrivals.ts';
import { doorPeople } from './model.ts';

const REFRESH_MS = 1_000;
/** A list of 2,000 people takes 110 kB of mobile data: with each arrival of an hour at two doors it would be hundreds of megabytes. */
const REFRESH_MS_PER_PERSON = 5;

/** The list of a door with what this device has noted. The server says when other devices have changed it. */
export function useDoor(taskId: string, owner: string) {
  const queryClient = useQueryClient();
  const { queryKey } = doorQuery(taskId);
  const { data, dataUpdatedAt, error, refetch } = useQuery(doorQuery(taskId));
  const all = useOutbox(arrivalKind, owner);
  const arrivals = useMemo(() => all.filter(arrival => arrival.taskId === taskId), [all, taskId]);
  const people = useMemo(
    () => data && doorPeople(data.attendances, dataUpdatedAt, arrivals),
    [data, dataUpdatedAt, arrivals],
  );
  // Throttled: fifty confirmations at once must not refetch the list fifty times.
  const refresh = useThrottledCallback(
    () => void queryClient.invalidateQueries({ queryKey }),
    Math.max(REFRESH_MS, REFRESH_MS_PER_PERSON * (data?.attendances.length ?? 0)),
  );
  useLive('asistentes_actualizados', changed => {
    if (changed.taskId === taskId) refresh();
  });
  useLive('puesta_al_dia', refresh);
  const query = queryClient.getQueryCache().find({ queryKey });
  /** The server has answered, and its clock is known. */
  const isFromServer = data !== undefined && query !== undefined && !isRestored(query);
  return { activity: data?.activity, people, arrivals, error, refetch, isFromServer };
}
