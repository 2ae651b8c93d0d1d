import { describe, expect, it } from 'vitest';
import { type Ability, abilityToRemove, can, type Role, teamRolesWith } from './policy.ts';

const everybody: Role[] = ['author', 'owner', 'organizer', 'door'];

describe.each<[Ability, Role[]]>([
  ['manage', ['author', 'owner', 'organizer']],
  ['message', ['author', 'owner', 'organizer']],
  ['checkIn', everybody],
  ['delete', ['author', 'owner']],
  ['manageTeam', ['author', 'owner']],
  ['seeTeam', everybody],
  ['move', ['author', 'owner']],
  ['publish', ['owner', 'organizer']],
  ['editCollective', ['owner']],
])('%s', (ability, roles) => {
  it(`is for ${roles.join(', ')}`, () => {
    expect(everybody.filter(role => can([role], ability))).toEqual(roles);
    expect(can([], ability)).toBe(false);
    expect(teamRolesWith(ability)).toEqual(roles.filter(role => role !== 'author'));
  });
});

it('is had by one role among several', () => {
  expect(can(['door', 'organizer'], 'manage')).toBe(true);
  expect(can(['door', 'door'], 'manage')).toBe(false);
});

it('everybody may remove themselves, in any case of the id', () => {
  expect(abilityToRemove('ABC', 'abc')).toBe('seeTeam');
  expect(abilityToRemove('abd', 'abc')).toBe('manageTeam');
});
