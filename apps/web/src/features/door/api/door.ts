import { readDoor } from '@minga/contract/check-ins';
import { doorHours } from '@minga/contract/door-hours';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { currentLiveState } from '../../../lib/live/live-state.ts';
import { isWithoutResponse } from '../../../lib/offline/is-unreached.ts';

/** The server reports changes; other devices may be slow to. */
const CONNECTED_REFETCH_MS = 60_000;
const REFETCH_MS = 15_000;

/** The activity and all its attendances, persisted until the door's hours are over. Rejects with 403 without the ability. */
export const doorQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['door', taskId],
    queryFn: ({ signal }) => call(readDoor, { params: { taskId }, signal }),
    refetchInterval: ({ state: { error } }) => {
      if (error && isClosedTo(error)) return false;
      return currentLiveState() === 'connected' ? CONNECTED_REFETCH_MS : REFETCH_MS;
    },
    meta: {
      isPersisted: true,
      expiresAt: data =>
        doorHours((data as { activity: Parameters<typeof doorHours>[0] }).activity).closes.getTime(),
    },
  });

/** There is no such activity, or not for this account; what the device has stored of it is not shown either. */
export const isClosedTo = (error: Error): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status) && !isWithoutResponse(error);
