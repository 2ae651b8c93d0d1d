import { expect, test } from 'vitest';
import { anArrival, anEntry, anOutcome, idOf, NINE } from '../../../test/arrival.ts';
import type { Outcome } from './arrival.ts';
import { doorPeople } from './door-people.ts';
import { admittedResult, hindrance } from './door-result.ts';
import { reviewText } from './review-text.ts';

const now = new Date('2026-12-05T16:00:00.000Z');
const personOf = (changes: Parameters<typeof anEntry>[1]) => {
  const [person] = doorPeople([anEntry(1, { name: 'Ana', ...changes })], 0, []);
  if (person === undefined) throw new Error('nobody');
  return person;
};

test.each([
  [{ checkedInAt: NINE }, 'already', 'Ya había llegado a las 9:00 a. m.'],
  [
    { checkedInAt: '2026-12-04T14:00:00.000Z' },
    'already',
    'Ya había llegado el vie, 4 dic 2026 a las 9:00 a. m.',
  ],
  [{ checkedInAt: '2026-12-05T06:05:00.000Z' }, 'already', 'Ya había llegado a la 1:05 a. m.'],
  [{ status: 'waiting' as const }, 'not-confirmed', 'Está en la lista de espera: todavía no tiene cupo.'],
  [{ status: 'offered' as const }, 'not-confirmed', 'Le ofrecimos un cupo y todavía no lo ha aceptado.'],
])('%j: %s', (changes, kind, text) => {
  const result = hindrance(personOf({ ...changes, companions: 2 }), now);
  expect({ ...result, text: result?.text.replaceAll('\u00a0', ' ') }).toMatchObject({
    kind,
    text,
    title: 'Ana + 2',
  });
});

test('a person with a place is admitted, with its companions', () => {
  expect(hindrance(personOf({}), now)).toBeNull();
  expect(admittedResult(personOf({}))).toMatchObject({ title: 'Ana', text: 'Puede entrar.' });
  expect(admittedResult(personOf({ companions: 2 }))).toMatchObject({
    ...{ kind: 'admitted', title: 'Ana + 2', text: 'Pueden entrar: son 3 personas.' },
  });
});

test.each<[Partial<Outcome>, string]>([
  [{ result: 'already' }, 'Ya había llegado a las 9:00 a. m. Quedó una sola vez.'],
  [{ result: 'already', checkedInAt: null }, 'Ya había llegado.'],
  [{ result: 'not-confirmed' }, 'No tiene cupo: está en espera. Su llegada no quedó registrada.'],
  [{ result: 'unknown' }, 'Ya no está en la lista. Su llegada no quedó registrada.'],
  [{ result: 'refused', refusal: 'Indica cuándo llegó' }, 'Indica cuándo llegó'],
])('review of %j: %s', (outcome, text) => {
  const arrival = anArrival(1, { outcome: anOutcome(1, outcome) });
  expect(reviewText(arrival, now).replaceAll('\u00a0', ' ')).toBe(text);
});

test('review of an unknown code, and of what has not been sent', () => {
  const item = { id: idOf(9), code: 'x', at: NINE };
  const unknown = anOutcome(1, { result: 'unknown', attendanceId: null, checkedInAt: null });
  expect(reviewText(anArrival(1, { item, outcome: unknown }), now)).toContain(
    'El código no es de esta actividad.',
  );
  expect(reviewText(anArrival(1), now)).toBe('');
});
