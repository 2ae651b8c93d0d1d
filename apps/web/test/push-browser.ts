import { onTestFinished, vi } from 'vitest';

/**
 * A browser with this permission before and after it is requested, and with a push service, which refuses as many subscriptions.
 */
export function stubPushBrowser(
  permission: NotificationPermission,
  response: NotificationPermission = permission,
  { refusals = 0 } = {},
) {
  const seen = { requests: 0, keys: [] as unknown[], unsubscribed: 0, left: refusals };
  const notification = {
    permission,
    async requestPermission() {
      seen.requests += 1;
      notification.permission = response;
      return response;
    },
  };
  const subscription = {
    toJSON: () => ({
      endpoint: 'https://push.example.org/1',
      keys: { p256dh: 'BPub', auth: 'secret' },
    }),
    unsubscribe: async () => {
      seen.unsubscribed += 1;
      return true;
    },
  };
  const pushManager = {
    async subscribe({ applicationServerKey }: { applicationServerKey: unknown }) {
      if (seen.left > 0) {
        seen.left -= 1;
        throw new DOMException('refused', 'InvalidStateError');
      }
      seen.keys.push(applicationServerKey);
      return subscription;
    },
    getSubscription: async () => subscription,
  };
  vi.stubGlobal('Notification', notification);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ active: {}, pushManager }) },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  return {
    requests: () => seen.requests,
    keys: () => seen.keys,
    unsubscribed: () => seen.unsubscribed,
  };
}
