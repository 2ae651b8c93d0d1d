import { expect, test } from 'vitest';
import { shownName } from './shown-name.ts';

const all = {
  displayName: 'Mafe',
  name: 'María Fernanda',
  firstName: 'María',
  lastName: 'Chocué',
  username: 'mchocue',
  email: 'maria@example.org',
};

test('the first name that is known, in the order of the specification', () => {
  const { displayName, ...noDisplayName } = all;
  const { name, ...noName } = noDisplayName;
  const { lastName, ...noLastName } = noName;
  const { username, ...emailOnly } = noLastName;
  expect([all, noDisplayName, noName, noLastName, emailOnly, {}].map(shownName)).toEqual([
    displayName,
    name,
    `María ${lastName}`,
    username,
    'Maria',
    'Usuario',
  ]);
});

test('blanks say nothing', () => {
  expect(shownName({ displayName: '  ', username: '', email: 'ángel@example.org' })).toBe('Ángel');
  expect(shownName({ email: '' })).toBe('Usuario');
});
