import type { Email } from '../../src/platform/mail/email.ts';
import { ofAccounts, ofFactors, ofManaged } from './accounts.ts';
import { ofAdded, ofAttendance, ofNeeds, ofPlaces } from './attendance.ts';
import { messageEmails, ofAttendees, ofFeedback, ofMessages, ofReminders } from './notifications.ts';
import {
  ofCollectives,
  ofFollowers,
  ofItems,
  ofNotifications,
  ofOperations,
  ofOverflow,
  ofPushes,
  ofReports,
  ofTeams,
  ofWebhooks,
} from './owners.ts';

/** Examples of every e-mail that the product can send, by the file that composes it, without `modules/`, and the name of its function there. */
export const emailExamples: Record<string, Record<string, () => Promise<Email>[]>> = {
  'accounts/mails.ts': ofAccounts,
  'accounts/managed/mails.ts': ofManaged,
  'accounts/factors/mails.ts': ofFactors,
  'attendance/mails.ts': ofAttendance,
  'attendance/added-mails.ts': ofAdded,
  'attendance/needs/mails.ts': ofNeeds,
  'attendance/places/mails.ts': ofPlaces,
  'collectives/mails.ts': ofCollectives,
  'feedback/mails.ts': ofFeedback,
  'notifications/announcements/mails.ts': ofAttendees,
  // Those of the reports module, too.
  'notifications/decisions/mails.ts': ofItems,
  'notifications/followers/mails.ts': ofFollowers,
  'notifications/delivery/mails.ts': ofNotifications,
  'notifications/announcements/message-mails.ts': { ...ofMessages, messageEmails },
  'operations/mails.ts': ofOperations,
  'platform/mail/overflow-mails.tsx': ofOverflow,
  'push/mails.ts': ofPushes,
  'reminders/mails.ts': ofReminders,
  'reports/mails.ts': ofReports,
  'teams/mails.ts': ofTeams,
  'webhooks/mails.ts': ofWebhooks,
};
