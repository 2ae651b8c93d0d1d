import * as accounts from '../src/accounts.ts';
import * as activities from '../src/activities.ts';
import * as activityFields from '../src/activity-fields.ts';
import * as managedActivities from '../src/administration/activities.ts';
import * as admins from '../src/administration/admins.ts';
import * as managedAttendances from '../src/administration/attendances.ts';
import * as bulkDecisions from '../src/administration/bulk-decisions.ts';
import * as managedCollectives from '../src/administration/collectives.ts';
import * as held from '../src/administration/held.ts';
import * as managedReports from '../src/administration/reports.ts';
import * as retention from '../src/administration/retention.ts';
import * as secondFactorResets from '../src/administration/second-factor.ts';
import * as today from '../src/administration/today.ts';
import * as trust from '../src/administration/trust.ts';
import * as managedUsers from '../src/administration/users.ts';
import * as apiTokens from '../src/api-tokens.ts';
import * as attendance from '../src/attendance.ts';
import * as certificates from '../src/certificates.ts';
import * as checkIns from '../src/check-ins.ts';
import * as collectiveFields from '../src/collective-fields.ts';
import * as collectives from '../src/collectives.ts';
import * as confirmation from '../src/confirmation.ts';
import type { Endpoint } from '../src/endpoint.ts';
import * as feedback from '../src/feedback.ts';
import * as hours from '../src/hours.ts';
import * as identity from '../src/identity.ts';
import * as impact from '../src/impact.ts';
import * as legal from '../src/legal.ts';
import * as messages from '../src/messages.ts';
import * as notificationSettings from '../src/notification-settings.ts';
import * as notifications from '../src/notifications.ts';
import * as participants from '../src/participants.ts';
import * as party from '../src/party.ts';
import * as passkeys from '../src/passkeys.ts';
import * as personalLink from '../src/personal-link.ts';
import * as placeProposals from '../src/place-proposals.ts';
import * as profile from '../src/profile.ts';
import * as push from '../src/push.ts';
import * as reminders from '../src/reminders.ts';
import * as reports from '../src/reports.ts';
import * as savedSearches from '../src/saved-searches.ts';
import * as secondFactor from '../src/second-factor.ts';
import * as seriesConfirmation from '../src/series-confirmation.ts';
import * as session from '../src/session.ts';
import * as system from '../src/system.ts';
import * as teams from '../src/teams.ts';
import * as totp from '../src/totp.ts';
import * as visitorData from '../src/visitor-data.ts';
import * as webhooks from '../src/webhooks.ts';
import * as writtenGoals from '../src/written-goals.ts';
import * as writtenMemory from '../src/written-memory.ts';

export type Call = [name: string, endpoint: Endpoint];

const isCall = (entry: [string, unknown]): entry is Call =>
  typeof entry[1] === 'object' && entry[1] !== null && 'access' in entry[1];

/** Every call of the contract by name. The test of the API reference fails if one is missing here. */
export const contractCalls: Call[] = [
  accounts,
  apiTokens,
  activities,
  activityFields,
  writtenGoals,
  writtenMemory,
  impact,
  admins,
  managedUsers,
  secondFactorResets,
  managedActivities,
  managedAttendances,
  managedCollectives,
  trust,
  bulkDecisions,
  held,
  managedReports,
  today,
  collectives,
  collectiveFields,
  teams,
  webhooks,
  attendance,
  checkIns,
  hours,
  certificates,
  feedback,
  notifications,
  notificationSettings,
  push,
  messages,
  session,
  confirmation,
  participants,
  passkeys,
  personalLink,
  visitorData,
  legal,
  retention,
  party,
  placeProposals,
  profile,
  identity,
  secondFactor,
  totp,
  reminders,
  reports,
  savedSearches,
  seriesConfirmation,
  system,
].flatMap(module => Object.entries<unknown>(module).filter(isCall));
