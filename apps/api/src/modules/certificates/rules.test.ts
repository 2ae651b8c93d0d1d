import { certificateNumber } from '@minga/contract/certificates';
import { hoursText } from '@minga/contract/hours';
import { describe, expect, it } from 'vitest';
import { contradicts, isCurrent, newNumber, printedOf, selectUnderOneName } from './rules.ts';

const helped = {
  id: 'a',
  title: 'Siembra',
  date: new Date('2026-11-21T12:00:00.000Z'),
  endDate: null,
  place: 'Cerro',
  collective: null,
  hours: 2.5,
};

describe('the number', () => {
  it('has twelve characters that are not misread, in groups', () => {
    const numbers = Array.from({ length: 200 }, newNumber);
    for (const number of numbers)
      expect(number).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){2}[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(new Set(numbers).size).toBe(200);
  });

  it.each([
    ['k7mn-2rtx-9qwe', 'K7MN-2RTX-9QWE'],
    [' K7MN2RTX9QWE ', 'K7MN-2RTX-9QWE'],
    ['K7MN 2RTX 9QWE', 'K7MN-2RTX-9QWE'],
    ['K7', 'K7'],
    ['¡!', ''],
  ])('is read from %j', (typed, expected) => {
    expect(certificateNumber(typed)).toBe(expected);
  });
});

it.each([
  [0, '0 horas'],
  [0.25, '15 minutos'],
  [1, '1 hora'],
  [1.5, '1 hora y 30 minutos'],
  [12, '12 horas'],
  [120.75, '120 horas y 45 minutos'],
])('%d hours: %s', (hours, text) => {
  expect(hoursText(hours)).toBe(text);
});

describe('what is printed', () => {
  it('has the sum and no times of a Date', () => {
    expect(printedOf('Luz', [helped, { ...helped, hours: 0.75 }])).toMatchObject({
      name: 'Luz',
      hours: 3.25,
      period: null,
      activities: [{ attendanceId: 'a', date: '2026-11-21T12:00:00.000Z', endDate: null }, { hours: 0.75 }],
    });
  });

  it.each<[string, Partial<typeof helped>, boolean]>([
    ['nothing', {}, true],
    ['the hours', { hours: 3 }, false],
    ['the title', { title: 'Otra' }, false],
    ['the date', { date: new Date(0) }, false],
    ['the place', { place: '' }, false],
  ])('is not current any more when it differs by %s', (_what, change, expected) => {
    // The database returns the keys in another order.
    const stored = JSON.parse(JSON.stringify(printedOf('Luz', [helped])));
    const reordered = Object.fromEntries(Object.entries(stored).reverse()) as typeof stored;
    expect(isCurrent(reordered, printedOf('Luz', [{ ...helped, ...change }]))).toBe(expected);
  });

  it('nor when the name changed', () => {
    expect(isCurrent(printedOf('Luz', [helped]), printedOf('Sol', [helped]))).toBe(false);
  });
});

describe('the attendances under one name', () => {
  const rows = (...given: [string | null, number][]) => given.map(([name, hours]) => ({ name, hours }));
  it.each<[string, ReturnType<typeof rows>, string, string | null, number]>([
    [
      'without regard to accents, case and spaces',
      rows(['MARIA PEREZ', 1], ['María  Pérez', 2]),
      'x',
      'MARIA PEREZ',
      3,
    ],
    [
      'under the name of the account, also if it has fewer hours',
      rows(['Sol', 9], ['Ana', 1]),
      'aná',
      'Ana',
      1,
    ],
    ['else under that with the most hours', rows(['Sol', 1], ['Ana', 2], ['Sol', 2]), 'Mar', 'Sol', 3],
    ['of as many hours, the newest', rows(['Sol', 2], ['Ana', 2]), 'Mar', 'Sol', 2],
    ['of symbols', rows(['🌱', 2], ['Ana', 1]), 'Mar', '🌱', 2],
    ['none without a name', rows([null, 2]), 'Mar', null, 0],
    ['none', [], 'Mar', null, 0],
  ])('%s', (_what, given, account, name, hours) => {
    const certified = selectUnderOneName(given, account);
    expect(certified?.name ?? null).toBe(name);
    expect(certified?.helped.reduce((sum, one) => sum + one.hours, 0) ?? 0).toBe(hours);
  });
});

describe('two certificates contradict each other', () => {
  const later = { ...helped, id: 'b', date: new Date('2026-12-05T12:00:00.000Z') };
  const printed = (name: string, rows: (typeof helped)[], from: string | null, until: string | null) =>
    printedOf(name, rows, { from, until });
  const november = printed('Luz', [helped], '2026-11-01', '2026-11-30');
  it.each<[string, typeof november, typeof november, boolean]>([
    [
      'not with the same facts in a longer period',
      november,
      printed('Luz', [helped, later], null, null),
      false,
    ],
    ['not of different days', november, printed('Luz', [later], '2026-12-01', null), false],
    [
      'not if only the spelling of the name differs',
      november,
      printed('LUZ', [helped], null, '2026-12-31'),
      false,
    ],
    ['with another name', november, printed('Sol', [helped], null, null), true],
    ['with other hours', november, printed('Luz', [{ ...helped, hours: 9 }], null, null), true],
    [
      'with another activity in the same days',
      november,
      printed('Luz', [helped, { ...helped, id: 'c' }], null, null),
      true,
    ],
    ['without an activity of the same days', november, printed('Luz', [later], null, null), true],
    ['of one activity, with another place', printedOf('Luz', [{ ...helped, place: '' }]), november, true],
    ['of one activity, not with the same facts', printedOf('Luz', [helped]), november, false],
    [
      'of one activity under another name that the period leaves out',
      printedOf('Sol', [{ ...helped, id: 'c' }]),
      november,
      false,
    ],
  ])('%s', (_what, one, other, expected) => {
    const dayOf = (date: string) => date.slice(0, 10);
    expect([contradicts(one, other, dayOf), contradicts(other, one, dayOf)]).toEqual([expected, expected]);
  });
});
