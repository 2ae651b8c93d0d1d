import type { DownloadedData, Profile } from '@minga/contract/profile';
import { unauthenticated } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import * as accounts from '../accounts/deletion-service.ts';
import { pendingEmail } from '../accounts/email-change-service.ts';
import { lockManagedAccount } from '../accounts/managed-service.ts';
import { reauthenticate } from '../accounts/reauthentication-service.ts';
import { ownSessions } from '../accounts/session-service.ts';
import { countOwnActivities, presentOwnActivities } from '../activities/service.ts';
import { countOwnAttendances, ownAttendances } from '../attendance/service.ts';
import { allNotifications, ownPreferences } from '../notifications/service.ts';
import { ownReminders } from '../reminders/service.ts';
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
  const { id } = await reauthenticate(platform, session.user.id, password);
  await platform.db.transaction(async tx => {
    const user = await lockManagedAccount(tx, id);
    if (user === null) throw unauthenticated();
    await accounts.deleteAccount(platform, tx, user);
  });
}
