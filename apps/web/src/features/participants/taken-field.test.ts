import { expect, test } from 'vitest';
import { aParticipant } from '../../../test/participant.ts';
import { takenField } from './taken-field.ts';

const ana = aParticipant(1, { name: 'Ana Ñañez', email: 'ana@example.org' });
const gone = aParticipant(2, { name: 'Usuario eliminado', email: '' });

test.each([
  ['a new person', 'Luz', 'luz@example.org', undefined, null],
  ['the e-mail of another', 'Luz', 'ana@example.org', undefined, 'email'],
  ['the name of another', 'ANA ÑAÑEZ', 'luz@example.org', undefined, 'name'],
  ['one and the same person', 'Ana Ñañez', 'ana@example.org', ana._id, null],
  ['another one edited', 'Ana Ñañez', 'luz@example.org', gone._id, 'name'],
  ['the words for who is gone', 'Usuario eliminado', 'luz@example.org', undefined, null],
] as const)('%s', (_, name, email, ownId, field) => {
  expect(takenField([ana, gone], { name, email }, ownId)).toBe(field);
});
