import { describe, expect, it } from 'vitest';
import { netAttendanceChanges, shouldNotifyChange } from './rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 14));
const NOW = at(21);

describe('shouldNotifyChange', () => {
  it.each([
    ['another date', [at(25), 'Parque'], [at(26), 'Parque'], true],
    ['another place', [at(25), 'Parque'], [at(25), 'Plaza'], true],
    ['a place where there was none', [at(25), ''], [at(25), 'Plaza'], true],
    ['back where it was', [at(25), 'Parque'], [at(25), 'Parque'], false],
    [
      'the same to the millisecond alone',
      [at(25), 'Parque'],
      [new Date(at(25).getTime() + 1), 'Parque'],
      true,
    ],
    ['postponed past its old date', [at(20), 'Parque'], [at(26), 'Parque'], true],
    ['past, another place', [at(20), 'Parque'], [at(20), 'Plaza'], false],
    ['past, another past date', [at(20), 'Parque'], [at(19), 'Parque'], false],
  ] as const)('%s', (_case, [oldDate, oldPlace], [date, place], isTold) => {
    expect(shouldNotifyChange({ date: oldDate, place: oldPlace }, { date, place }, NOW)).toBe(isTold);
  });
});

describe('netAttendanceChanges', () => {
  const entry = (attendanceId: string, isConfirmed: boolean) => ({
    attendanceId,
    name: attendanceId,
    isConfirmed,
  });
  it.each([
    [[], []],
    [
      ['+ana', '+luz'],
      ['+ana', '+luz'],
    ],
    [['+ana', '-ana', '+luz'], ['+luz']],
    [
      ['-ana', '+luz'],
      ['-ana', '+luz'],
    ],
    [['+ana', '-ana'], []],
  ])('%j: %j', (happened, expected) => {
    const changes = netAttendanceChanges(happened.map(text => entry(text.slice(1), text.startsWith('+'))));
    expect(changes.map(({ name, isConfirmed }) => `${isConfirmed ? '+' : '-'}${name}`)).toEqual(expected);
  });
});
