import type { Entry } from './entry.ts';

const isSupported = () => 'Notification' in globalThis;

/** `undecided`: nobody has been asked yet. `impossible`: this browser has none. */
export type AlertPermission = 'undecided' | 'granted' | 'denied' | 'impossible';

const names = { default: 'undecided', granted: 'granted', denied: 'denied' } as const;

export const alertPermission = (): AlertPermission =>
  isSupported() ? names[Notification.permission] : 'impossible';

/** Lets the browser ask. To be called by a press of a button: else browsers refuse in the person's stead. */
export const askForAlerts = async (): Promise<AlertPermission> =>
  names[await Notification.requestPermission()];

/** Tells of it outside the page, of which nothing is seen; once, however many tabs hear of it. */
export function raiseAlert({ id, title, message }: Entry): void {
  if (!document.hidden || alertPermission() !== 'granted') return;
  try {
    const alert = new Notification(title, { body: message, tag: id, icon: '/icon.svg', lang: 'es' });
    alert.onclick = () => {
      window.focus();
      alert.close();
    };
  } catch {
    // Chrome on Android knows them only from a service worker: there the bell has to do.
  }
}
