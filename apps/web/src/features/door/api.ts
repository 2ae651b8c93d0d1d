import { readDoor } from '@minga/contract/check-ins';
import { doorHours } from '@minga/contract/door-hours';
import { PERSISTER_KEY_PREFIX } from '@tanstack/query-persist-client-core';
import { hashKey, queryOptions } from '@tanstack/react-query';
import { currentLiveState } from '../../lib/live/live.ts';
import { isWithoutResponse } from '../../lib/offline/is-unreached.ts';
import { ApiError, call } from '../../lib/server/api.ts';
import { queryStore } from '../../lib/server/query-store.ts';

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

const CHECK_MS = 2000;
/** Written by the service worker once it has cached the door's code (service-worker/code.ts). */
const CODE_MARK = '/code-sets/door';

/** Whether the door opens without a network: this browser has stored the list and the code. */
export const offlineReadiness = (taskId: string) =>
  queryOptions({
    queryKey: ['door-offline-readiness', taskId],
    queryFn: async () => {
      const worker = navigator.serviceWorker?.controller;
      const hasCode = worker?.state === 'activated' && (await caches.match(CODE_MARK)) !== undefined;
      if (!hasCode) worker?.postMessage({ cache: { loaded: [], set: 'door' } });
      const list = await queryStore
        .getItem(`${PERSISTER_KEY_PREFIX}-${hashKey(doorQuery(taskId).queryKey)}`)
        .catch(() => undefined);
      return hasCode && list !== undefined;
    },
    refetchInterval: ({ state }) => (state.data === true ? false : CHECK_MS),
  });
