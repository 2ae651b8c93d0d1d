import { expect, test } from 'vitest';
import { aNeed } from '../../../test/need.ts';
import { aParticipant } from '../../../test/participant.ts';
import { needsOverview } from './needs-overview.ts';

test('names who takes on what', () => {
  const needs = [
    aNeed({ _id: 'a', taken: 1 }),
    aNeed({ _id: 'b', name: 'Palas', quantity: 1200, taken: 3 }),
    aNeed({ _id: 'c', name: 'Agua' }),
  ];
  const claims = [
    { needId: 'a', quantity: 1 },
    { needId: 'b', quantity: 2 },
  ];
  const people = [
    aParticipant(1, { name: 'Ana', claims }),
    aParticipant(2, { name: 'Luz', claims: [{ needId: 'b', quantity: 1 }] }),
    aParticipant(3),
  ];
  expect(needsOverview(needs, people)).toEqual([
    { id: 'a', text: 'Cocina: 1 de 2', people: ['Ana'] },
    { id: 'b', text: 'Palas: 3 de 1.200', people: ['Ana (2)', 'Luz'] },
    { id: 'c', text: 'Agua: 0 de 2', people: [] },
  ]);
});
