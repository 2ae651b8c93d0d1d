import type { Activity } from '@minga/contract/activities';
import type { SecondFactor } from '@minga/contract/identity';
import type { NotificationPreferences } from '@minga/contract/notification-settings';
import type { Notification } from '@minga/contract/notifications';
import type { DownloadedData } from '@minga/contract/profile';
import type { Session } from '../../platform/http/session.ts';
import type { PasskeyRow } from '../accounts/factors/passkey-service.ts';
import {
  presentApiToken,
  presentCalendarAddress,
  presentPasskey,
  presentSession,
  presentUser,
} from '../accounts/presenter.ts';
import type { SessionRow } from '../accounts/sign-in/session-service.ts';
import type { ownApiTokens } from '../accounts/tokens/service.ts';
import type { approvedPublicationsOf } from '../activities/hold/service.ts';
import type { helpedActivities } from '../activities/service.ts';
import type { listAdditionsTo } from '../attendance/added-service.ts';
import type { ownAttendances, ownDetached } from '../attendance/own/service.ts';
import type { calendarsAddedBy } from '../calendars/service.ts';
import { presentCertificate } from '../certificates/presenter.ts';
import type { ownCertificates } from '../certificates/service.ts';
import type { collectivesOf } from '../collectives/service.ts';
import type { feedbackBy } from '../feedback/service.ts';
import type { messagesBy } from '../notifications/announcements/message-service.ts';
import type { ownReminders } from '../reminders/service.ts';
import type { reportsBy } from '../reports/service.ts';
import { presentSavedSearch } from '../saved-searches/presenter.ts';
import type { ownSavedSearches } from '../saved-searches/service.ts';
import type { invitationsTo } from '../teams/service.ts';

interface PersonalData {
  readonly pendingEmail: string | null;
  readonly secondFactor: SecondFactor;
  readonly sessions: SessionRow[];
  readonly apiTokens: Awaited<ReturnType<typeof ownApiTokens>>['rows'];
  readonly calendarSince: Date | null;
  readonly passkeys: PasskeyRow[];
  readonly activities: Activity[];
  readonly approvals: Awaited<ReturnType<typeof approvedPublicationsOf>>;
  readonly collectives: Awaited<ReturnType<typeof collectivesOf>>;
  readonly helped: Awaited<ReturnType<typeof helpedActivities>>;
  readonly invitations: Awaited<ReturnType<typeof invitationsTo>>;
  readonly attendances: Awaited<ReturnType<typeof ownAttendances>>;
  readonly detached: Awaited<ReturnType<typeof ownDetached>>;
  readonly additions: Awaited<ReturnType<typeof listAdditionsTo>>;
  readonly certificates: Awaited<ReturnType<typeof ownCertificates>>;
  readonly feedback: Awaited<ReturnType<typeof feedbackBy>>;
  readonly reminders: Awaited<ReturnType<typeof ownReminders>>['rows'];
  readonly savedSearches: Awaited<ReturnType<typeof ownSavedSearches>>['rows'];
  readonly addedCalendars: Awaited<ReturnType<typeof calendarsAddedBy>>;
  readonly sentMessages: Awaited<ReturnType<typeof messagesBy>>;
  readonly reports: Awaited<ReturnType<typeof reportsBy>>;
  readonly notifications: Notification[];
  readonly preferences: NotificationPreferences;
}

