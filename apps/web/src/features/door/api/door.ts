import { readDoor } from '@minga/contract/check-ins';
import { doorHours } from '@minga/contract/door-hours';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { currentLiveState } from '../../../lib/live/live-state.ts';

/** The server reports changes; other devices may be slow to. */
const CONNECTED_REFETCH_MS = 60_000;
const REFETCH_MS = 15_000;

/** The activity and all its attendances, persisted until the door's hours are over. Rejects with 403 without the ability. */
export const doorQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['door', taskId],
    queryFn: ({ signal }) => call(readDoor, { params: { taskId }, signal }),
    refetchInterval: () => (currentLiveState() === 'connected' ? CONNECTED_REFETCH_MS : REFETCH_MS),
    meta: {
      isPersisted: true,
      expiresAt: data =>
        doorHours((data as { activity: Parameters<typeof doorHours>[0] }).activity).closes.getTime(),
    },
  });
