import type { NotificationKind } from '@minga/contract/notification-settings';
import { and, eq, gt, isNotNull, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { emailTokens, registrations, users } from './modules/accounts/schema.ts';
import { isManagedBy } from './modules/activities/queries.ts';
import { activities } from './modules/activities/schema.ts';
import { attends, isAttendanceOf, isConfirmed } from './modules/attendance/queries.ts';
import { attendances } from './modules/attendance/schema.ts';
import { feedback } from './modules/feedback/schema.ts';
import { mailUnsubscriptions, notificationPreferences } from './modules/notifications/schema.ts';
import { REMINDERS } from './modules/reminders/due-repository.ts';
import { reminders } from './modules/reminders/schema.ts';
import { teamInvitations } from './modules/teams/schema.ts';
import { dueWork } from './platform/due-work/schema.ts';
import { allKinds, type MailKind, ruleOf } from './platform/mail/kinds.ts';
import { mails } from './platform/mail/schema.ts';

const query = new QueryBuilder();
const one = { one: sql`1` };

/** The account, or the address, to which an e-mail is sent. */
const recipient = { id: mails.accountId, email: mails.recipient };

/** Condition: the recipient has an attendance in the activity of the e-mail that meets `condition`. */
const attendance = (condition?: SQL): SQL =>
  sql`exists ${query
    .select(one)
    .from(attendances)
    .where(and(eq(attendances.activityId, mails.activityId), isAttendanceOf(recipient), condition))}`;

/** Condition: the recipient is on the list of the activity, or of another date of its series, or the activity has been deleted. */
const inSeries: SQL = sql`(not exists ${query
  .select(one)
  .from(activities)
  .where(eq(activities.id, mails.activityId))} or exists ${query
  .select(one)
  .from(attendances)
  .innerJoin(activities, eq(activities.id, attendances.activityId))
  .where(
    and(
      isAttendanceOf(recipient),
      or(
        eq(activities.id, mails.activityId),
        sql`${activities.seriesId} = (select mailed.series_id from activities as mailed where mailed.id = ${mails.activityId})`,
      ),
    ),
  )})`;

/** The due work of a reminder that is not sent yet, or again because of a new date or number of days. */
const isScheduled = query
  .select(one)
  .from(dueWork)
  .where(and(eq(dueWork.kind, REMINDERS), eq(dueWork.key, sql`${reminders.id}::text`)));

/** Condition: the reminder still exists and is not scheduled for another time. */
const reminder: SQL = sql`exists ${query
  .select(one)
  .from(reminders)
  .leftJoin(users, eq(users.id, reminders.userId))
  .leftJoin(attendances, eq(attendances.id, reminders.attendanceId))
  .innerJoin(activities, eq(activities.id, reminders.activityId))
  .where(
    and(
      eq(reminders.activityId, mails.activityId),
      notExists(isScheduled),
      or(
        and(
          or(eq(users.id, mails.accountId), eq(users.email, mails.recipient)),
          or(eq(activities.ownerId, users.id), isManagedBy(users.id), attends(activities.id, users)),
        ),
        and(eq(attendances.email, mails.recipient), isConfirmed),
      ),
    ),
  )}`;

const hasNoFeedback = sql`not exists ${query
  .select(one)
  .from(feedback)
  .where(eq(feedback.attendanceId, attendances.id))}`;

/** Condition: neither the recipient's account nor the address has unsubscribed from e-mails of a kind. */
const isOn = (kind: NotificationKind): SQL =>
  sql`(not exists ${query
    .select(one)
    .from(mailUnsubscriptions)
    .where(
      and(
        eq(mailUnsubscriptions.kind, kind),
        sql`${mailUnsubscriptions.emailHash} = sha256(convert_to(${mails.recipient}, 'UTF8'))`,
      ),
    )} and not exists ${query
    .select(one)
    .from(notificationPreferences)
    .innerJoin(users, eq(users.id, notificationPreferences.userId))
    .where(
      and(
        eq(notificationPreferences.kind, kind),
        eq(notificationPreferences.byEmail, false),
        or(eq(users.id, mails.accountId), eq(users.email, mails.recipient)),
      ),
    )})`;

const token = (condition: SQL | undefined): SQL =>
  sql`exists ${query
    .select(one)
    .from(emailTokens)
    .innerJoin(users, eq(users.id, emailTokens.userId))
    .where(and(gt(emailTokens.expiresAt, mails.createdAt), condition))}`;

/**
 * Conditions on rows of `mails` by kind, which hold while the reason for the e-mail still exists, under the words of docs/mails.md. If the
 * recipient cancels or answers while the e-mail waits for a mail server, a review or the limits, it is not sent.
 */
export const reasonsInWords: Readonly<Record<string, Partial<Record<MailKind, SQL>>>> = {
  'the recipient has the place': {
    attendanceEmail: attendance(isConfirmed),
  },
  'is on the list of the activity': { releasedEmail: attendance(), duplicateEmail: attendance() },
  'is on the list of it or of another date of its series': {
    addedEmail: inSeries,
    seriesEmail: inSeries,
    changeEmail: inSeries,
    messageEmails: inSeries,
  },
  'waits, or has the offer': {
    waitingEmail: attendance(ne(attendances.status, 'confirmed')),
    offerEmail: attendance(eq(attendances.status, 'offered')),
  },
  // The condition does not require `askedAgainAt`: a new date clears it, and the party is not asked again on the same day.
  'has the place and has not answered': {
    reconfirmEmail: attendance(and(isConfirmed, isNull(attendances.reconfirmedAt))),
  },
  'has the reminder set, for this date, and may see the activity': {
    reminderEmail: reminder,
    fallbackEmail: reminder,
  },
  'came, and has neither answered nor declined': {
    feedbackEmail: attendance(
      and(isNotNull(attendances.checkedInAt), isNull(attendances.feedbackDeclinedAt), hasNoFeedback),
    ),
  },
  'has not confirmed again': { cancelledEmail: sql`not ${attendance(isConfirmed)}` },
  'the invitation, the sign-up or the link has not been used, withdrawn or replaced': {
    invitationEmail: sql`exists ${query
      .select(one)
      .from(teamInvitations)
      .where(eq(teamInvitations.email, mails.recipient))}`,
    verificationEmail: sql`exists ${query
      .select(one)
      .from(registrations)
      .where(and(eq(registrations.email, mails.recipient), isNotNull(registrations.tokenHash)))}`,
    recoveryEmail: token(and(eq(emailTokens.purpose, 'reset'), eq(users.email, mails.recipient))),
    emailChangeEmail: token(eq(emailTokens.newEmail, mails.recipient)),
  },
};

const conditions: Partial<Record<MailKind, SQL>> = Object.assign({}, ...Object.values(reasonsInWords));

/** The conditions by kind; that of a kind which can be switched off includes that it is on. E-mails without a condition stay true. */
export const mailReasons: Partial<Record<MailKind, SQL>> = Object.fromEntries(
  allKinds.flatMap(kind => {
    const { off } = ruleOf(kind);
    const needed = [conditions[kind] ?? [], off === undefined ? [] : isOn(off)].flat();
    return needed.length === 0 ? [] : [[kind, sql`(${sql.join(needed, sql` and `)})`]];
  }),
);
