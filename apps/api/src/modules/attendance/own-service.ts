import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicStatuses } from '../activities/policy.ts';
import { visibleActivity } from '../activities/service.ts';
import { type Caller, claimsOf } from './policy.ts';
import {
  findClaimed,
  isVisibleTo,
  listClaimed,
  listWithActivity,
  type Paging,
  type PositionedRow,
} from './repository.ts';

/**
 * The caller's attendance, the newest if one browser confirmed several; null: none. For an account's e-mail only that account gets a true
 * answer, for another one only the browser with the visitor's proof; everyone else gets null (CONTRACT.md section 4).
 */
export async function ownAttendance(
  platform: Platform,
  taskId: string,
  email: string | undefined,
  caller: Caller,
): Promise<PositionedRow | null> {
  await visibleActivity(platform, taskId, caller.session?.user.id ?? null);
  // Not as an owner: this call is about the caller's own attendance.
  for (const claim of claimsOf({ email }, caller, false)) {
    const found = await findClaimed(platform.db, taskId, claim);
    if (found !== null) return found;
  }
  return null;
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
): Promise<string[]> {
  const claims = claimsOf({}, caller, false);
  if (claims.length === 0) return [];
  const visible = isVisibleTo(caller.session?.user.id ?? null, publicStatuses(settings.moderation));
  return listClaimed(db, taskIds, claims, visible);
}

/** The account's attendances of activities that it may see, the nearest first. */
export const ownAttendancesPage = ({ db, settings }: Platform, { user }: Session, paging: Paging) =>
  listWithActivity(db, user, publicStatuses(settings.moderation), paging);
