import { expect, test } from 'vitest';
import { attendanceState, isMoreThanOneDayAhead } from './model.ts';

const now = new Date('2026-11-21T15:00:00.000Z');
const before = '2026-11-21T14:59:59.999Z';
const exactly = '2026-11-21T15:00:00.000Z';

test.each([
  { isOwner: false, date: exactly, status: null, state: 'join' },
  { isOwner: false, date: exactly, status: 'confirmed' as const, state: 'going' },
  { isOwner: false, date: before, status: null, state: 'started' },
  { isOwner: false, date: before, status: 'confirmed' as const, state: 'started' },
  { isOwner: true, date: exactly, status: null, state: 'own' },
  { isOwner: true, date: exactly, status: 'confirmed' as const, state: 'own' },
  { isOwner: false, date: exactly, status: 'waiting' as const, state: 'waiting' },
  { isOwner: false, date: exactly, status: 'offered' as const, state: 'offered' },
  { isOwner: false, date: before, status: 'offered' as const, state: 'started' },
  { isOwner: true, date: before, status: null, state: 'own' },
])('owner $isOwner, date $date, status $status: $state', ({ status, state, ...activity }) => {
  expect(attendanceState(activity, status, now)).toBe(state);
});

// 22:00 in Bogotá.
const lateEvening = new Date('2026-12-06T03:00:00.000Z');

test.each([
  ['in two days', '2026-12-08T03:00:00.000Z', true],
  ['in a day and a millisecond', '2026-12-07T03:00:00.001Z', true],
  ['in a day', '2026-12-07T03:00:00.000Z', false],
  ['tomorrow morning', '2026-12-06T13:00:00.000Z', false],
  ['tonight', '2026-12-06T04:00:00.000Z', false],
  ['now', lateEvening.toISOString(), false],
  ['yesterday', '2026-12-05T03:00:00.000Z', false],
  ['at an invalid date', 'mañana', false],
])('more than one day ahead: a start %s', (_, date, isAhead) => {
  expect(isMoreThanOneDayAhead(date, lateEvening)).toBe(isAhead);
});
