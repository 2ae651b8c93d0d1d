import type { Paging } from '../../platform/database/paging.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { rolesInEach } from '../activities/access-service.ts';
import { publicStatuses } from '../activities/policy.ts';
import { visibleActivity } from '../activities/service.ts';
import { listWithActivity } from './account-repository.ts';
import { type AttendedRow, listByRights } from './attended-repository.ts';
import { type AttendanceSelector, type Caller, rightsOf } from './policy.ts';
import { type AttendanceView, findByRight, isVisibleTo } from './repository.ts';

/**
 * The caller's attendance, the newest if one browser confirmed several; null: none. For an account's e-mail only that account gets a true
 * answer, for another one only the browser with the visitor's proof; everyone else gets null (CONTRACT.md section 4). A personal link
 * shows its own.
 */
export async function ownAttendance(
  platform: Platform,
  taskId: string,
  selector: Pick<AttendanceSelector, 'email' | 'tokenHash'>,
  caller: Caller,
): Promise<AttendanceView | null> {
  await visibleActivity(platform, taskId, caller.session?.user.id ?? null);
  // Not as an owner: this call is about the caller's own attendance.
  for (const right of rightsOf(selector, caller, false)) {
    const found = await findByRight(platform.db, taskId, right);
    if (found !== null) return found;
  }
  return null;
}

/** Whether the caller's attendance is confirmed, for an activity that the caller may see. */
export async function isConfirmed(platform: Platform, taskId: string, caller: Caller): Promise<boolean> {
  return (await attendedAmong(platform, [taskId], caller)).length > 0;
}

/** The same for many activities in one query, with the arrival; activities that the caller may not see are skipped. */
export async function attendedAmong(
  { db, settings }: Platform,
  taskIds: string[],
  caller: Caller,
): Promise<AttendedRow[]> {
  const rights = rightsOf({}, caller, false);
  if (rights.length === 0) return [];
  const visible = isVisibleTo(caller.session?.user.id ?? null, publicStatuses(settings.moderation));
  return listByRights(db, taskIds, rights, visible);
}

/** The account's attendances of activities that it may see, the nearest first, and its roles in each activity. */
export async function ownAttendancesPage({ db, settings }: Platform, { user }: Session, paging: Paging) {
  const { rows, total } = await listWithActivity(db, user, publicStatuses(settings.moderation), paging);
  const rolesOf = await rolesInEach(
    db,
    user.id,
    rows.map(({ activity }) => activity),
  );
  return { rows: rows.map(row => ({ ...row, roles: rolesOf(row.activity) })), total };
}
