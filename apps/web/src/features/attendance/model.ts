import type { Activity, WholeActivity } from '@minga/contract/activities';
import { hasStarted } from '@minga/contract/activity-phase';
import type { Attendance } from '@minga/contract/attendance';

/** How the viewer's attendance stands; `status` is null without one, and `unsent` while this browser has not sent it. */
export interface OwnState
  extends Pick<Attendance, 'position' | 'offerExpiresAt'>,
    Partial<Pick<Attendance, 'askedAgainAt' | 'reconfirmed' | 'checkedInAt' | 'code'>> {
  readonly status: Attendance['status'] | 'unsent' | null;
  /** The server did not respond: this browser remembers it so. */
  readonly isRecalled?: boolean;
}

export const NOT_LISTED: OwnState = { status: null, position: null, offerExpiresAt: null };
export const UNSENT: OwnState = { ...NOT_LISTED, status: 'unsent' };
export const CONFIRMED: OwnState = { ...NOT_LISTED, status: 'confirmed' };

/** An attendance in the list of the user's own, which was fetched at this time in milliseconds. */
export type ListedState = OwnState & { readonly at: number };

/** The newer one of a checked state and the same attendance in the list. What is only recalled is older than any list. */
export function newerState(
  checked: OwnState | undefined,
  checkedAt: number,
  listed: ListedState | undefined,
): OwnState {
  if (listed === undefined) return checked ?? NOT_LISTED;
  return checked === undefined || checked.isRecalled || checkedAt < listed.at ? listed : checked;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What the viewer can do: join, withdraw a confirmation that is not sent yet, cancel (`going`), leave the waiting list, answer the
 * offer of a place, or nothing because the activity has started or is the viewer's own.
 */
export type AttendanceState = 'join' | 'unsent' | 'going' | 'waiting' | 'offered' | 'started' | 'own';

/** Owners do not attend their own activities, and attendances are final once the activity starts (docs/rules.md R3.10). */
export function attendanceState(
  activity: Pick<Activity, 'date' | 'isOwner'>,
  status: OwnState['status'],
  now: Date,
): AttendanceState {
  if (activity.isOwner) return 'own';
  if (hasStarted(activity, now)) return 'started';
  return status === 'confirmed' ? 'going' : (status ?? 'join');
}

/** Whether a reminder one day before `date` can still be sent. */
export const isMoreThanOneDayAhead = (date: string, now: Date): boolean =>
  Date.parse(date) - now.getTime() > DAY_MS;

/** The signed-in user; null is a visitor. */
export type Viewer = { readonly email: string; readonly username: string } | null;

/** The fields of an activity that decide whether and how the viewer can confirm. */
export type Confirmable = Pick<
  Activity,
  | '_id'
  | 'title'
  | 'date'
  | 'endDate'
  | 'series'
  | 'hasQuestions'
  | 'hasNeeds'
  | 'needsRequired'
  | 'contact'
  | 'capacity'
  | 'companionsMax'
  | 'hasWaitingList'
  | 'asksAgain'
  | 'places'
  | 'isLocationPrivate'
>;

/** With what the form asks. */
export type Asking = Confirmable & Pick<WholeActivity, 'questions' | 'needs'>;
