import { type NewReminder, REMINDER_EXISTS_MESSAGE } from '@minga/contract/reminders';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/queries.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountDeleting } from '../accounts/events.ts';
import { isAllowed } from '../activities/access-service.ts';
import { publicStatuses } from '../activities/policy.ts';
import { lockVisibleActivity, visibleActivity } from '../activities/service.ts';
import type {
  AttendanceCancelled,
  AttendanceConfirmed,
  AttendeeReplaced,
  VisitorErasing,
} from '../attendance/events.ts';
import { isAskedAgain } from '../attendance/rules.ts';
import {
  type Current,
  deleteOfAccount,
  deleteOfAttendance,
  deleteOfVisitors,
  deleteReminder,
  findCurrent,
  findReminder,
  hasReminder,
  insertReminders,
  isAttendee,
  listCurrent,
  listOfPerson,
  type ReminderRow,
  updateReminder,
} from './repository.ts';
import { isAfterToday, isAhead } from './rules.ts';

const UNKNOWN = 'Recordatorio no encontrado';

/**
 * Stores a reminder of an activity that the account manages or attends, on a day after today (docs/rules.md R5.1).
 */
export async function createReminder(
  platform: Platform,
  { user }: Session,
  { task, daysBefore }: NewReminder,
): Promise<ReminderRow> {
  const { db, clock, settings } = platform;
  const now = clock();
  await visibleActivity(platform, task, user.id);
  return db.transaction(async tx => {
    const activity = await lockVisibleActivity(platform, tx, task, user.id, 'share');
    const isOrganiser = await isAllowed(tx, user.id, activity, 'manage');
    if (!isOrganiser && !(await isAttendee(tx, task, user))) {
      throw invalid(['Solo puedes poner recordatorios de tus actividades y de las que confirmaste.']);
    }
    if (!isAfterToday(activity.date, now, settings.timeZone)) {
      throw invalid(['La actividad debe ser de un día después de hoy.']);
    }
    if (await hasReminder(tx, user, task)) throw conflict(REMINDER_EXISTS_MESSAGE);
    const values = { userId: user.id, activityId: task, daysBefore, createdAt: now };
    const [id] = await insertReminders(tx, [values]);
    if (id === undefined) throw conflict(REMINDER_EXISTS_MESSAGE);
    return requireFound(await findReminder(tx, user, id));
  });
}

/** All reminders of an account, for its data download. */
export const ownReminders = async (
  { db }: Platform,
  user: Session['user'],
): Promise<{ rows: ReminderRow[] }> => ({ rows: await listOfPerson(db, user) });

/** The account's reminders of upcoming activities, which may still be sent. */
export const currentReminders = (platform: Platform, session: Session, paging: Paging) =>
  listCurrent(platform.db, currentOf(platform, session), paging);

export async function changeReminder(
  platform: Platform,
  session: Session,
  id: string,
  daysBefore: number,
): Promise<ReminderRow> {
  const { db } = platform;
  const { user } = session;
  requireFound(await findCurrent(db, currentOf(platform, session), id));
  if (!(await updateReminder(db, user, id, daysBefore))) throw notFound(UNKNOWN);
  return requireFound(await findReminder(db, user, id));
}

export async function removeReminder({ db }: Platform, { user }: Session, id: string): Promise<void> {
  if (!(await deleteReminder(db, user, id))) throw notFound(UNKNOWN);
}

const currentOf = ({ clock, settings }: Platform, { user }: Session): Current => ({
  user,
  statuses: publicStatuses(settings.moderation),
  now: clock(),
});

/** Subscriber of `accountDeleting`: runs before the account's attendances are anonymised. */
export async function deleteReminders(tx: Transaction, accounts: readonly AccountDeleting[]): Promise<void> {
  for (const { id, email } of accounts) await deleteOfAccount(tx, id, email);
}

/** Throws 404 if the reminder or its activity was deleted concurrently. */
function requireFound(row: ReminderRow | null): ReminderRow {
  if (row === null) throw notFound(UNKNOWN);
  return row;
}

const DAYS_BEFORE = 1;

/**
 * Subscriber of `attendanceConfirmed`: stores a reminder one day before for attendees who requested it. An account's own
 * reminder takes precedence. Stores none for a confirmation less than a day before the activity, because the confirmation e-mail
 * is as recent, and none for parties that the reconfirmation of that day will ask whether they still attend.
 */
export async function remindAttendees(
  { clock, settings }: Pick<Platform, 'clock' | 'settings'>,
  tx: Transaction,
  confirmed: readonly AttendanceConfirmed[],
): Promise<void> {
  const now = clock();
  const common = { daysBefore: DAYS_BEFORE, createdAt: now };
  await insertReminders(
    tx,
    confirmed
      .filter(
        ({ wantsReminder, attendance, activity }) =>
          wantsReminder &&
          isAhead(activity.date, DAYS_BEFORE, now, settings.timeZone) &&
          !(isAsked(attendance, activity) && isAskedAgain(activity, now, settings.timeZone)),
      )
      .map(({ attendance: { id, activityId, userId } }) =>
        userId === null ? { attendanceId: id, activityId, ...common } : { userId, activityId, ...common },
      ),
  );
}

/** Whether the reconfirmation includes the party. It excludes the organiser and parties without a confirmed place. */
const isAsked = (
  { status, userId }: AttendanceConfirmed['attendance'],
  { ownerId }: AttendanceConfirmed['activity'],
): boolean => status === 'confirmed' && userId !== ownerId;

/** Subscriber of `attendanceCancelled`: deletes the reminders of cancelled attendances. */
export const dropRemindersOfCancelled = (
  tx: Transaction,
  cancelled: readonly AttendanceCancelled[],
): Promise<void> =>
  dropReminders(
    tx,
    cancelled.map(({ attendance }) => attendance),
  );

/** Subscriber of `attendeeReplaced`: deletes the reminders of the former attendee. */
export async function dropReminders(
  tx: Transaction,
  attendances: readonly AttendeeReplaced[],
): Promise<void> {
  for (const attendance of attendances) await deleteOfAttendance(tx, attendance);
}

/** Subscriber of `visitorErasing`: deletes the reminders of erased visitors. */
export const dropRemindersOfVisitors = (tx: Transaction, erasing: readonly VisitorErasing[]): Promise<void> =>
  deleteOfVisitors(
    tx,
    erasing.map(({ id }) => id),
  );
