import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { DownloadedData, Profile } from '@minga/contract/profile';
import type { VisitorData } from '@minga/contract/visitor-data';
import { unauthenticated } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { ownPasskeys } from '../accounts/factors/passkey-service.ts';
import { ownSecondFactor } from '../accounts/factors/service.ts';
import * as accounts from '../accounts/managed/service.ts';
import { lockManagedAccount } from '../accounts/managed/service.ts';
import { pendingEmail } from '../accounts/registration/email-change-service.ts';
import { reauthenticate } from '../accounts/sign-in/identity-service.ts';
import { ownSessions } from '../accounts/sign-in/session-service.ts';
import { calendarAddressSince } from '../accounts/tokens/calendar-service.ts';
import { ownApiTokens } from '../accounts/tokens/service.ts';
import { approvedPublicationsOf } from '../activities/hold/service.ts';
import { countOwnActivities, helpedActivities, presentOwnActivities } from '../activities/service.ts';
import { listAdditionsTo } from '../attendance/added-service.ts';
import { countOwnAttendances, ownAttendances, ownDetached } from '../attendance/own/service.ts';
import { visitorAttendances } from '../attendance/visitor/service.ts';
import { calendarsAddedBy } from '../calendars/service.ts';
import { presentCertificate } from '../certificates/presenter.ts';
import { certificatesOfVisitor, ownCertificates } from '../certificates/service.ts';
import { collectivesOf } from '../collectives/service.ts';
import { feedbackBy, feedbackOfVisitor } from '../feedback/service.ts';
import { messagesBy } from '../notifications/announcements/message-service.ts';
import { allNotifications, ownPreferences } from '../notifications/service.ts';
import { ownReminders } from '../reminders/service.ts';
import { reportsBy } from '../reports/service.ts';
import { ownSavedSearches } from '../saved-searches/service.ts';
import { invitationsTo } from '../teams/service.ts';
import { presentAddition, presentAttended, presentData, presentDetached } from './presenter.ts';

/** Limits downloads, since each one reads all data of an account. */
const downloadByUser: Limit = { name: 'download-user', times: 20, seconds: 3600 };

const ALL = { limit: 1_000_000, offset: 0 };

/** The overview for the account's owner: a pending change of e-mail, and the amounts of data that a deletion would concern. */
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

/** One download runs at a time, since the data of an account that published many series has tens of megabytes. */
const downloads = createSemaphore(1, 20, 2);

/** Collects the data after earlier downloads were sent. Throws 503 if too many downloads are queued, in total or of the account. */
export const collectInTurn = (
  platform: Platform,
  session: Session,
  response: ServerResponse,
): Promise<DownloadedData> =>
  new Promise((resolve, reject) => {
    downloads
      .run(async () => {
        resolve(await collectData(platform, session));
        if (!response.closed) await once(response, 'close');
      }, session.user.id)
      .catch(reject);
  });

/** All data that Minga stores about the session's account. */
async function collectData(platform: Platform, session: Session): Promise<DownloadedData> {
  const { user } = session;
  await platform.limits.count(downloadByUser, user.id);
  const [pending, sessions, activities, attendances, reminders, notifications, preferences] =
    await Promise.all([
      pendingEmail(platform, user.id),
      ownSessions(platform, session, ALL),
      presentOwnActivities(platform, user.id),
      ownAttendances(platform, user),
      ownReminders(platform, user),
      allNotifications(platform, user.id),
      ownPreferences(platform, user.id),
    ]);
  const [
    apiTokens,
    collectives,
    helped,
    invitations,
    detached,
    additions,
    certificates,
    savedSearches,
    sentMessages,
    feedback,
    reports,
    passkeys,
    approvals,
  ] = await Promise.all([
    ownApiTokens(platform, user.id),
    collectivesOf(platform, user.id),
    helpedActivities(platform, user.id),
    invitationsTo(platform, user.email),
    ownDetached(platform, user),
    listAdditionsTo(platform, [user.email]),
    ownCertificates(platform, session),
    ownSavedSearches(platform, user.id),
    messagesBy(platform, user.id),
    feedbackBy(platform, user),
    reportsBy(platform, user.id),
    ownPasskeys(platform, user.id),
    approvedPublicationsOf(platform, user.id),
  ]);
  const secondFactor = await ownSecondFactor(platform, session);
  const addedCalendars = await calendarsAddedBy(platform, user.id);
  const calendarSince = await calendarAddressSince(platform, user.id);
  return presentData(
    session,
    {
      pendingEmail: pending,
      secondFactor,
      sessions: sessions.rows,
      apiTokens: apiTokens.rows,
      calendarSince,
      passkeys,
      activities,
      approvals,
      collectives,
      helped,
      invitations,
      attendances,
      detached,
      additions,
      certificates,
      feedback,
      reminders: reminders.rows,
      savedSearches: savedSearches.rows,
      addedCalendars,
      sentMessages,
      reports,
      notifications,
      preferences,
    },
    platform.clock(),
  );
}

/** Deletes the session's account. Throws 403 if the password is wrong. */
export async function deleteAccount(platform: Platform, session: Session, password: string): Promise<void> {
  const { id } = await reauthenticate(platform, session.user.id, password);
  await platform.db.transaction(async tx => {
    const user = await lockManagedAccount(tx, id);
    if (user === null) throw unauthenticated();
    await accounts.deleteAccount(platform, tx, user);
  });
}

/** All data that Minga stores about the person of a personal link. Rejects an invalid link, and one mailed to an account's address. */
export async function collectVisitorData(
  platform: Platform,
  token: string,
  origin: string,
): Promise<VisitorData> {
  const { attendances, detached, additions } = await visitorAttendances(platform, token, origin);
  const ids = [...attendances.map(({ attendance }) => attendance.id), ...detached.map(({ id }) => id)];
  const [certificates, feedback] = await Promise.all([
    certificatesOfVisitor(platform, ids),
    feedbackOfVisitor(platform, ids),
  ]);
  return {
    exportedAt: platform.clock().toISOString(),
    attendances: attendances.map(row => ({
      ...presentAttended(row, feedback),
      status: row.attendance.status,
    })),
    deletedAttendances: detached.map(presentDetached),
    listAdditions: additions.map(presentAddition),
    certificates: certificates.map(presentCertificate),
  };
}