/** Presents the file of the data download, with plain names, dates in ISO 8601 and no hashes. */
export const presentData = (
  session: Session,
  {
    pendingEmail,
    secondFactor,
    sessions,
    apiTokens,
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
    reminders,
    savedSearches,
    addedCalendars,
    sentMessages,
    reports,
    notifications,
    preferences,
  }: PersonalData,
  now: Date,
): DownloadedData => ({
  exportedAt: now.toISOString(),
  account: presentUser(session.user),
  pendingEmail,
  secondFactor,
  sessions: sessions.map(row => presentSession(row, session.id)),
  apiTokens: apiTokens.map(presentApiToken),
  calendarAddress: presentCalendarAddress(calendarSince),
  passkeys: passkeys.map(presentPasskey),
  activities,
  approvedPublications: approvals.map(({ publicationId, approvedAt }) => ({
    _id: publicationId,
    approvedAt: approvedAt.toISOString(),
  })),
  collectives,
  organizedActivities: helped,
  invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
    ...invitation,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  })),
  attendances: attendances.map(row => presentAttended(row, feedback)),
  // The feedback on activities from whose lists the account was removed has no attendance.
  otherFeedback: feedback.flatMap(({ attendanceId, activityId: taskId, rating, text }) =>
    attendanceId === null ? { taskId, rating, text } : [],
  ),
  deletedAttendances: detached.map(presentDetached),
  listAdditions: additions.map(presentAddition),
  certificates: certificates.map(presentCertificate),
  reminders: reminders.map(({ reminder, title }) => ({
    _id: reminder.id,
    taskId: reminder.activityId,
    title,
    daysBefore: reminder.daysBefore,
    createdAt: reminder.createdAt.toISOString(),
  })),
  savedSearches: savedSearches.map(presentSavedSearch),
  addedCalendars: addedCalendars.map(({ createdAt, ...calendar }) => ({
    ...calendar,
    createdAt: createdAt.toISOString(),
  })),
  sentMessages: sentMessages.map(({ message, title }) => ({
    _id: message.id,
    taskId: message.activityId,
    title,
    subject: message.subject,
    text: message.text,
    to: message.audience,
    recipients: message.recipients,
    createdAt: message.createdAt.toISOString(),
  })),
  reports: reports.map(({ report, target }) => ({
    _id: report.id,
    target,
    reason: report.reason,
    text: report.text,
    createdAt: report.createdAt.toISOString(),
  })),
  notifications,
  notificationPreferences: preferences,
});

/** Presents an activity to whose list an organiser added the address. Its title is not shown while it is not public. */
export const presentAddition = ({
  activityId: taskId,
  title,
  date,
  mailedAt,
  refusedAt,
}: PersonalData['additions'][number]) => ({
  taskId,
  title,
  date: date.toISOString(),
  mailedAt: mailedAt.toISOString(),
  refusedAt: refusedAt?.toISOString() ?? null,
});

/** Presents an attendance that was deleted with its hours, as the data download shows it. */
export const presentDetached = (row: PersonalData['detached'][number]) => ({
  _id: row.id,
  taskId: row.activityId,
  title: row.title,
  date: row.date.toISOString(),
  place: row.place,
  collective: row.collective,
  name: row.name,
  email: row.email ?? '',
  hours: row.hours,
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
});

/** Presents an attendance with its feedback on the activity. */
export const presentAttended = (
  { attendance, activity, claims, needs }: PersonalData['attendances'][number],
  feedback: readonly Given[],
) => ({
  _id: attendance.id,
  taskId: attendance.activityId,
  title: activity.title,
  date: activity.date.toISOString(),
  name: attendance.name ?? '',
  email: attendance.email ?? '',
  phone: attendance.phone ?? '',
  answers: attendance.answers.map(({ questionId, value }) => ({
    question: activity.questions.find(({ _id }) => _id === questionId)?.label ?? '',
    value,
  })),
  companions: attendance.companions,
  claims: claims.map(({ needId, quantity }) => ({
    need: needs.find(({ _id }) => _id === needId)?.name ?? '',
    quantity,
  })),
  checkedInAt: attendance.checkedInAt?.toISOString() ?? null,
  hours: attendance.hours,
  feedback: feedbackOf(feedback, attendance.id),
  createdAt: attendance.createdAt.toISOString(),
});

type Given = Pick<PersonalData['feedback'][number], 'attendanceId' | 'rating' | 'text'>;

/** The feedback of an attendance, or null if there is none. */
function feedbackOf(given: readonly Given[], id: string) {
  const found = given.find(({ attendanceId }) => attendanceId === id);
  return found === undefined ? null : { rating: found.rating, text: found.text };
}
