import { safeLocalStorage } from '../../lib/safe-storage.ts';

/** Set while this device has arrivals to send: other screens then load what sends them. */
const KEY = 'minga.door-unsent';

export const hasUnsentMark = (): boolean => safeLocalStorage.get(KEY) === '1';

export function setUnsentMark(isUnsent: boolean): void {
  if (isUnsent) safeLocalStorage.set(KEY, '1');
  else safeLocalStorage.remove(KEY);
}
