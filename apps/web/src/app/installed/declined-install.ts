const KEY = 'minga.install-declined';
const QUIET_MS = 90 * 24 * 60 * 60 * 1000;

/** Was the offer refused in the last 90 days? */
export function isInstallDeclined(now = Date.now()): boolean {
  try {
    return now - Number(localStorage.getItem(KEY) ?? Number.NEGATIVE_INFINITY) < QUIET_MS;
  } catch {
    // Without a memory it would be offered for ever.
    return true;
  }
}

export function declineInstall(now = Date.now()): void {
  try {
    localStorage.setItem(KEY, String(now));
  } catch {}
}
