import * as accounts from '@minga/contract/accounts';
import * as activities from '@minga/contract/activities';
import * as activityFields from '@minga/contract/activity-fields';
import * as managedActivities from '@minga/contract/administration/activities';
import * as admins from '@minga/contract/administration/admins';
import * as managedAttendances from '@minga/contract/administration/attendances';
import * as managedCollectives from '@minga/contract/administration/collectives';
import * as managedUsers from '@minga/contract/administration/users';
import * as attendance from '@minga/contract/attendance';
import * as collectiveFields from '@minga/contract/collective-fields';
import * as collectives from '@minga/contract/collectives';
import * as confirmation from '@minga/contract/confirmation';
import type { Endpoint } from '@minga/contract/endpoint';
import * as messages from '@minga/contract/messages';
import * as notificationSettings from '@minga/contract/notification-settings';
import * as notifications from '@minga/contract/notifications';
import * as participants from '@minga/contract/participants';
import * as party from '@minga/contract/party';
import * as personalLink from '@minga/contract/personal-link';
import * as placeProposals from '@minga/contract/place-proposals';
import * as profile from '@minga/contract/profile';
import * as push from '@minga/contract/push';
import * as reminders from '@minga/contract/reminders';
import * as savedSearches from '@minga/contract/saved-searches';
import * as seriesConfirmation from '@minga/contract/series-confirmation';
import * as session from '@minga/contract/session';
import * as system from '@minga/contract/system';
import * as teams from '@minga/contract/teams';

export type Call = [name: string, endpoint: Endpoint];

const isCall = (entry: [string, unknown]): entry is Call =>
  typeof entry[1] === 'object' && entry[1] !== null && 'access' in entry[1];

/** Every call of the contract by name. The test of the API reference fails if one is missing here. */
export const contractCalls: Call[] = [
  accounts,
  activities,
  activityFields,
  admins,
  managedUsers,
  managedActivities,
  managedAttendances,
  managedCollectives,
  collectives,
  collectiveFields,
  teams,
  attendance,
  notifications,
  notificationSettings,
  push,
  messages,
  session,
  confirmation,
  participants,
  personalLink,
  party,
  placeProposals,
  profile,
  reminders,
  savedSearches,
  seriesConfirmation,
  system,
].flatMap(module => Object.entries<unknown>(module).filter(isCall));
