import * as z from 'zod/mini';
import { safeSessionStorage } from '../../lib/safe-storage.ts';

const KEY = 'minga.invitation';
const stored = z.string();

/** The invitation that was opened in this tab: a sign-in leaves its page, whose address does not contain the token. */
export const pendingInvitation = (): string | undefined =>
  safeSessionStorage.getJson(KEY, stored) ?? undefined;

export const storePendingInvitation = (token: string): void =>
  void safeSessionStorage.set(KEY, JSON.stringify(token));

export const clearPendingInvitation = (): void => safeSessionStorage.remove(KEY);
