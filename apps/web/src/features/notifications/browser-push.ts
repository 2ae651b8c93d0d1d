import type { NewPushSubscription } from '@minga/contract/push';

/** Null: the browser has no service worker yet, or no push. */
async function pushManager(): Promise<PushManager | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (registration?.active && registration.pushManager) ?? null;
}

/** Subscribes this browser at its push service with the site's public key; null: it cannot, or the service does not answer. */
export async function subscribeBrowser(publicKey: string): Promise<NewPushSubscription | null> {
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

export async function unsubscribeBrowser(): Promise<void> {
  const subscription = await (await pushManager())?.getSubscription();
  await subscription?.unsubscribe();
}
