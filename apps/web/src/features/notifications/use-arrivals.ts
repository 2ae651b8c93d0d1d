import { useThrottledCallback, useTimeout } from '@mantine/hooks';
import type { LiveNotification } from '@minga/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showAlert } from '../../lib/browser-alerts.ts';
import { useLive } from '../../lib/live/use-live.ts';
import { toastError } from '../../lib/toasts.ts';
import { notificationsQuery, refreshNotifications } from './api/notifications.ts';
import { createArrivalToast } from './arrival-toast.ts';
import { shouldAnnounce, withArrival } from './bell-list.ts';
import { EMPTY_BELL, entryOf } from './entry.ts';

const RINGING_MS = 1_500;
const REFRESH_MS = 1_000;

/** The three names of a new notification's event (docs/rules.md R5.4). */
const ARRIVALS = ['nueva_notificacion', 'notification', 'notificacion'] as const;
const STALE_LIST = ['notificaciones_cambiaron', 'puesta_al_dia'] as const;

/** Adds notifications from the live connection to the bell and announces each once, under whichever name its event arrives. */
export function useArrivals(userId: string): { isRinging: boolean } {
  const queryClient = useQueryClient();
  const [isRinging, setRinging] = useState(false);
  const rest = useTimeout(() => setRinging(false), RINGING_MS);
  const [announce] = useState(createArrivalToast);
  const announced = useRef(new Set<string>());
  const refresh = useThrottledCallback(() => refreshNotifications(queryClient, userId), REFRESH_MS);

  function receive(live: LiveNotification): void {
    const arrival = entryOf(live);
    if (announced.current.has(arrival.id)) return;
    announced.current.add(arrival.id);
    const { queryKey } = notificationsQuery(userId);
    const known = queryClient.getQueryData(queryKey) ?? EMPTY_BELL;
    if (known.entries.some(({ id, read }) => id === arrival.id && read)) return;
    queryClient.setQueryData(queryKey, withArrival(known, arrival));
    // A response still in flight may not contain it.
    if (queryClient.isFetching({ queryKey }) > 0) refresh();
    if (!shouldAnnounce(known.entries, arrival)) return;
    announce(arrival, Date.now());
    void showAlert(arrival);
    setRinging(true);
    rest.clear();
    rest.start();
  }

  useLive(ARRIVALS, receive, () => void toastError('Error procesando notificación'));
  useLive(STALE_LIST, refresh);
  return { isRinging };
}
