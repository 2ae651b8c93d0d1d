import type { PlaceCode } from '@minga/contract/self-check-in';
import type { Executor } from '../../../platform/database/connection.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canTakePart, requireAbility } from '../../activities/access-service.ts';
import { visibleActivity } from '../../activities/service.ts';
import { setConfirmed } from '../added-repository.ts';
import { notAttending, notConfirmed, selfCheckInClosed, unknownPlaceCode } from '../errors.ts';
import { placeByOrigin, selfCheckInByOrigin } from '../limits.ts';
import { type AttendanceSelector, type Caller, rightsOf } from '../policy.ts';
import { type AttendanceRow, findByRight, lockAttendance, publishAttendanceUpdate } from '../repository.ts';
import { newCode, placeCode, placeUrl } from '../rules.ts';
import {
  ensurePlaceCode,
  findByPlaceCode,
  type PlaceRow,
  replacePlaceCode as replaceCode,
  setSelfCheckedIn,
} from './arriving-repository.ts';
import { isSelfCheckInOpen } from './rules.ts';

const SWITCHED_OFF =
  'En esta actividad cada quien no registra su llegada: actívalo al editarla, en «Llegada»';

/** Finds an activity whose attendees may check themselves in, for an account with the ability. Rejects with 404 or 403. */
async function placeOf(
  platform: Platform,
  { user }: Session,
  activityId: string,
  ability: 'manage' | 'checkIn',
) {
  const { activity } = await visibleActivity(platform, activityId, user.id);
  await requireAbility(platform.db, user.id, activity, ability);
  if (!activity.selfCheckIn) throw notFound(SWITCHED_OFF);
  return activity;
}

const present = (platform: Platform, code: Buffer): PlaceCode => ({
  code: placeCode.write(code),
  url: placeUrl(platform, code),
});

/** The code of the place. The first call creates it; it remains while the activity does not use it. */
export async function readPlaceCode(
  platform: Platform,
  session: Session,
  activityId: string,
): Promise<PlaceCode> {
  const { id } = await placeOf(platform, session, activityId, 'checkIn');
  return present(platform, await platform.db.transaction(tx => ensurePlaceCode(tx, id, newCode())));
}

/** The code of the place like `readPlaceCode`, with its activity, for the sheet that is printed. */
export async function readPlaceSheet(platform: Platform, session: Session, activityId: string) {
  const activity = await placeOf(platform, session, activityId, 'checkIn');
  return { activity, ...(await readPlaceCode(platform, session, activityId)) };
}

/** Replaces the code of the place. The former one is unknown from then on. */
export async function replacePlaceCode(
  platform: Platform,
  session: Session,
  activityId: string,
): Promise<PlaceCode> {
  const { id } = await placeOf(platform, session, activityId, 'manage');
  const code = newCode();
  await platform.db.transaction(tx => replaceCode(tx, id, code));
  return present(platform, code);
}

interface Arriving {
  readonly selector: AttendanceSelector;
  readonly caller: Caller;
  readonly origin: string;
}

/** Finds the activity of a code. Rejects with 404 if the code is unknown or the caller may not see the activity. */
async function findPlace({ db, settings }: Platform, text: string, { session }: Caller): Promise<PlaceRow> {
  const code = placeCode.parse(text);
  const activity = code === null ? null : await findByPlaceCode(db, code);
  if (activity === null || !(await canTakePart(db, settings, session?.user.id ?? null, activity)))
    throw unknownPlaceCode();
  return activity;
}

/** The caller's attendance. An invalid token, and one of another activity, covers none. */
async function findOwn(
  db: Executor,
  activityId: string,
  { selector, caller }: Arriving,
): Promise<AttendanceRow | null> {
  for (const right of rightsOf(selector, caller, false)) {
    const found = await findByRight(db, activityId, right);
    if (found !== null) return found.row;
  }
  return null;
}

/** The activity of a place code, and the caller's attendance or null. */
export interface PlaceView {
  readonly activity: PlaceRow;
  readonly row: AttendanceRow | null;
}

export async function readPlace(platform: Platform, code: string, arriving: Arriving): Promise<PlaceView> {
  const { db, limits } = platform;
  if (arriving.caller.session === null) await limits.count(placeByOrigin, arriving.origin);
  const activity = await findPlace(platform, code, arriving.caller);
  return { activity, row: await findOwn(db, activity.id, arriving) };
}

export interface SelfArrived {
  readonly activity: PlaceRow;
  readonly row: AttendanceRow;
  readonly checkedInAt: Date;
}

/**
 * Checks in the caller's own party. A party that has arrived remains as it is, so that a repeated call, also after the end, has the
 * same response. Rejects, in this order, for an unknown code, without an attendance, without a confirmed place, and outside the hours.
 */
export async function checkInSelf(
  platform: Platform,
  code: string,
  arriving: Arriving,
): Promise<SelfArrived> {
  const { db, clock, limits } = platform;
  if (arriving.caller.session === null)
    await limits.count(selfCheckInByOrigin, arriving.origin, placeCode.parse(code)?.toString('hex') ?? '');
  const activity = await findPlace(platform, code, arriving.caller);
  return db.transaction(async tx => {
    const own = await findOwn(tx, activity.id, arriving);
    // The lock serialises the call with the door, with an undo and with another press.
    const row = own && (await lockAttendance(tx, own.id));
    if (row === null) throw notAttending();
    if (row.status !== 'confirmed') throw notConfirmed();
    if (row.checkedInAt !== null) return { activity, row, checkedInAt: row.checkedInAt };
    const now = clock();
    if (!isSelfCheckInOpen(activity, now)) throw selfCheckInClosed();
    if (row.addition !== null) await setConfirmed(tx, row);
    await setSelfCheckedIn(tx, row.id, now);
    await publishAttendanceUpdate(tx, [activity]);
    return { activity, row, checkedInAt: now };
  });
}
