import { describe, expect, test } from 'vitest';
import { dayText, shortDayText, timesText, whenText } from './when-text.ts';

const ZONE = 'America/Bogota';
/** Thursday evening in Popayán, when it is Friday in UTC. */
const now = new Date('2026-11-27T02:00:00.000Z');
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('when-text', () => {
  test.each([
    ['2026-11-26T14:00:00.000Z', 'Hoy', 'Jue 26'],
    ['2026-11-27T04:59:00.000Z', 'Hoy', 'Jue 26'],
    ['2026-11-27T05:00:00.000Z', 'Mañana', 'Vie 27'],
    ['2026-11-25T20:00:00.000Z', 'Ayer', 'Mié 25 nov'],
    ['2026-11-28T20:00:00.000Z', 'Este sábado 28', 'Sáb 28'],
    ['2026-12-02T20:00:00.000Z', 'Este miércoles 2', 'Mié 2'],
    ['2026-12-03T20:00:00.000Z', 'Jueves 3 de diciembre', 'Jue 3'],
    ['2026-12-23T20:00:00.000Z', 'Miércoles 23 de diciembre', 'Mié 23'],
    ['2026-12-24T20:00:00.000Z', 'Jueves 24 de diciembre', 'Jue 24 dic'],
    ['2027-01-02T20:00:00.000Z', 'Sábado 2 de enero de 2027', 'Sáb 2 ene'],
    ['2026-11-20T20:00:00.000Z', 'Viernes 20 de noviembre', 'Vie 20 nov'],
  ])('%s is %s, or %s', (moment, day, short) => {
    expect(dayText(moment, now, ZONE)).toBe(day);
    expect(shortDayText(moment, now, ZONE)).toBe(short);
  });

  test.each([
    ['2026-11-27T20:00:00.000Z', null, '3:00 p. m.'],
    ['2026-11-27T20:00:00.000Z', '2026-11-27T22:00:00.000Z', '3:00–5:00 p. m.'],
    ['2026-11-27T16:00:00.000Z', '2026-11-27T18:00:00.000Z', '11:00 a. m.–1:00 p. m.'],
    ['2026-11-28T02:00:00.000Z', '2026-11-28T10:00:00.000Z', '9:00 p. m. a sáb 28 nov, 5:00 a. m.'],
  ])('from %s to %s: %s', (date, endDate, text) => {
    expect(plain(timesText(date, endDate, ZONE))).toBe(text);
  });

  test('joins the day and the times', () => {
    const times = { date: '2026-11-27T20:00:00.000Z', endDate: '2026-11-27T22:00:00.000Z' };
    expect(plain(whenText(times, now, ZONE))).toBe('Mañana, 3:00–5:00 p. m.');
  });
});
