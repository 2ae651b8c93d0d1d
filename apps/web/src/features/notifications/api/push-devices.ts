import { getPushKey, listPushDevices, removePushDevice, subscribeToPush } from '@minga/contract/push';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '../../../lib/api.ts';
import { requestAlertPermission } from '../../../lib/browser-alerts.ts';
import { subscribeBrowser, unsubscribeBrowser } from '../browser-push.ts';

/** The devices that get what comes to the bell. */
export const pushDevices = queryOptions({
  queryKey: ['push-devices'],
  queryFn: async ({ signal }) => (await callList(listPushDevices, { query: {}, signal })).rows,
});

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
