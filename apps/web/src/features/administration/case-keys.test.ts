import { describe, expect, test } from 'vitest';
import { caseCommand } from './case-keys.ts';

const pressed = (key: string, changes = {}) =>
  caseCommand({ key, ...{ ctrlKey: false, altKey: false, metaKey: false, repeat: false }, ...changes });

test.each([
  ['j', 'next'],
  ['ArrowDown', 'next'],
  ['k', 'previous'],
  ['ArrowUp', 'previous'],
  ['d', 'dismiss'],
  // With the Shift key or Caps Lock.
  ['O', 'hide'],
  ['e', 'delete'],
  ['c', 'ban'],
  ['z', 'undo'],
  ['?', 'help'],
  ['x', null],
  ['Enter', null],
  ['Delete', null],
])('%s: %s', (key, command) => {
  expect(pressed(key)).toBe(command);
});

describe('is left to the browser', () => {
  test.each(['ctrlKey', 'altKey', 'metaKey'])('with %s', modifier => {
    expect(pressed('d', { [modifier]: true })).toBeNull();
  });
});

test('a key that is held down moves, and decides only once', () => {
  expect(pressed('j', { repeat: true })).toBe('next');
  expect(pressed('d', { repeat: true })).toBeNull();
});
