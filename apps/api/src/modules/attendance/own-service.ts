import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import { visibleActivity } from '../activities/service.ts';
import { type Caller, claimsOf } from './policy.ts';
import { isVisibleTo, listClaimed, listWithActivity, type Paging } from './repository.ts';

/**
 * Whether the caller attends. For an account's e-mail only that account gets a true answer, for another one only the browser
 * with the visitor's proof; everyone else gets false (CONTRACT.md section 4).
 */
export async function isAttending(
  platform: Platform,
  taskId: string,
  email: string | undefined,
  caller: Caller,
): Promise<boolean> {
  await visibleActivity(platform, taskId, caller.session?.user.id ?? null);
  const attending = await attendedAmong(platform, [taskId], caller, email);
  return attending.length > 0;
}

/** Whether the caller's attendance is confirmed, for an activity that the caller may see. */
export async function isConfirmed(platform: Platform, taskId: string, caller: Caller): Promise<boolean> {
  return (await attendedAmong(platform, [taskId], caller)).length > 0;
}

/** The same for many activities in one query; activities that the caller may not see are skipped. */
export async function attendedAmong(
  { db, settings }: Platform,
  taskIds: string[],
  caller: Caller,
  email?: string,
): Promise<string[]> {
  // Not as an owner: this call is about the caller's own attendance.
  const claims = claimsOf({ email }, caller, false);
  if (claims.length === 0) return [];
  const visible = isVisibleTo(caller.session?.user.id ?? null, publicStatuses(settings.moderation));
  return listClaimed(db, taskIds, claims, visible);
}

/** The account's attendances of activities that it may see, the nearest first. */
export const ownAttendancesPage = ({ db, settings }: Platform, { user }: Session, paging: Paging) =>
  listWithActivity(db, user, publicStatuses(settings.moderation), paging);
