import { expect, test } from 'vitest';
import { aCollective } from '../../../test/collective.ts';
import { collectiveChoices } from './collective-choices.ts';

const a = aCollective({ _id: 'a', myRole: 'owner' });
const b = aCollective({ _id: 'b', myRole: 'organizer' });
const own = [
  a,
  b,
  aCollective({ _id: 'c', myRole: 'door' }),
  aCollective({ _id: 'd', myRole: 'owner', status: 'held' }),
];
const foreign = aCollective({ _id: 'z' });

test.each([
  ['a new activity', { current: null, isAuthor: true }, ['a', 'b'], true, false],
  ['the author, in an own collective', { current: b, isAuthor: true }, ['a', 'b'], true, false],
  [
    'the author, in a collective of others',
    { current: foreign, isAuthor: true },
    ['z', 'a', 'b'],
    true,
    false,
  ],
  ['an owner of its collective', { current: a, isAuthor: false }, ['a', 'b'], true, true],
  ['an organizer of its collective', { current: b, isAuthor: false }, ['a', 'b'], false, false],
] as const)('%s', (_, scene, ids, canMove, isOwner) => {
  const found = collectiveChoices({ ...scene, own, value: 'b' });
  expect(found.choices.map(({ _id }) => _id)).toEqual([...ids]);
  expect(found).toMatchObject({ canMove, isOwner, chosen: { _id: 'b' } });
});

test('nothing is chosen while the collectives load, except the current one', () => {
  expect(collectiveChoices({ own: undefined, current: null, value: 'b', isAuthor: true }).chosen).toBeNull();
  expect(collectiveChoices({ own: undefined, current: b, value: 'b', isAuthor: true }).chosen).toBe(b);
});
