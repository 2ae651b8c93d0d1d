import { useThrottledCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useLive } from '../../lib/live/live.ts';
import { isRestored } from '../../lib/offline/restored-queries.ts';
import { useOutbox } from '../../lib/outbox.ts';
import { doorQuery } from './api.ts';
import { type Arrival, arrivalKind, noteArrival } from './arrivals.ts';
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
  /** Arrivals that the browser is storing: their rows change with the press. What is to be sent counts only what is stored. */
  const [noted, setNoted] = useState<readonly Arrival[]>([]);
  const people = useMemo(() => {
    const stored = new Set(arrivals.map(({ key }) => key));
    const unstored = noted.filter(({ key }) => !stored.has(key));
    return data && doorPeople(data.attendances, dataUpdatedAt, [...arrivals, ...unstored]);
  }, [data, dataUpdatedAt, arrivals, noted]);
  const note = useCallback(async (arrival: Arrival) => {
    setNoted(current => [...current, arrival]);
    await noteArrival(arrival);
    setNoted(current => current.filter(other => other !== arrival));
  }, []);
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
  return { activity: data?.activity, people, arrivals, note, error, refetch, isFromServer };
}
