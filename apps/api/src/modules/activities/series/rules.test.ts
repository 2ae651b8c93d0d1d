import { occurrenceDays } from '@minga/contract/occurrence-days';
import { type Repeat, repeat as repeatSchema } from '@minga/contract/written-repeat';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTime, moveByDays } from '../../../platform/local-time.ts';
import { daysBetween, movePeriod, occurrenceOffsets } from './rules.ts';

const every = (fields: Partial<Repeat>): Repeat => ({
  frequency: 'weekly',
  interval: 1,
  weekdays: [],
  ...fields,
});
const BOGOTA = 'America/Bogota';
const NEW_YORK = 'America/New_York';
const MADRID = 'Europe/Madrid';

/** The local times of a series, or the problem if it is invalid. */
function timesOf(date: Date, repeat: Repeat, timeZone: string): string[] | string {
  const result = occurrenceOffsets(date, repeat, timeZone);
  return 'problem' in result
    ? result.problem
    : result.offsets.map(days => localTime(moveByDays(date, days, timeZone), timeZone).slice(0, 16));
}

describe('the dates of a series', () => {
  it.each<[string, string, string, Repeat, string[]]>([
    [
      'every Saturday',
      BOGOTA,
      '2026-12-05T14:00Z',
      every({ count: 3 }),
      ['2026-12-05T09:00', '2026-12-12T09:00', '2026-12-19T09:00'],
    ],
    [
      'every other Tuesday and Thursday, from a Thursday',
      BOGOTA,
      '2026-12-03T14:00Z',
      every({ interval: 2, weekdays: ['th', 'tu'], count: 4 }),
      ['2026-12-03T09:00', '2026-12-15T09:00', '2026-12-17T09:00', '2026-12-29T09:00'],
    ],
    [
      'the 31st: the last day of shorter months',
      BOGOTA,
      '2026-12-31T14:00Z',
      every({ frequency: 'monthly', count: 5 }),
      ['2026-12-31T09:00', '2027-01-31T09:00', '2027-02-28T09:00', '2027-03-31T09:00', '2027-04-30T09:00'],
    ],
    [
      'the 29th in a leap year and the next',
      BOGOTA,
      '2028-01-29T14:00Z',
      every({ frequency: 'monthly', interval: 12, count: 2 }),
      ['2028-01-29T09:00', '2029-01-29T09:00'],
    ],
    [
      '29 February, a year later the 28th',
      BOGOTA,
      '2028-02-29T14:00Z',
      every({ frequency: 'monthly', interval: 12, count: 2 }),
      ['2028-02-29T09:00', '2029-02-28T09:00'],
    ],
    [
      'the 30th over a leap February',
      BOGOTA,
      '2028-01-30T14:00Z',
      every({ frequency: 'monthly', count: 3 }),
      ['2028-01-30T09:00', '2028-02-29T09:00', '2028-03-30T09:00'],
    ],
    [
      'until is inclusive',
      BOGOTA,
      '2026-12-05T14:00Z',
      every({ until: '2026-12-19' }),
      ['2026-12-05T09:00', '2026-12-12T09:00', '2026-12-19T09:00'],
    ],
    [
      'until the day before',
      BOGOTA,
      '2026-12-05T14:00Z',
      every({ until: '2026-12-18' }),
      ['2026-12-05T09:00', '2026-12-12T09:00'],
    ],
    [
      'a late evening whose day in UTC is the next',
      BOGOTA,
      '2026-12-06T04:30Z',
      every({ until: '2026-12-12' }),
      ['2026-12-05T23:30', '2026-12-12T23:30'],
    ],
    [
      'the same hour after the clocks go back',
      NEW_YORK,
      '2026-10-30T13:00Z',
      every({ frequency: 'daily', count: 4 }),
      ['2026-10-30T09:00', '2026-10-31T09:00', '2026-11-01T09:00', '2026-11-02T09:00'],
    ],
    [
      'an hour that the clocks skip becomes the one after, and the next day is as before',
      NEW_YORK,
      '2027-03-13T07:30Z',
      every({ frequency: 'daily', count: 3 }),
      ['2027-03-13T02:30', '2027-03-14T03:30', '2027-03-15T02:30'],
    ],
    [
      'the same in Madrid',
      MADRID,
      '2027-03-27T01:15Z',
      every({ frequency: 'daily', count: 3 }),
      ['2027-03-27T02:15', '2027-03-28T03:15', '2027-03-29T02:15'],
    ],
  ])('%s', (_what, timeZone, first, repeat, times) => {
    expect(timesOf(new Date(first), repeat, timeZone)).toEqual(times);
  });

  it.each<[string, Repeat, string]>([
    [
      'a day that is not among the weekdays',
      every({ weekdays: ['mo'], count: 3 }),
      'La fecha de la actividad debe caer en uno de los días elegidos',
    ],
    [
      'more than 366 days by count',
      every({ interval: 7, count: 60 }),
      'Una serie puede durar como máximo 366 días',
    ],
    [
      'more than 366 days by until',
      every({ interval: 12, until: '2027-12-07' }),
      'Una serie puede durar como máximo 366 días',
    ],
    [
      'more than 60 dates',
      every({ frequency: 'daily', until: '2027-02-03' }),
      'Una serie puede tener como máximo 60 fechas',
    ],
    ['one date', every({ until: '2026-12-11' }), 'Una serie debe tener al menos dos fechas'],
    ['until in the past', every({ until: '2026-12-04' }), 'Una serie debe tener al menos dos fechas'],
  ])('are refused with %s', (_what, repeat, problem) => {
    expect(timesOf(new Date('2026-12-05T14:00Z'), repeat, BOGOTA)).toBe(problem);
  });

  it('may be 60, and 366 days apart', () => {
    const date = new Date('2026-12-05T14:00Z');
    expect(timesOf(date, every({ frequency: 'daily', until: '2027-02-02' }), BOGOTA)).toHaveLength(60);
    expect(timesOf(date, every({ interval: 4, until: '2027-12-06' }), BOGOTA)).toHaveLength(14);
  });

  it('are those of the second implementation, which the form uses, for any rule', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map(days => new Date(Date.UTC(2026, 0, 1 + days, 17)));
    const end = fc.oneof(
      fc.record({ count: fc.integer({ min: 2, max: 60 }) }),
      fc.integer({ min: 0, max: 370 }).map(days => ({ days })),
    );
    const frequency = fc.constantFrom('daily', 'weekly', 'monthly');
    const chosen = fc.uniqueArray(fc.constantFrom('mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'), {
      maxLength: 7,
    });
    const zone = fc.constantFrom(BOGOTA, NEW_YORK, MADRID);
    const interval = fc.integer({ min: 1, max: 12 });
    let valid = 0;
    fc.assert(
      fc.property(
        fc.record({ day, end, frequency, chosen, zone, interval }),
        ({
          day: date,
          end: { days, ...counted },
          frequency: kind,
          chosen: weekdays,
          zone: timeZone,
          interval: step,
        }: {
          day: Date;
          end: { count?: number; days?: number };
          frequency: 'daily' | 'weekly' | 'monthly';
          chosen: Repeat['weekdays'];
          zone: string;
          interval: number;
        }) => {
          const first = localTime(date, timeZone).slice(0, 10);
          const until = days === undefined ? {} : { until: addDays(first, days) };
          const repeat = every({
            frequency: kind,
            interval: step,
            weekdays: kind === 'weekly' ? weekdays : [],
            ...counted,
            ...until,
          });
          const times = timesOf(date, repeat, timeZone);
          if (typeof times === 'string') return;
          valid += 1;
          expect(times.map(time => time.slice(0, 10))).toEqual(occurrenceDays(first, repeat));
          expect(new Set(times.map(time => time.slice(11))).size).toBe(1);
        },
      ),
      { numRuns: 1000 },
    );
    expect(valid).toBeGreaterThan(200);
  });
});

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

