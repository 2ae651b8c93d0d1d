import type { Calendar } from '@minga/contract/calendars';
import { expect, test } from 'vitest';
import { remarksOn, stateText, summaryText } from './model.ts';

const none = { activities: 0, series: 0, withoutPlace: 0, leftOut: 0, beyondLimit: 0 };

test.each([
  [{ activities: 14, series: 3, withoutPlace: 2 }, '14 actividades, 3 se repiten, 2 sin lugar'],
  [{ activities: 1, series: 1 }, '1 actividad, 1 se repite'],
  [
    { activities: 500, leftOut: 1, beyondLimit: 40 },
    '500 actividades, 1 que no entendimos, 40 más que no caben',
  ],
  [{ leftOut: 2 }, '0 actividades, 2 que no entendimos'],
  [{}, 'No tiene nada próximo'],
])('what a reading found: %j', (changes, text) => {
  expect(summaryText({ ...none, ...changes })).toBe(text);
});

const NOW = new Date('2026-11-29T15:00:00.000Z');
const calendar: Calendar = {
  _id: '0199dddd-0000-7000-8000-000000000001',
  host: 'calendar.example.org',
  category: null,
  state: 'ok',
  lastReadAt: '2026-11-29T14:48:00.000Z',
  error: null,
  activities: 0,
  summary: null,
  edited: 0,
  cancelled: 0,
  vanished: 0,
};

test.each<[Partial<Calendar>, string]>([
  [{}, 'Leído hace 12 minutos. Lo leemos cada hora.'],
  [{ state: 'reading', lastReadAt: null }, 'Lo estamos leyendo…'],
  [{ state: 'reading' }, 'Lo estamos leyendo otra vez…'],
  [
    { state: 'failed', error: 'El calendario tiene más de 2 MB' },
    'El calendario tiene más de 2 MB. Lo intentamos hace 12 minutos.',
  ],
  [
    { lastReadAt: '2026-11-27T19:27:00.000Z' },
    'Leído el viernes, 27 de noviembre de 2026, 2:27 p. m. Lo leemos cada hora.',
  ],
])('the state %j in words', (changes, text) => {
  expect(stateText({ ...calendar, ...changes }, NOW).replaceAll(/\s/g, ' ')).toBe(text);
});

test('says what organisers have to decide, and what stays as edited', () => {
  expect(remarksOn({ cancelled: 0, edited: 0, summary: null })).toEqual([]);
  const leftOutReasons = ['El evento de la línea 4 no tiene título', 'dos', 'tres', 'cuatro'];
  expect(remarksOn({ cancelled: 1, edited: 2, summary: { ...none, leftOutReasons } })).toEqual([
    'Quedó por fuera: el evento de la línea 4 no tiene título.',
    'Quedó por fuera: dos.',
    'Quedó por fuera: tres.',
    '1 actividad ya no está en el calendario y aquí sigue, porque alguien confirmó: decide si la eliminas.',
    '2 actividades que editaste aquí conservan lo que cambiaste.',
  ]);
});
