import * as z from 'zod/mini';
import * as accounts from './accounts.ts';
import * as activities from './activities.ts';
import * as activityFields from './activity-fields.ts';
import * as managedActivities from './administration/activities.ts';
import * as admins from './administration/admins.ts';
import * as managedAttendances from './administration/attendances.ts';
import * as bulkDecisions from './administration/bulk-decisions.ts';
import * as managedCollectives from './administration/collectives.ts';
import * as held from './administration/held.ts';
import * as managedReports from './administration/reports.ts';
import * as retention from './administration/retention.ts';
import * as secondFactorResets from './administration/second-factor.ts';
import * as setup from './administration/setup.ts';
import * as today from './administration/today.ts';
import * as trust from './administration/trust.ts';
import * as managedUsers from './administration/users.ts';
import * as apiTokens from './api-tokens.ts';
import * as attendance from './attendance.ts';
import * as calendars from './calendars.ts';
import * as certificates from './certificates.ts';
import * as checkIns from './check-ins.ts';
import * as collectiveFields from './collective-fields.ts';
import * as collectives from './collectives.ts';
import * as confirmation from './confirmation.ts';
import * as correction from './correction.ts';
import type { Endpoint } from './endpoint.ts';
import * as federation from './federation.ts';
import * as feedback from './feedback.ts';
import * as hours from './hours.ts';
import * as identity from './identity.ts';
import * as impact from './impact.ts';
import * as legal from './legal.ts';
import * as messages from './messages.ts';
import * as notificationSettings from './notification-settings.ts';
import * as notifications from './notifications.ts';
import * as participants from './participants.ts';
import * as party from './party.ts';
import * as passkeys from './passkeys.ts';
import * as peopleImport from './people-import.ts';
import * as personalCalendar from './personal-calendar.ts';
import * as personalLink from './personal-link.ts';
import * as placeProposals from './place-proposals.ts';
import * as posters from './poster.ts';
import * as profile from './profile.ts';
import * as push from './push.ts';
import * as refusal from './refusal.ts';
import * as reminders from './reminders.ts';
import * as reports from './reports.ts';
import * as savedSearches from './saved-searches.ts';
import * as secondFactor from './second-factor.ts';
import * as selfCheckIn from './self-check-in.ts';
import * as seriesConfirmation from './series-confirmation.ts';
import * as session from './session.ts';
import * as site from './site.ts';
import * as system from './system.ts';
import * as teams from './teams.ts';
import * as totp from './totp.ts';
import * as visitorData from './visitor-data.ts';
import * as webhooks from './webhooks.ts';
import * as writtenGoals from './written-goals.ts';
import * as writtenMemory from './written-memory.ts';

export type Call = [name: string, endpoint: Endpoint];

const isCall = (entry: [string, unknown]): entry is Call =>
  typeof entry[1] === 'object' && entry[1] !== null && 'access' in entry[1];

const modules: readonly Record<string, unknown>[] = [
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
  federation,
  bulkDecisions,
  held,
  managedReports,
  setup,
  today,
  collectives,
  collectiveFields,
  teams,
  webhooks,
  calendars,
  attendance,
  checkIns,
  selfCheckIn,
  hours,
  certificates,
  feedback,
  notifications,
  notificationSettings,
  posters,
  push,
  messages,
  session,
  confirmation,
  correction,
  participants,
  passkeys,
  peopleImport,
  personalCalendar,
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
  refusal,
  reminders,
  reports,
  savedSearches,
  seriesConfirmation,
  site,
  system,
];

/** Every call of the contract by name. The test of the API reference fails if one is missing here. */
export const contractCalls: Call[] = modules.flatMap(module =>
  Object.entries<unknown>(module).filter(isCall),
);

const isObjectSchema = (entry: [string, unknown]): entry is [string, z.ZodMiniObject] =>
  entry[1] instanceof z.ZodMiniObject;

/** The object schemas that modules with calls export, by the name of the export. */
export const contractSchemas: readonly (readonly [name: string, schema: z.ZodMiniObject])[] = modules.flatMap(
  module => Object.entries<unknown>(module).filter(isObjectSchema),
);