describe('an end that moves along', () => {
  it.each<[string, string, string, string, number, string, string]>([
    [
      'at the same local time',
      NEW_YORK,
      '2026-10-31T20:00Z',
      '2026-11-01T14:00Z',
      7,
      '2026-11-07T16:00',
      '2026-11-08T09:00',
    ],
    [
      'stays behind a start that the clocks push',
      NEW_YORK,
      '2027-03-13T07:30Z',
      '2027-03-13T08:00Z',
      1,
      '2027-03-14T03:30',
      '2027-03-14T04:00',
    ],
    [
      'stays within 14 days when the clocks go back',
      NEW_YORK,
      '2026-10-10T13:00Z',
      '2026-10-24T13:00Z',
      14,
      '2026-10-24T09:00',
      '2026-11-07T08:00',
    ],
  ])('%s', (_what, timeZone, date, endDate, days, start, end) => {
    const moved = movePeriod({ date: new Date(date), endDate: new Date(endDate) }, days, timeZone);
    expect(localTime(moved.date, timeZone).slice(0, 16)).toBe(start);
    expect(moved.endDate && localTime(moved.endDate, timeZone).slice(0, 16)).toBe(end);
  });

  it('is none if there is none', () => {
    const date = new Date('2026-12-05T14:00Z');
    expect(movePeriod({ date, endDate: null }, 7, BOGOTA)).toEqual({
      date: new Date('2026-12-12T14:00Z'),
      endDate: null,
    });
    expect(daysBetween(date, new Date('2026-12-13T04:59Z'), BOGOTA)).toBe(7);
  });
});

