import type { DownloadedData, Profile } from '@minga/contract/profile';
import type { Transaction } from '../../platform/database/connection.ts';
import { unauthenticated } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeAccount } from '../accounts/closing-service.ts';
import { pendingEmail } from '../accounts/email-change-service.ts';
import { lockAccount } from '../accounts/managed-service.ts';
import { proveOwner } from '../accounts/owner-proof-service.ts';
import { ownSessions } from '../accounts/session-service.ts';
import { countOwnActivities, deleteActivitiesOf, presentOwnActivities } from '../activities/service.ts';
import { anonymiseAttendances, countOwnAttendances, ownAttendances } from '../attendance/service.ts';
import { allNotifications, forgetRecipient, ownPreferences } from '../notifications/service.ts';
import { forgetReminders, ownReminders } from '../reminders/service.ts';
import { presentData } from './presenter.ts';

/** Reads everything of a person: not a call to make in a loop. */
const downloadByUser: Limit = { name: 'download-user', times: 20, seconds: 3600 };

const ALL = { limit: 1_000_000, offset: 0 };

/** What only its owner sees of an account, beside the account itself, and what would go with it. */
export async function accountContents(platform: Platform, { user }: Session): Promise<Omit<Profile, 'user'>> {
  const [pending, activities, attendanceCount] = await Promise.all([
    pendingEmail(platform, user.id),
    countOwnActivities(platform, user.id),
    countOwnAttendances(platform, user),
  ]);
  return {
    pendingEmail: pending,
    activityCount: activities.total,
    upcomingCount: activities.upcoming,
    attendanceCount,
  };
}

/** Everything that Minga keeps about the person of the session. */
export async function collectData(platform: Platform, session: Session): Promise<DownloadedData> {
  const { user } = session;
  await platform.limits.count(downloadByUser, user.id);
  const [pending, sessions, activities, attendances, reminders, notifications, preferences] =
    await Promise.all([
      pendingEmail(platform, user.id),
      ownSessions(platform, session, ALL),
      presentOwnActivities(platform, user.id),
      ownAttendances(platform, user),
      ownReminders(platform, user.id),
      allNotifications(platform, user.id),
      ownPreferences(platform, user.id),
    ]);
  return presentData(
    session,
    {
      pendingEmail: pending,
      sessions: sessions.rows,
      activities,
      attendances,
      reminders: reminders.rows,
      notifications,
      preferences,
    },
    platform.clock(),
  );
}

/** Deletes the account, for who knows its password. */
export async function deleteAccount(platform: Platform, session: Session, password: string): Promise<void> {
  const { id } = await proveOwner(platform, session.user.id, password);
  await platform.db.transaction(async tx => {
    const user = await lockAccount(tx, id);
    if (user === null) throw unauthenticated();
    await eraseAccount(platform, tx, user);
  });
}

/**
 * Ends an account that `lockAccount` has found: its activities go with their pictures, its attendances stay without name
 * and e-mail, letters to it that have left are forgotten (CONTRACT.md section 6). All of it or nothing.
 */
export async function eraseAccount(
  platform: Platform,
  tx: Transaction,
  user: Session['user'],
): Promise<void> {
  // Activities before attendances, as everybody locks them: else two that wait for each other end in a fault.
  await deleteActivitiesOf(platform, tx, user.id);
  // Before the account itself: what is just being sent to it is waited for, not in a circle.
  await forgetReminders(tx, user);
  await forgetRecipient(tx, user);
  await anonymiseAttendances(tx, user);
  await platform.mailer.deleteSent(tx, user.email, user.id);
  await closeAccount(tx, user);
}
