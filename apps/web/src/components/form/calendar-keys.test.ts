import { describe, expect, test } from 'vitest';
import { dayForKey, isSelectable } from './calendar-keys.ts';

const choice = { today: '2026-11-21', originalDay: null };
const press = (key: string) => ({ key: key.replace('Shift+', ''), shiftKey: key.startsWith('Shift+') });

test.each([
  // A Saturday.
  ['2026-12-05', 'ArrowLeft', '2026-12-04'],
  ['2026-12-05', 'ArrowRight', '2026-12-06'],
  ['2026-12-05', 'ArrowUp', '2026-11-28'],
  ['2026-12-05', 'ArrowDown', '2026-12-12'],
  ['2026-12-31', 'ArrowRight', '2027-01-01'],
  ['2026-12-05', 'Home', '2026-11-30'],
  ['2026-11-30', 'Home', '2026-11-30'],
  ['2026-12-06', 'Home', '2026-11-30'],
  ['2026-12-05', 'End', '2026-12-06'],
  ['2026-12-06', 'End', '2026-12-06'],
  ['2026-11-30', 'End', '2026-12-06'],
  ['2027-01-31', 'PageDown', '2027-02-28'],
  ['2027-03-31', 'PageUp', '2027-02-28'],
  ['2028-02-29', 'Shift+PageDown', '2029-02-28'],
  ['2028-02-29', 'Shift+PageUp', '2027-02-28'],
])('from %s by %s to %s', (from, key, to) => {
  expect(dayForKey(from, press(key), choice)).toBe(to);
});

test.each(['Tab', 'Enter', ' ', 'Escape', 'a'])('%s does not move', key => {
  expect(dayForKey('2026-12-05', press(key), choice)).toBeNull();
});

describe('past days', () => {
  const selected = { today: '2026-11-21', originalDay: '2026-10-10' };

  test.each([
    ['2026-11-21', 'ArrowLeft', choice, '2026-11-21'],
    ['2026-11-22', 'Home', choice, '2026-11-21'],
    ['2026-12-05', 'PageUp', choice, '2026-11-21'],
    ['2026-11-21', 'ArrowLeft', selected, '2026-10-10'],
    ['2026-10-10', 'ArrowLeft', selected, '2026-10-10'],
    ['2026-10-10', 'ArrowRight', selected, '2026-11-21'],
    ['2026-10-10', 'PageDown', selected, '2026-11-21'],
  ])('from %s by %s, limited to selectable days', (from, key, which, to) => {
    expect(dayForKey(from, press(key), which)).toBe(to);
  });

  test('only the activity’s own day is selectable', () => {
    expect(
      ['2026-10-09', '2026-10-10', '2026-11-20', '2026-11-21'].map(day => isSelectable(day, selected)),
    ).toEqual([false, true, false, true]);
  });
});
