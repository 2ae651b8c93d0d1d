import { describe, expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { badgesOf, countedTitle, isLocationHidden, isOngoing, isPast, lastTransition } from './model.ts';

describe('state', () => {
  const now = new Date('2026-11-21T15:00:00.000Z');
  const before = '2026-11-21T14:59:59.999Z';
  const exactly = '2026-11-21T15:00:00.000Z';
  const after = '2026-11-21T15:00:00.001Z';

  test.each([
    [before, true],
    [exactly, false],
    [after, false],
  ])('a start at %s is past: %s', (date, past) => {
    expect(isPast({ date, endDate: null }, now)).toBe(past);
  });

  test.each([
    [before, null, { past: true, ongoing: false, at: before }],
    [before, exactly, { past: false, ongoing: true, at: before }],
    ['2026-11-21T10:00:00.000Z', before, { past: true, ongoing: false, at: before }],
    [after, '2026-11-21T16:00:00.000Z', { past: false, ongoing: false, at: null }],
  ])('from %s to %s: %o', (date, endDate, { past, ongoing, at }) => {
    const times = { date, endDate };
    expect([isPast(times, now), isOngoing(times, now)]).toEqual([past, ongoing]);
    expect(lastTransition(times, now)).toBe(at && Date.parse(at));
  });

  test.each([
    [{}, false],
    [{ isLocationPrivate: true }, true],
    [{ isLocationPrivate: true, canManage: true }, false],
    [{ isLocationPrivate: true, directions: 'La casa azul' }, false],
    [{ isLocationPrivate: true, location: { latitude: 2.4448, longitude: -76.6147 } }, false],
  ])('the location of %o is hidden: %s', (changes, isHidden) => {
    expect(isLocationHidden(anActivity(changes))).toBe(isHidden);
  });

  describe('badges', () => {
    const plain = {
      date: after,
      endDate: null,
      isPromoted: false,
      canManage: false,
      status: 'approved',
    } as const;

    test.each([
      ['none', {}, []],
      ['promoted', { isPromoted: true }, ['promoted']],
      ['past', { date: before }, ['finished']],
      ['past and promoted', { date: before, isPromoted: true }, ['promoted', 'finished']],
      ['pending, another owner', { status: 'pending' }, []],
      ['rejected, another owner', { status: 'rejected' }, []],
      ['own, approved', { canManage: true }, []],
      ['own, pending', { canManage: true, status: 'pending' }, ['pending']],
      ['own, pending and past', { canManage: true, status: 'pending', date: before }, ['finished']],
      [
        'own, rejected and past',
        { canManage: true, status: 'rejected', date: before },
        ['finished', 'rejected'],
      ],
    ] as const)('%s', (_, changes, badges) => {
      const activity = { ...plain, ...changes };
      expect(badgesOf(activity, isPast(activity, now))).toEqual(badges);
    });
  });
});

describe('counted-title', () => {
  test.each([
    [undefined, 'Lista de Actividades'],
    [0, 'Lista de Actividades (0)'],
    [10_000, 'Lista de Actividades (10.000)'],
  ])('%s', (count, title) => {
    expect(countedTitle('Lista de Actividades', count)).toBe(title);
  });
});
