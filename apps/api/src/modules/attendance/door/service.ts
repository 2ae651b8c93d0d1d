import type { CheckInItem, CheckInOutcome } from '@minga/contract/check-ins';
import { v7 } from 'uuid';
import type { Transaction } from '../../../platform/database/connection.ts';
import { forbidden, NOT_ALLOWED, notFound } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isAllowed, type PolicyColumns, requireAbility } from '../../activities/access-service.ts';
import { isPublic } from '../../activities/policy.ts';
import { UNPUBLISHED_TITLE } from '../../activities/rules.ts';
import { existingActivity, visibleActivity } from '../../activities/service.ts';
import { doorClosed } from '../errors.ts';
import { publishHoursChanged } from '../hours/service.ts';
import { UNKNOWN_ATTENDANCE } from '../places/service.ts';
import { findAttendance, lockAttendance, publishAttendanceUpdate } from '../repository.ts';
import { attendanceCode } from '../rules.ts';
import {
  type ArrivalRow,
  claimCheckIns,
  clearCheckedIn,
  type DoorRow,
  findByCode,
  findCheckIns,
  insertWalkIns,
  listAtDoor,
  lockParties,
  setCheckedIn,
  storeOutcomes,
} from './repository.ts';
import { arrivalTime, checkInOutcome, isDoorOpen } from './rules.ts';

/**
 * Finds an activity for an account that may check people in. Rejects with 404 or 403. A door keeper works on while the activity is hidden,
 * since a device may still have arrivals to send.
 */
async function doorOf(platform: Platform, { user }: Session, activityId: string) {
  const { activity } = await existingActivity(platform.db, activityId);
  if (await isAllowed(platform.db, user.id, activity, 'checkIn')) return activity;
  await visibleActivity(platform, activityId, user.id);
  throw forbidden(NOT_ALLOWED);
}

/** The activity for the door, without its texts if the account neither manages it nor may see it (docs/rules.md R19.3). */
async function shownAtDoor<Row extends PolicyColumns & { readonly title: string; readonly place: string }>(
  { db, settings }: Platform,
  { user }: Session,
  activity: Row,
): Promise<Row> {
  const isShown =
    isPublic(activity.status, settings.moderation) || (await isAllowed(db, user.id, activity, 'manage'));
  return isShown ? activity : { ...activity, title: UNPUBLISHED_TITLE, place: '' };
}

/** Reads the activity and its whole list of attendances, so that the door works offline. */
export async function readDoor(platform: Platform, session: Session, activityId: string) {
  const activity = await shownAtDoor(platform, session, await doorOf(platform, session, activityId));
  const rows: DoorRow[] = await listAtDoor(platform.db, activityId);
  return { activity, rows };
}

/**
 * Stores check-ins in order and returns the outcome of each. An id that was sent before has its first outcome, since a device
 * repeats check-ins whose response it did not receive.
 */
export async function checkIn(
  platform: Platform,
  session: Session,
  activityId: string,
  items: readonly CheckInItem[],
): Promise<CheckInOutcome[]> {
  const activity = await doorOf(platform, session, activityId);
  const now = platform.clock();
  if (!isDoorOpen(activity, now)) throw doorClosed();
  return platform.db.transaction(async tx => {
    // The ids are sorted, so that two requests with the same ids wait for each other instead of deadlocking.
    const ids = [...new Set(items.map(({ id }) => id.toLowerCase()))].sort();
    const claimed = await claimCheckIns(tx, activityId, ids);
    // `delete` returns true once per id, however often the request contains it.
    const unread = new Set(claimed);
    const fresh = items.filter(({ id }) => unread.delete(id.toLowerCase()));
    const outcomes = await admit(tx, activityId, fresh, item =>
      arrivalTime(new Date(item.at), activity, now),
    );
    if (outcomes.some(({ result }) => result === 'checked-in')) await publishAttendanceUpdate(tx, [activity]);
    const known = await findCheckIns(
      tx,
      activityId,
      ids.filter(id => !claimed.has(id)),
    );
    const all = new Map([
      ...outcomes.map(outcome => [outcome.id, outcome] as const),
      ...known.map(
        ({ checkedInAt, ...row }) =>
          [row.id, { ...row, checkedInAt: checkedInAt?.toISOString() ?? null }] as const,
      ),
    ]);
    return items.flatMap(({ id }) => all.get(id.toLowerCase()) ?? []);
  });
}

