import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decodeCalendar, readCalendar } from './rules.ts';

const NOW = Date.parse('2026-12-01T17:00:00Z');
const local = (time: number) => new Date(time - 5 * 3_600_000).toISOString().slice(5, 16).replace('T', ' ');

/** Each date in one line: start, end, title, place, tags and coordinates; with 's' if it is one of a series. */
function becomes(program: string): string[] {
  const file = readFileSync(new URL(`../../../../test/calendar-files/${program}.ics`, import.meta.url));
  const reading = readCalendar(decodeCalendar(file), NOW, 'America/Bogota');
  if (typeof reading === 'string') return [reading];
  expect(reading.leftOutReasons).toEqual([]);
  return reading.events.map(({ date, endDate, title, place, tags, latitude, longitude, series }) =>
    [
      `${local(date)}–${endDate === null ? '' : local(endDate)}`,
      ...[title, place, tags.join(' '), latitude && `${latitude} ${longitude}`, series && 's'],
    ]
      .filter(Boolean)
      .join(' | '),
  );
}

// docs/calendars.md shows the same in words.
it.each([
  [
    'google',
    [
      '12-05 09:00–12-05 11:00 | Siembra de árboles | Parque Caldas, Popayán, Cauca, Colombia | s',
      '12-08 00:00–12-10 00:00 | Jornada de limpieza',
      '12-13 08:00–12-13 10:00 | Siembra de árboles (domingo) | s',
      '12-26 09:00–12-26 11:00 | Siembra de árboles | Parque Caldas, Popayán, Cauca, Colombia | s',
    ],
  ],
  [
    'outlook',
    [
      '12-05 14:00–12-05 16:30 | Taller de huertas | Colegio mayor',
      '12-09 11:00–12-09 12:00 | Encuentro con Madrid',
      '12-13 08:00–12-13 12:00 | Mercado de trueque | Plazoleta | s',
      '01-10 08:00–01-10 12:00 | Mercado de trueque | Plazoleta | s',
      '02-14 08:00–02-14 12:00 | Mercado de trueque | Plazoleta | s',
    ],
  ],
  [
    'apple',
    [
      '12-05 00:00–12-07 00:00 | Feria del barrio',
      '12-08 14:00–12-08 15:30 | Taller de tejido | Casa comunal Carrera 6 # 2-18, Popayán, | s',
      '12-10 14:00–12-10 15:30 | Taller de tejido | Casa comunal Carrera 6 # 2-18, Popayán, | s',
      '12-11 14:00–12-11 15:30 | Taller de tejido | Casa comunal Carrera 6 # 2-18, Popayán, | s',
    ],
  ],
  [
    'nextcloud',
    [
      '12-03 18:00–12-03 19:30 | Club de lectura | Biblioteca | lectura jóvenes | s',
      '12-07 10:00–12-07 11:00 | Hora del cuento',
      '12-09 18:00–12-09 19:30 | Club de lectura | Biblioteca | lectura jóvenes | s',
      '12-20 18:00–12-20 19:30 | Club de lectura | Biblioteca | lectura jóvenes | s',
    ],
  ],
  [
    'the-events-calendar',
    [
      '12-10 15:00–12-10 17:00 | Lectura en voz alta & música – entrada libre | Biblioteca, Calle 4 con Carrera 5, segun | lectura familias | 2.444813 -76.614739',
      '12-16 00:00–12-17 00:00 | Novena',
    ],
  ],
  [
    'meetup',
    [
      '12-06 06:00–12-06 13:00 | Caminata a la laguna | Terminal (Transversal 9 # 4N-125, Popayá | 2.45 -76.59',
    ],
  ],
  [
    'mobilizon',
    [
      '12-05 09:00–12-05 11:00 | Encuentro de colectivos | Casa de la cultura, Calle 3, Popayán | encuentro ambiente | 2.4427 -76.6064',
      '12-11 18:00– | Cine foro',
    ],
  ],
  [
    'gancio',
    [
      '12-05 20:00–12-05 23:00 | Fiesta de la vereda | Salón - Vereda El Molino | música vereda | 2.4102 -76.5804',
      '12-12 12:00– | Olla común | Parque',
    ],
  ],
])('the file of %s', (program, expected) => {
  expect(becomes(program)).toEqual(expected);
});
