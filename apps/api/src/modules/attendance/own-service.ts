import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import { visibleActivity } from '../activities/service.ts';
import { type Caller, claimsOf } from './policy.ts';
import { isVisibleTo, listClaimed, listWithActivity, type Paging } from './repository.ts';

/**
 * Does the caller attend? An account's e-mail is answered truly to that account alone, another one only with the
 * visitor's proof; without, the answer is no (CONTRACT.md section 4).
 */
export async function isAttending(
  platform: Platform,
  taskId: string,
  email: string | undefined,
  caller: Caller,
): Promise<boolean> {
  await visibleActivity(platform, taskId, caller.session?.user.id ?? null);
  const attending = await whichAttending(platform, [taskId], caller, email);
  return attending.length > 0;
}

/** The same for many activities by one query; those that the caller may not see are passed over. */
export async function whichAttending(
  { db, settings }: Platform,
  taskIds: string[],
  caller: Caller,
  email?: string,
): Promise<string[]> {
  // The owner reads the list of participants; here everybody asks about themselves.
  const claims = claimsOf({ email }, caller, false);
  if (claims.length === 0) return [];
  const visible = isVisibleTo(caller.session?.user.id ?? null, publicStatuses(settings.moderation));
  return listClaimed(db, taskIds, claims, visible);
}

/** What an account attends of the activities that it may see, the nearest first. */
export const ownAttendancesPage = ({ db, settings }: Platform, { user }: Session, paging: Paging) =>
  listWithActivity(db, user, publicStatuses(settings.moderation), paging);
