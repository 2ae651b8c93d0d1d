import { expect, test } from 'vitest';
import { aProfile, aSecondFactor } from '../../../../test/profile.ts';
import { dataFile } from './download-button.tsx';

const data = {
  exportedAt: '2026-12-05T02:00:00.000Z',
  account: aProfile().user,
  pendingEmail: null,
  secondFactor: aSecondFactor(),
  sessions: [],
  apiTokens: [],
  calendarAddress: { createdAt: null },
  approvedPublications: [],
  activities: [{ title: 'Siembra' }],
  collectives: [],
  organizedActivities: [],
  invitations: [],
  attendances: [],
  certificates: [],
  reminders: [],
  savedSearches: [],
  passkeys: [],
  otherFeedback: [],
  sentMessages: [],
  reports: [],
  notifications: [],
  notificationPreferences: {},
};

test.each([
  ['America/Bogota', 'minga-mis-datos-2026-12-04.json'],
  ['Europe/Madrid', 'minga-mis-datos-2026-12-05.json'],
])('names the file by the date in the site’s time zone: %s', (timeZone, name) => {
  expect(dataFile(data, timeZone).name).toBe(name);
});

test('contains the data unchanged', async () => {
  const { content } = dataFile(data);
  expect(content.type).toBe('application/json');
  expect(JSON.parse(await content.text())).toEqual(data);
});
