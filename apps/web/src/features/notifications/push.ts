import {
  getPushKey,
  listPushDevices,
  type NewPushSubscription,
  removePushDevice,
  subscribeToPush,
} from '@minga/contract/push';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestAlertPermission } from '../../lib/browser-alerts.ts';
import { call } from '../../lib/server/api.ts';
import { query } from '../../lib/server/queries.ts';

/** The devices that get what comes to the bell. */
export const pushDevices = query(listPushDevices, { query: {} });

/** `open-only`: the browser shows notifications, but only while Minga is open. */
export type PushOutcome = 'subscribed' | 'open-only' | 'denied';

/** Asks for the permission and subscribes this browser. Call it in a click handler: otherwise browsers deny it without a prompt. */
export function useSubscribeHere() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<PushOutcome> => {
      if ((await requestAlertPermission()) !== 'granted') return 'denied';
      const { publicKey } = await call(getPushKey);
      const subscription = await subscribeBrowser(publicKey);
      if (subscription === null) return 'open-only';
      await call(subscribeToPush, { body: subscription });
      return 'subscribed';
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pushDevices.queryKey }),
  });
}

/** Ends the pushes to a device; if it is this one, the browser's subscription too. */
export function useRemoveDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ _id, isCurrent }: { _id: string; isCurrent: boolean }) => {
      await call(removePushDevice, { params: { id: _id } });
      if (isCurrent) await unsubscribeBrowser();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushDevices.queryKey }),
  });
}

/** Null: the browser has no service worker yet, or no push. */
async function pushManager(): Promise<PushManager | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (registration?.active && registration.pushManager) ?? null;
}

/** Subscribes this browser at its push service with the site's public key; null: it cannot, or the service does not answer. */
async function subscribeBrowser(publicKey: string): Promise<NewPushSubscription | null> {
  const manager = await pushManager();
  if (manager === null) return null;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await manager
    .subscribe(options)
    .catch(async () => {
      // It was subscribed with another key, such as that of a site that was set up again.
      await unsubscribeBrowser();
      return manager.subscribe(options);
    })
    .catch(() => null);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null;
}

async function unsubscribeBrowser(): Promise<void> {
  const subscription = await (await pushManager())?.getSubscription();
  await subscription?.unsubscribe();
}
