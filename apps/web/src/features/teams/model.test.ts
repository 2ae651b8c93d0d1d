import { expect, test } from 'vitest';
import { ApiError } from '../../lib/server/api.ts';
import { actionText, rolesOf, roleText, teamError } from './model.ts';

test.each([
  ['collective', ['Administra todo', 'Organiza', 'Recibe en la puerta']],
  ['activity', ['Organiza', 'Recibe en la puerta']],
] as const)('the roles in a team of kind %s: %j', (kind, names) => {
  expect(rolesOf(kind).map(role => roleText(role).name)).toEqual([...names]);
});

test.each([
  ['owner', 'collective', 'administrar el colectivo'],
  ['organizer', 'activity', 'organizar esta actividad'],
  ['door', 'collective', 'recibir en las actividades del colectivo'],
  ['door', 'activity', 'recibir en esta actividad'],
] as const)('the role %s in a team of kind %s lets one %s', (role, kind, action) => {
  expect(actionText(role, kind)).toBe(action);
});

test.each([
  [409, 'LAST_OWNER', ['No se puede'], /^Es la única persona que administra/, 1],
  [429, 'RATE_LIMITED', ['Demasiadas invitaciones.'], /^Demasiadas invitaciones\./, 2],
  [403, 'FORBIDDEN', ['No puedes'], /^No puedes$/, 1],
] as const)('%d %s is explained', (status, code, messages, first, count) => {
  const sentences = teamError(new ApiError(status, code, [...messages]), 'Error');
  expect(sentences[0]).toMatch(first);
  expect(sentences.length).toBe(count);
});

test('the last owner is addressed', () => {
  const error = new ApiError(409, 'LAST_OWNER', ['No se puede']);
  expect(teamError(error, 'Error', true)[0]).toMatch(/^Eres la única persona que administra/);
});

test('without a response the fallback is shown', () => {
  expect(teamError(new Error('x'), 'Error al invitar')).toEqual(['Error al invitar']);
});
