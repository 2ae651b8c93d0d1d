import { useThrottledCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLive } from '../../lib/live/use-live.ts';
import { isRestored } from '../../lib/offline/restored-queries.ts';
import { arrivalsQuery } from './api/arrivals.ts';
import { doorQuery } from './api/door.ts';
import type { Arrival } from './arrival.ts';
import { doorPeople } from './door-people.ts';

const REFRESH_MS = 1_000;
const NONE: readonly Arrival[] = [];

/** The list of a door with what this device has noted. The server says when other devices have changed it. */
export function useDoor(taskId: string, owner: string) {
  const queryClient = useQueryClient();
  const { queryKey } = doorQuery(taskId);
  const { data, dataUpdatedAt, error, refetch } = useQuery(doorQuery(taskId));
  const { data: all = NONE } = useQuery(arrivalsQuery(owner));
  const arrivals = useMemo(() => all.filter(arrival => arrival.taskId === taskId), [all, taskId]);
  const people = useMemo(
    () => data && doorPeople(data.attendances, dataUpdatedAt, arrivals),
    [data, dataUpdatedAt, arrivals],
  );
  // Throttled: fifty confirmations at once must not refetch the list fifty times.
  const refresh = useThrottledCallback(() => void queryClient.invalidateQueries({ queryKey }), REFRESH_MS);
  useLive('asistentes_actualizados', changed => {
    if (changed.taskId === taskId) refresh();
  });
  useLive('puesta_al_dia', refresh);
  const query = queryClient.getQueryCache().find({ queryKey });
  /** The server has answered, and its clock is known. */
  const isFromServer = data !== undefined && query !== undefined && !isRestored(query);
  return { activity: data?.activity, people, arrivals, error, refetch, isFromServer };
}
