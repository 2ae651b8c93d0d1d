import type { Attendance } from '@minga/contract/attendance';
import type { APIRequestContext } from '@playwright/test';
import type { ApiClient } from '../accounts.ts';
import type { Member } from './viewers.ts';

/** A browser's cookies and local storage for the site. */
export type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** The state after a sign-in (features/accounts/session/cached-identity.ts). */
export const memberStorageState = (
  url: string,
  client: ApiClient,
  { username, email }: Member,
): Promise<StorageState> => storageStateOf(url, client, { userEmail: email, userName: username });

/** The state after a confirmation without an account (features/attendance/remembered-attendances.ts). */
export const guestStorageState = (
  url: string,
  client: ApiClient,
  { email, taskId, name, code }: Pick<Attendance, 'email' | 'taskId' | 'name' | 'code'>,
): Promise<StorageState> =>
  storageStateOf(url, client, {
    'minga.attendances': JSON.stringify({ [email]: [taskId] }),
    'minga.companions': JSON.stringify({ [taskId]: { companions: 0, claims: [], name, code } }),
  });

export async function storageStateOf(
  origin: string,
  { request }: ApiClient,
  stored: Record<string, string> = {},
): Promise<StorageState> {
  const { cookies } = await request.storageState();
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  return { cookies, origins: [{ origin, localStorage }] };
}
