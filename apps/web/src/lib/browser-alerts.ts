import { type Alert, alertOptions } from './alert-options.ts';

const isSupported = () => 'Notification' in globalThis;

/** `undecided`: the permission has not been requested. `impossible`: the browser has no notifications. */
type AlertPermission = 'undecided' | 'granted' | 'denied' | 'impossible';

const names = { default: 'undecided', granted: 'granted', denied: 'denied' } as const;

export const alertPermission = (): AlertPermission =>
  isSupported() ? names[Notification.permission] : 'impossible';

/** Requests the permission. Call it in a click handler: otherwise browsers deny it without a prompt. */
export const requestAlertPermission = async (): Promise<AlertPermission> =>
  names[await Notification.requestPermission()];

/**
 * Shows a browser notification, also while the page is visible (docs/rules.md R5.9). By the service worker, since Chrome on Android
 * has no other; before it is active, by the page. The tag prevents duplicates from several tabs.
 */
export async function showAlert(alert: Alert): Promise<void> {
  if (alertPermission() !== 'granted') return;
  const { title } = alert;
  const options = alertOptions(alert);
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.active) return await registration.showNotification(title, options);
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // The browser or the system has switched them off since; the bell shows the notification.
  }
}
