import { VERIFICATION_HOURS } from '@minga/contract/accounts';
import * as z from 'zod/mini';
import { now } from '../../lib/now.ts';
import { safeLocalStorage } from '../../lib/safe-storage.ts';
import { sameOriginPath } from './return-path.ts';

const KEY = 'minga.return';
const HOUR_MS = 3_600_000;
const stored = z.object({ path: z.string(), until: z.number() });

/**
 * Stores where a sign-up in this browser came from, for the page of the mailed link, which opens in a new tab. Without a path
 * that of an earlier sign-up is removed.
 */
export function storePendingReturn(path: string | undefined): void {
  const until = now().getTime() + VERIFICATION_HOURS * HOUR_MS;
  if (path === undefined) clearPendingReturn();
  else safeLocalStorage.set(KEY, JSON.stringify({ path, until }));
}

/** The stored path while the mailed link is valid. */
export function pendingReturn(): string | undefined {
  const entry = safeLocalStorage.getJson(KEY, stored);
  return entry !== null && now().getTime() < entry.until ? sameOriginPath(entry.path) : undefined;
}

export const clearPendingReturn = (): void => safeLocalStorage.remove(KEY);