describe('a written rule', () => {
  const problemOf = (value: unknown) => repeatSchema.safeParse(value).error?.issues[0]?.message;
  const weekly = { frequency: 'weekly', count: 3 };

  it.each<[string, unknown, string]>([
    ['no object', 'sí', 'La repetición debe ser un objeto'],
    [
      'another frequency',
      { frequency: 'yearly', count: 3 },
      'La repetición debe ser «daily», «weekly» o «monthly»',
    ],
    ['an interval of 0', { ...weekly, interval: 0 }, 'El intervalo debe ser un número entero de 1 a 12'],
    ['an interval of 13', { ...weekly, interval: 13 }, 'El intervalo debe ser un número entero de 1 a 12'],
    ['one date', { ...weekly, count: 1 }, 'Las fechas deben ser de 2 a 60'],
    ['61 dates', { ...weekly, count: 61 }, 'Las fechas deben ser de 2 a 60'],
    [
      'neither count nor until',
      { frequency: 'weekly' },
      'Di cuántas fechas son o cuál es el último día, pero no ambas cosas',
    ],
    [
      'both',
      { ...weekly, until: '2027-01-01' },
      'Di cuántas fechas son o cuál es el último día, pero no ambas cosas',
    ],
    ['a day that does not exist', { frequency: 'weekly', until: '2027-02-30' }, 'El último día no es válido'],
    ['a time', { frequency: 'weekly', until: '2027-02-28T10:00Z' }, 'El último día no es válido'],
    [
      'an unknown weekday',
      { ...weekly, weekdays: ['xx'] },
      'Los días deben ser «mo», «tu», «we», «th», «fr», «sa» o «su»',
    ],
    ['a weekday twice', { ...weekly, weekdays: ['mo', 'mo'] }, 'Un día de la semana está dos veces'],
    [
      'weekdays of a month',
      { frequency: 'monthly', count: 3, weekdays: ['mo'] },
      'Los días de la semana son solo para lo que se repite cada semana',
    ],
  ])('is refused with %s', (_what, value, problem) => {
    expect(problemOf(value)).toBe(problem);
    expect(problemOf(JSON.stringify(value))).toBe(problem);
  });

  it('is read from a form, where an empty field is none', () => {
    expect(repeatSchema.parse(JSON.stringify(weekly))).toEqual({ ...weekly, interval: 1, weekdays: [] });
    expect(repeatSchema.parse('')).toBeNull();
  });
});
