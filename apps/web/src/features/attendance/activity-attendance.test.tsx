import { checkAttendance } from '@minga/contract/attendance';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { ownState } from '../../../test/own-state.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, respond } from '../../../test/server.ts';
import { ActivityAttendance } from './activity-attendance.tsx';

const collective = {
  _id: '0199bbbb-0000-7000-8000-000000000001',
  slug: 'guardianes',
  name: 'Guardianes del Río Molino',
  isVerified: false,
};
const past = { date: '2020-12-05T14:00:00.000Z' };
const full = { places: { taken: 3, free: 0, waiting: 0 }, capacity: 3, hasWaitingList: false };

test.each([
  ['past, of a collective', { ...past, collective }, '/colectivos/guardianes'],
  ['past', { ...past, collective: null }, '/actividades'],
  ['full, without a waiting list', { ...full, collective }, '/colectivos/guardianes'],
])('an activity that is %s leads to what comes', async (_, changes, href) => {
  const activity = anActivity(changes);
  declareResponses(respond(checkAttendance, { body: ownState(null) }, { taskId: activity._id }));
  await renderInRouter(
    <ActivityAttendance activity={activity} viewer={null}>
      {({ panel }) => panel}
    </ActivityAttendance>,
  );
  expect((await screen.findByRole('link', { name: 'Lo que viene' })).getAttribute('href')).toBe(href);
});
