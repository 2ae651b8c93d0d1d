import type { Entry } from './entry.ts';

const isSupported = () => 'Notification' in globalThis;

/** `undecided`: the permission has not been requested. `impossible`: the browser has no notifications. */
export type AlertPermission = 'undecided' | 'granted' | 'denied' | 'impossible';

const names = { default: 'undecided', granted: 'granted', denied: 'denied' } as const;

export const alertPermission = (): AlertPermission =>
  isSupported() ? names[Notification.permission] : 'impossible';

/** Requests the permission. Call it in a click handler: otherwise browsers deny it without a prompt. */
export const requestAlertPermission = async (): Promise<AlertPermission> =>
  names[await Notification.requestPermission()];

/** Shows a browser notification if the page is hidden. The tag prevents duplicates from several tabs. */
export function showAlert({ id, title, message }: Entry): void {
  if (!document.hidden || alertPermission() !== 'granted') return;
  try {
    const alert = new Notification(title, { body: message, tag: id, icon: '/icon.svg', lang: 'es' });
    alert.onclick = () => {
      window.focus();
      alert.close();
    };
  } catch {
    // Chrome on Android supports notifications only from a service worker; there only the bell shows them.
  }
}
