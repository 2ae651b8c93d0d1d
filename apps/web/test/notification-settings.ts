import { listOwnActivities } from '@minga/contract/activities';
import { listOwnAttendances } from '@minga/contract/attendance';
import {
  getNotificationPreferences,
  type NotificationPreferences,
} from '@minga/contract/notification-settings';
import { listReminders } from '@minga/contract/reminders';
import { listSavedSearches } from '@minga/contract/saved-searches';
import { renderApp } from './render.tsx';
import { declareResponses, type Responses, respond, signedIn } from './server.ts';

const both = { email: true, live: true };
/** Everything is told in both ways, but for what the test is about. */
export const somePreferences = (changes: Partial<NotificationPreferences> = {}): NotificationPreferences => ({
  reminder: both,
  attendance: both,
  change: both,
  moderation: both,
  follow: both,
  messages: both,
  ...changes,
});

/** The settings of an account that has nothing yet. */
export const emptySettings: Responses = {
  ...signedIn(),
  ...respond(listOwnActivities, { body: [], total: 0 }),
  ...respond(listOwnAttendances, { body: [] }),
  ...respond(listReminders, { body: [], total: 0 }),
  ...respond(getNotificationPreferences, { body: somePreferences() }),
  ...respond(listSavedSearches, { body: [] }),
};

/** /tasks/notificaciones; the server responds as declared. */
export function renderNotificationSettings(responses: Responses = {}) {
  const sent = declareResponses({ ...emptySettings, ...responses });
  return { ...renderApp('/tasks/notificaciones'), sent };
}
