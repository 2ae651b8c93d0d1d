import { PERSISTER_KEY_PREFIX } from '@tanstack/query-persist-client-core';
import { hashKey, queryOptions } from '@tanstack/react-query';
import { queryStore } from '../../../lib/offline/query-store.ts';
import { doorQuery } from './door.ts';

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
