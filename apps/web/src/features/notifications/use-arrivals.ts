import { useThrottledCallback, useTimeout } from '@mantine/hooks';
import type { LiveNotification } from '@minga/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLive } from '../../lib/live/use-live.ts';
import { toastError } from '../../lib/toasts.ts';
import { notificationsQuery, refreshNotifications } from './api/notifications.ts';
import { createArrivalToast } from './arrival-toast.ts';
import { isWorthTelling, withArrival } from './bell-list.ts';
import { raiseAlert } from './browser-alerts.ts';
import { EMPTY_BELL, entryOf } from './entry.ts';

const RINGING_MS = 1_500;
const REFRESH_MS = 1_000;

/** Puts what arrives over the live connection into the bell and tells of it: once, whatever its event is called. */
export function useArrivals(userId: string): { isRinging: boolean } {
  const queryClient = useQueryClient();
  const [isRinging, setRinging] = useState(false);
  const rest = useTimeout(() => setRinging(false), RINGING_MS);
  const [announce] = useState(createArrivalToast);
  const told = useRef(new Set<string>());
  const refresh = useThrottledCallback(() => refreshNotifications(queryClient, userId), REFRESH_MS);

  function receive(live: LiveNotification): void {
    const arrival = entryOf(live);
    if (told.current.has(arrival.id)) return;
    told.current.add(arrival.id);
    const { queryKey } = notificationsQuery(userId);
    const known = queryClient.getQueryData(queryKey) ?? EMPTY_BELL;
    if (known.entries.some(({ id, read }) => id === arrival.id && read)) return;
    queryClient.setQueryData(queryKey, withArrival(known, arrival));
    // An answer that is on its way may not know of it.
    if (queryClient.isFetching({ queryKey }) > 0) refresh();
    if (!isWorthTelling(known.entries, arrival)) return;
    announce(arrival, Date.now());
    raiseAlert(arrival);
    setRinging(true);
    rest.clear();
    rest.start();
  }

  const complain = () => void toastError('Error procesando notificación');
  useLive('nueva_notificacion', receive, complain);
  useLive('notification', receive, complain);
  useLive('notificacion', receive, complain);
  useLive('notificaciones_cambiaron', refresh);
  useLive('puesta_al_dia', refresh);
  return { isRinging };
}
