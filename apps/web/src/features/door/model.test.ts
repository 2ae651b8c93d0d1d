import { describe, expect, test } from 'vitest';
import { anArrival, anEntry, anOutcome, idOf, NINE } from '../../../test/arrival.ts';
import type { Arrival, Outcome } from './arrivals.ts';
import {
  admittedResult,
  doorCounts,
  doorPeople,
  hindrance,
  peopleShown,
  reviewText,
  type Shown,
  typedCode,
} from './model.ts';

describe('door-people', () => {
  const TEN = '2026-12-05T15:00:00.000Z';
  /** When the list was fetched. */
  const LISTED = 100;

  const NOT_ARRIVED = { at: null, isUnsent: false };
  const undone = anArrival(1, { isUndone: true });
  const again = { item: { id: idOf(9), attendanceId: idOf(1), at: NINE } };
  const cases: [string, string | null, Arrival[], { at: string | null; isUnsent: boolean }][] = [
    ['expected', null, [], { at: null, isUnsent: false }],
    ['arrived by the list', TEN, [], { at: TEN, isUnsent: false }],
    ['noted here', null, [anArrival(1)], { at: NINE, isUnsent: true }],
    ['noted here and already in the list', TEN, [anArrival(1)], { at: TEN, isUnsent: false }],
    [
      'sent since the list',
      null,
      [anArrival(1, { outcome: anOutcome(1, { checkedInAt: TEN }) })],
      { at: TEN, isUnsent: false },
    ],
    [
      'sent by a code that the list did not have then',
      null,
      [anArrival(1, { item: { id: idOf(9), code: 'x', at: NINE }, outcome: anOutcome(1) })],
      { at: NINE, isUnsent: false },
    ],
    [
      'sent, and undone elsewhere before the list was fetched',
      null,
      [anArrival(1, { outcome: anOutcome(1, { receivedAt: LISTED - 1 }) })],
      { at: null, isUnsent: false },
    ],
    [
      'not confirmed by the server',
      null,
      [anArrival(1, { outcome: anOutcome(1, { result: 'not-confirmed' }) })],
      { at: null, isUnsent: false },
    ],
    ['undone while it was sent', TEN, [undone], NOT_ARRIVED],
    ['undone and admitted again', TEN, [undone, anArrival(1, again)], { at: NINE, isUnsent: true }],
    ['undone, admitted again and undone again', TEN, [undone, { ...undone, ...again }], NOT_ARRIVED],
  ];

  test.each(cases)('a person is %s', (_, checkedInAt, arrivals, { at, isUnsent }) => {
    expect(doorPeople([anEntry(1, { checkedInAt })], LISTED, arrivals)).toMatchObject([
      { arrivedAt: at, isUnsent },
    ]);
  });

  const walkIn = { name: 'Don Efraín', companions: 1 };
  const walkInItem = { id: idOf(9), walkIn, at: NINE };

  test('a walk-in is in the list as soon as it is noted, and once when the server lists it', () => {
    const unsent = anArrival(9, { item: walkInItem });
    expect(doorPeople([], LISTED, [unsent])).toMatchObject([
      { key: idOf(9), attendanceId: null, ...walkIn, arrivedAt: NINE, isUnsent: true },
    ]);
    const sent = { ...unsent, outcome: anOutcome(2) };
    expect(doorPeople([], LISTED, [sent])).toMatchObject([{ attendanceId: idOf(2), isUnsent: false }]);
    const listed = anEntry(2, { ...walkIn, checkedInAt: NINE });
    expect(doorPeople([listed], LISTED, [sent])).toMatchObject([{ key: idOf(2), arrivedAt: NINE }]);
    expect(doorPeople([], LISTED, [{ ...unsent, isUndone: true }])).toEqual([]);
  });

  test('is sorted by name, accents ignored', () => {
    const entries = ['Zoraida', 'Álvaro', 'Beatriz'].map((name, number) => anEntry(number, { name }));
    expect(doorPeople(entries, LISTED, []).map(({ name }) => name)).toEqual(['Álvaro', 'Beatriz', 'Zoraida']);
  });

  test('people and parties are counted, of those with a place', () => {
    const entries = [
      anEntry(1, { companions: 2, checkedInAt: NINE }),
      anEntry(2, { companions: 1 }),
      anEntry(3, { status: 'waiting', companions: 5 }),
    ];
    expect(doorCounts(doorPeople(entries, LISTED, [anArrival(9, { item: walkInItem })]))).toEqual({
      people: { arrived: 5, expected: 7 },
      parties: { arrived: 2, expected: 3 },
    });
  });
});

describe('people-shown', () => {
  const people = doorPeople(
    [
      anEntry(1, { name: 'Ángela Muñoz', checkedInAt: NINE }),
      anEntry(2, { name: 'Benjamín Ulcué' }),
      anEntry(3, { name: 'Luz Ángela' }),
    ],
    0,
    [],
  );

  test.each<[Shown, string, string[]]>([
    ['all', '', ['Ángela Muñoz', 'Benjamín Ulcué', 'Luz Ángela']],
    ['expected', ' ', ['Benjamín Ulcué', 'Luz Ángela']],
    ['arrived', '', ['Ángela Muñoz']],
    ['all', 'angela', ['Ángela Muñoz', 'Luz Ángela']],
    ['arrived', 'angela luz', ['Luz Ángela']],
    ['all', 'MUNOZ', ['Ángela Muñoz']],
    ['all', 'zoraida', []],
  ])('%s, %j: %j', (shown, words, names) => {
    expect(peopleShown(people, shown, words).map(({ name }) => name)).toEqual(names);
  });
});

describe('door-result', () => {
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
      kind: 'admitted',
      title: 'Ana + 2',
      text: 'Pueden entrar: son 3 personas.',
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
});

describe('typed-code', () => {
  const code = 'jS6ioWt6q_VcaELuMw1dlA';

  test.each([
    [code, code],
    ['jS6i oWt6 q_Vc aELu Mw1d lA', code],
    [' jS6i oWt6  q_VcaELu Mw1d lA ', code],
    [`https://minga.example.org/llegada/${code}`, code],
    ['jS6i oWt6 q_Vc aELu Mw1d l', null],
    ['jS6i oWt6 q_Vc aELu Mw1d lAx', null],
    ['jS6 ioWt6 q_Vc aELu Mw1d lA', null],
    // 22 letters.
    ['Juan Sebastian Rodriguez', null],
    ['Ana', null],
    ['', null],
  ])('%j: %j', (words, expected) => {
    expect(typedCode(words)).toBe(expected);
  });
});
