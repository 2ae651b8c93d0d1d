import { certificateNumber } from '@minga/contract/certificates';
import { hoursText } from '@minga/contract/hours';
import { describe, expect, it } from 'vitest';
import { isCurrent, newNumber, printedOf } from './rules.ts';

const helped = {
  ...{ id: 'a', title: 'Siembra', date: new Date('2026-11-21T12:00:00.000Z'), endDate: null },
  ...{ place: 'Cerro', collective: null, hours: 2.5 },
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
      ...{ name: 'Luz', hours: 3.25, period: null },
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
    // As the database returns it, with its keys in another order.
    const stored = JSON.parse(JSON.stringify(printedOf('Luz', [helped])));
    const reordered = Object.fromEntries(Object.entries(stored).reverse()) as typeof stored;
    expect(isCurrent(reordered, printedOf('Luz', [{ ...helped, ...change }]))).toBe(expected);
  });

  it('nor when the name changed', () => {
    expect(isCurrent(printedOf('Luz', [helped]), printedOf('Sol', [helped]))).toBe(false);
  });
});
