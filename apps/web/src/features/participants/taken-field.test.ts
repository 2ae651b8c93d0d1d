import { expect, test } from 'vitest';
import { aParticipant } from '../../../test/participant.ts';
import { takenField } from './taken-field.ts';

const ana = aParticipant(1, { name: 'Ana Ñañez', email: 'ana@example.org' });
const anonymous = aParticipant(2, { name: 'Usuario eliminado', email: '' });

test.each([
  ['a new person', 'Luz', 'luz@example.org', undefined, null],
  ['the e-mail of another', 'Luz', 'ana@example.org', undefined, 'email'],
  ['the name of another', 'ANA ÑAÑEZ', 'luz@example.org', undefined, 'name'],
  ['one and the same person', 'Ana Ñañez', 'ana@example.org', ana._id, null],
  ['the name of another when editing', 'Ana Ñañez', 'luz@example.org', anonymous._id, 'name'],
  ['the name of deleted users', 'Usuario eliminado', 'luz@example.org', undefined, null],
] as const)('%s', (_, name, email, ownId, field) => {
  expect(takenField([ana, anonymous], { name, email }, ownId)).toBe(field);
});
