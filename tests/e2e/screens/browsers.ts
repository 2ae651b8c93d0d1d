import type { APIRequestContext } from '@playwright/test';
import type { Caller } from '../people.ts';
import type { Member } from './cast.ts';

/** What a browser holds of a site: its cookies, and what the web app keeps beside them. */
export type Kept = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** As after a sign-in (features/accounts/cached-identity.ts). */
export const memberBrowser = (url: string, caller: Caller, { username, email }: Member): Promise<Kept> =>
  browserOf(url, caller, { userEmail: email, userName: username });

/** As after a confirmation without an account (features/attendance/remembered-attendances.ts). */
export const guestBrowser = (url: string, caller: Caller, email: string, taskId: string): Promise<Kept> =>
  browserOf(url, caller, { 'minga.attendances': JSON.stringify({ [email]: [taskId] }) });

export async function browserOf(
  origin: string,
  { request }: Caller,
  stored: Record<string, string> = {},
): Promise<Kept> {
  const { cookies } = await request.storageState();
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies, origins: [{ origin, localStorage }] };
}
