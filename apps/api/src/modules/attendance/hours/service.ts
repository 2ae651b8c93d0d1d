import type { ConfirmedHours } from '@minga/contract/hours';
import type { Transaction } from '../../../platform/database/connection.ts';
import type { Paging } from '../../../platform/database/queries.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireAbility } from '../../activities/access-service.ts';
import { publicStatuses } from '../../activities/policy.ts';
import { UNKNOWN_ACTIVITY, visibleActivity } from '../../activities/service.ts';
import {
  dateReductions,
  type HoursPeriod,
  listReducedIn,
  listReductions,
  listWithdrawn,
} from '../detached-repository.ts';
import { notStarted } from '../errors.ts';
import type { HoursChanged } from '../events.ts';
import { type AttendanceRow, lockAttended, publishAttendanceUpdate } from '../repository.ts';
import {
  findHelped,
  type HelpedRow,
  listHelped,
  listRejected,
  lockCheckedIn,
  lockHelped,
  setHours,
  sumHelped,
  type WithdrawnRow,
} from './repository.ts';
import { decideHours } from './rules.ts';

const NOT_AMONG_THEM =
  'Una de las excepciones es de alguien que no está en la lista o cuya llegada no se registró';

/**
 * Confirms the hours of all parties that were checked in; a later call replaces an earlier one. Returns the number of parties with
 * hours, and of those that checked themselves in. Rejects with 404, with 403, before the start with 409, and with 400 for an exception that names another attendance.
 */
export async function confirmHours(
  platform: Platform,
  { user }: Session,
  activityId: string,
  given: ConfirmedHours,
): Promise<{ confirmed: number; self: number }> {
  const { db, clock } = platform;
  const { activity } = await visibleActivity(platform, activityId, user.id);
  await requireAbility(db, user.id, activity, 'manage');
  return db.transaction(async tx => {
    // The lock serialises concurrent confirmations of one activity.
    const locked = await lockAttended(tx, activityId);
    if (locked === null) throw notFound(UNKNOWN_ACTIVITY);
    if (locked.date > clock()) throw notStarted();
    const parties = await lockCheckedIn(tx, activityId);
    const decision = decideHours(parties, given);
    if (decision === null) throw invalid([NOT_AMONG_THEM]);
    const { changes, ...counts } = decision;
    if (changes.length === 0) return counts;
    await setHours(tx, changes);
    const changed = new Set(changes.map(({ id }) => id));
    await publishHoursChanged(
      platform,
      tx,
      parties.filter(({ id, hours }) => hours !== null && changed.has(id)),
    );
    await publishAttendanceUpdate(tx, [locked]);
    return counts;
  });
}

/** Clears the hours of a locked attendance. */
export async function clearHours(
  platform: Pick<Platform, 'events' | 'clock'>,
  tx: Transaction,
  attendance: Pick<AttendanceRow, 'id' | 'userId' | 'email' | 'activityId'>,
): Promise<void> {
  await setHours(tx, [{ id: attendance.id, hours: null }]);
  await publishHoursChanged(platform, tx, [attendance]);
  await publishAttendanceUpdate(tx, [{ id: attendance.activityId }]);
}

/** Publishes that confirmed hours were changed or cleared. */
export async function publishHoursChanged(
  { events, clock }: Pick<Platform, 'events' | 'clock'>,
  tx: Transaction,
  changed: readonly HoursChanged[],
): Promise<void> {
  if (changed.length === 0) return;
  await dateReductions(
    tx,
    changed.map(({ id }) => id),
    clock(),
  );
  await events.publish(tx, 'hoursChanged', changed);
}

/**
 * A page of the account's activities with confirmed hours, the newest first, all withdrawn hours, and the sum and number of the
 * confirmed ones.
 */
export async function ownHours(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  { user }: Session,
  paging: Paging,
): Promise<{
  rows: Awaited<ReturnType<typeof listHelped>>;
  withdrawn: WithdrawnRow[];
  total: number;
  count: number;
}> {
  const [rows, sum, withdrawn, rejected] = await Promise.all([
    listHelped(db, user, publicStatuses(settings.moderation), paging),
    sumHelped(db, user),
    listWithdrawn(db, user, publicStatuses(settings.moderation)),
    listRejected(db, user),
  ]);
  return { rows, withdrawn: [...withdrawn, ...rejected], ...sum };
}

/** The reductions of hours of these attendances at this time. */
export const hoursLostBy = listReductions;

/** The reductions of hours in these activities. */
export const hoursReducedIn = listReducedIn;

/** The confirmed hours of an attendance, or null if it has none. */
export const hoursOf = (
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  id: string,
): Promise<HelpedRow | null> => findHelped(tx, id, publicStatuses(settings.moderation));

/** The account's activities with confirmed hours in a period, the newest first, at most `limit`. Their hours are locked. */
export const hoursIn = (
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  person: { readonly id: string; readonly email: string },
  period: HoursPeriod,
  limit: number,
): Promise<HelpedRow[]> => lockHelped(tx, person, publicStatuses(settings.moderation), { period, limit });
