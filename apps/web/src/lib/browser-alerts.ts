import { safeLocalStorage } from './safe-storage.ts';

const ASKED = 'minga.alert-asked';

const isSupported = () => 'Notification' in globalThis;

/** `undecided`: the permission has not been requested. `impossible`: the browser has no notifications. */
export type AlertPermission = 'undecided' | 'granted' | 'denied' | 'impossible';

const names = { default: 'undecided', granted: 'granted', denied: 'denied' } as const;

export const alertPermission = (): AlertPermission =>
  isSupported() ? names[Notification.permission] : 'impossible';

/** Requests the permission. Call it in a click handler: otherwise browsers deny it without a prompt. */
export const requestAlertPermission = async (): Promise<AlertPermission> =>
  names[await Notification.requestPermission()];

/**
 * Requests the permission at the first press that shows interest in notifications (the bell, a confirmation, a reminder), once per
 * browser. Call it in the event handler of an account's press.
 */
export function requestAlertsOnce(): void {
  if (alertPermission() !== 'undecided' || typeof safeLocalStorage.get(ASKED) === 'string') return;
  safeLocalStorage.set(ASKED, 'yes');
  void requestAlertPermission();
}

interface Alert {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  /** The activity that it leads to. */
  readonly taskId: string | null;
}

/**
 * Shows a browser notification, also while the page is visible (spec 001 section 4). By the service worker, since Chrome on Android
 * has no other; before it is active, by the page. The tag prevents duplicates from several tabs.
 */
export async function showAlert({ id, title, message, taskId }: Alert): Promise<void> {
  if (alertPermission() !== 'granted') return;
  const url = taskId === null ? '/' : `/actividades/${taskId}`;
  const options = { body: message, tag: id, icon: '/icon.svg', lang: 'es', data: { url } };
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration?.active) return await registration.showNotification(title, options);
    const alert = new Notification(title, options);
    alert.onclick = () => {
      window.focus();
      alert.close();
    };
  } catch {
    // The browser or the system has switched them off since; the bell shows the notification.
  }
}
