import { expect, test } from 'vitest';
import { preferredName } from './model.ts';

const all = {
  displayName: 'Mafe',
  name: 'María Fernanda',
  firstName: 'María',
  lastName: 'Chocué',
  username: 'mchocue',
  email: 'maria@example.org',
};

test('takes the first available name in the order of the specification', () => {
  const { displayName, ...noDisplayName } = all;
  const { name, ...noName } = noDisplayName;
  const { lastName, ...noLastName } = noName;
  const { username, ...emailOnly } = noLastName;
  expect([all, noDisplayName, noName, noLastName, emailOnly, {}].map(preferredName)).toEqual([
    displayName,
    name,
    `María ${lastName}`,
    username,
    'Maria',
    'Usuario',
  ]);
});

test('ignores blank names', () => {
  expect(preferredName({ displayName: '  ', username: '', email: 'ángel@example.org' })).toBe('Ángel');
  expect(preferredName({ email: '' })).toBe('Usuario');
});
