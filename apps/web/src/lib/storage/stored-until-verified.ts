import { VERIFICATION_HOURS } from '@minga/contract/accounts';
import * as z from 'zod/mini';
import { now } from '../dates/now.ts';
import { safeLocalStorage } from './safe-storage.ts';

const HOUR_MS = 3_600_000;
const stored = z.object({ value: z.string(), until: z.number() });

/** A text that this browser stores for the page of a sign-up's mailed link, which opens in a new tab, while that link is valid. */
export const storedUntilVerified = (key: string) => ({
  set: (value: string): void => {
    const until = now().getTime() + VERIFICATION_HOURS * HOUR_MS;
    safeLocalStorage.set(key, JSON.stringify({ value, until }));
  },
  get: (): string | undefined => {
    const entry = safeLocalStorage.getJson(key, stored);
    return entry !== null && now().getTime() < entry.until ? entry.value : undefined;
  },
  clear: (): void => safeLocalStorage.remove(key),
});
