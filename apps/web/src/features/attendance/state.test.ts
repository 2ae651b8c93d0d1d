import { expect, test } from 'vitest';
import { attendanceState } from './state.ts';

const now = new Date('2026-11-21T15:00:00.000Z');
const before = '2026-11-21T14:59:59.999Z';
const exactly = '2026-11-21T15:00:00.000Z';

test.each([
  { isOwner: false, date: exactly, isAttending: false, state: 'join' },
  { isOwner: false, date: exactly, isAttending: true, state: 'going' },
  { isOwner: false, date: before, isAttending: false, state: 'past' },
  { isOwner: false, date: before, isAttending: true, state: 'past' },
  { isOwner: true, date: exactly, isAttending: false, state: 'yours' },
  { isOwner: true, date: exactly, isAttending: true, state: 'yours' },
  { isOwner: true, date: before, isAttending: false, state: 'yours' },
])('owner $isOwner, date $date, attending $isAttending: $state', ({ isAttending, state, ...activity }) => {
  expect(attendanceState(activity, isAttending, now)).toBe(state);
});