/** Checks in the parties of claimed check-ins, one after the other. */
async function admit(
  tx: Transaction,
  activityId: string,
  items: readonly CheckInItem[],
  timeOf: (item: CheckInItem) => Date,
): Promise<CheckInOutcome[]> {
  const parties = await lockParties(tx, activityId, {
    ids: items.flatMap(({ attendanceId }) => attendanceId ?? []),
    codes: items.flatMap(({ code }) => (code === undefined ? [] : [attendanceCode.parse(code)])),
  });
  const byId = new Map(parties.map(party => [party.id, party]));
  const byCode = new Map(parties.map(party => [attendanceCode.write(party.code), party]));
  const arrivals = new Map<string, Date>();
  const walkIns: Parameters<typeof insertWalkIns>[1][number][] = [];
  const outcomes = items.map((item): CheckInOutcome => {
    const at = timeOf(item);
    const id = item.id.toLowerCase();
    if (item.walkIn !== undefined) {
      const attendanceId = v7();
      walkIns.push({ id: attendanceId, activityId, ...item.walkIn, createdAt: at, checkedInAt: at });
      return { id, result: 'checked-in', attendanceId, checkedInAt: at.toISOString() };
    }
    const party =
      item.attendanceId === undefined
        ? byCode.get(item.code ?? '')
        : byId.get(item.attendanceId.toLowerCase());
    const standing = party && { ...party, checkedInAt: arrivals.get(party.id) ?? party.checkedInAt };
    const { result, checkedInAt } = checkInOutcome(standing ?? null, at);
    if (party !== undefined && result === 'checked-in') arrivals.set(party.id, at);
    return {
      id,
      result,
      attendanceId: party?.id ?? null,
      checkedInAt: checkedInAt?.toISOString() ?? null,
    };
  });
  await insertWalkIns(tx, walkIns);
  await setCheckedIn(
    tx,
    [...arrivals].map(([id, checkedInAt]) => ({ id, checkedInAt })),
  );
  await storeOutcomes(tx, activityId, outcomes);
  return outcomes;
}

const HOURS_CONFIRMED =
  'Las horas de esta persona ya están confirmadas: solo puede deshacer su llegada quien organiza la actividad';

/**
 * Undoes a check-in and clears the party's hours, which requires the ability to manage the activity. Rejects with 404, with 403, or
 * outside the door's hours with 409.
 */
export async function undoCheckIn(platform: Platform, session: Session, id: string): Promise<void> {
  const attendance = await findAttendance(platform.db, id);
  if (attendance === null) throw notFound(UNKNOWN_ATTENDANCE);
  const activity = await doorOf(platform, session, attendance.activityId);
  if (!isDoorOpen(activity, platform.clock())) throw doorClosed();
  await platform.db.transaction(async tx => {
    const before = await lockAttendance(tx, id);
    if (before === null) throw notFound(UNKNOWN_ATTENDANCE);
    // The ability is checked after the lock, since hours may have been confirmed after the device read its list.
    if (before.hours !== null) await requireAbility(tx, session.user.id, activity, 'manage', HOURS_CONFIRMED);
    await clearCheckedIn(tx, id);
    if (before.hours !== null) await publishHoursChanged(platform, tx, [before]);
    await publishAttendanceUpdate(tx, [activity]);
  });
}

const UNKNOWN_CODE = 'Este código de llegada no existe, o no recibes en esa actividad';

/**
 * Finds the attendance of a code for an account that may check people in. Other accounts get the error of an unknown code, so that
 * the response does not reveal which codes exist.
 */
export async function readArrival(platform: Platform, session: Session, code: string): Promise<ArrivalRow> {
  const { db } = platform;
  const bytes = attendanceCode.parse(code);
  // Different texts can decode to the same bytes. Only the canonical one is a code, as at the door.
  const found = attendanceCode.write(bytes) === code ? await findByCode(db, bytes) : null;
  if (found === null || !(await isAllowed(db, session.user.id, found.activity, 'checkIn')))
    throw notFound(UNKNOWN_CODE);
  return { ...found, activity: await shownAtDoor(platform, session, found.activity) };
}
