import type { Email } from '../../src/platform/mail/email.ts';
import { ofAccounts, ofApiTokens, ofFactors, ofManaged } from './accounts.ts';
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
  'accounts/tokens/mails.tsx': ofApiTokens,
  'accounts/mails.tsx': ofAccounts,
  'accounts/managed/mails.tsx': ofManaged,
  'accounts/factors/mails.tsx': ofFactors,
  'attendance/needs/mails.tsx': ofClaims,
  'attendance/mails.tsx': ofAttendance,
  'attendance/places/mails.tsx': ofPlaces,
  'attendance/confirm/mails.tsx': ofSeries,
  'collectives/mails.tsx': ofCollectives,
  'feedback/mails.tsx': ofFeedback,
  'notifications/announcements/mails.tsx': ofAttendees,
  // Those of the reports module, too.
  'notifications/decisions/mails.ts': ofItems,
  'notifications/followers/mails.tsx': ofFollowers,
  'notifications/delivery/gathered-mails.tsx': ofGathered,
  'notifications/delivery/mails.tsx': ofNotifications,
  'notifications/announcements/message-mails.tsx': { ...ofMessages, messageEmails },
  'platform/mail/overflow-mails.tsx': ofOverflow,
  'push/mails.tsx': ofPushes,
  'reminders/mails.tsx': ofReminders,
  'reports/mails.tsx': ofReports,
  'teams/mails.tsx': ofTeams,
  'webhooks/mails.tsx': ofWebhooks,
};
