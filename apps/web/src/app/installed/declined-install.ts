import { safeLocalStorage } from '../../lib/safe-storage.ts';

const KEY = 'minga.install-declined';
const QUIET_MS = 90 * 24 * 60 * 60 * 1000;

/** Was the offer declined in the last 90 days? True where storage is switched off: the offer would return at every visit. */
export function isInstallDeclined(now = Date.now()): boolean {
  const declinedAt = safeLocalStorage.get(KEY);
  return declinedAt === undefined || now - Number(declinedAt ?? Number.NEGATIVE_INFINITY) < QUIET_MS;
}

export const declineInstall = (now = Date.now()): void => void safeLocalStorage.set(KEY, String(now));
