import type { Email } from '../../src/platform/mail/email.ts';
import { ofAccounts, ofFactors, ofManaged } from './accounts.ts';
import { ofAttendance, ofClaims, ofPlaces, ofSeries } from './attendance.ts';
import { messageEmails, ofAttendees, ofFeedback, ofMessages, ofReminders } from './notifications.ts';
import {
  ofCollectives,
  ofFollowers,
  ofGathered,
  ofItems,
  ofNotifications,
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
  'attendance/needs/mails.tsx': ofClaims,
  'attendance/mails.tsx': ofAttendance,
  'attendance/places/mails.tsx': ofPlaces,
  'attendance/confirm/mails.tsx': ofSeries,
  'collectives/mails.ts': ofCollectives,
  'feedback/mails.ts': ofFeedback,
  'notifications/announcements/mails.tsx': ofAttendees,
  // Those of the reports module, too.
  'notifications/decisions/mails.ts': ofItems,
  'notifications/followers/mails.tsx': ofFollowers,
  'notifications/delivery/gathered-mails.tsx': ofGathered,
  'notifications/delivery/mails.tsx': ofNotifications,
  'notifications/announcements/message-mails.tsx': { ...ofMessages, messageEmails },
  'platform/mail/overflow-mails.tsx': ofOverflow,
  'push/mails.ts': ofPushes,
  'reminders/mails.tsx': ofReminders,
  'reports/mails.ts': ofReports,
  'teams/mails.ts': ofTeams,
  'webhooks/mails.ts': ofWebhooks,
};
