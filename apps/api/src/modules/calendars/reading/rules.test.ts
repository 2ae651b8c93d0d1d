import { describe, expect, it } from 'vitest';
import { calendar, event, facts, local, read } from '../../../../test/calendar-files/reading.ts';

const outlookZone = [
  ...['BEGIN:VTIMEZONE', 'TZID:Zona propia', 'BEGIN:STANDARD', 'DTSTART:16010101T000000'],
  ...['TZOFFSETFROM:-0500', 'TZOFFSETTO:-0500', 'END:STANDARD', 'END:VTIMEZONE'],
];

describe('files of other programs, after their documentation', () => {
  it.each([
    [
      'Google: zone, folded HTML, alarm, recurring with a moved and a cancelled date',
      calendar(
        'X-WR-CALNAME:Fundación',
        event(
          ...['DTSTART;TZID=America/Bogota:20261205T090000', 'DTEND;TZID=America/Bogota:20261205T110000'],
          ...['RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=SA', 'DTSTAMP:20261101T000000Z', 'UID:a1@google.com'],
          ...[
            'DESCRIPTION:Trae <b>botas</b>.<br>Y agua &amp\\; ga',
            ' nas',
            'LOCATION:Parque Caldas\\, Popayán',
          ],
          ...['SEQUENCE:0', 'STATUS:CONFIRMED', 'SUMMARY:Siembra', 'TRANSP:OPAQUE'],
          ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:This is an event reminder', 'END:VALARM'],
        ),
        event(
          ...['DTSTART;TZID=America/Bogota:20261213T080000', 'DTEND;TZID=America/Bogota:20261213T090000'],
          ...[
            'UID:a1@google.com',
            'RECURRENCE-ID;TZID=America/Bogota:20261212T090000',
            'SUMMARY:Siembra movida',
          ],
        ),
        event(
          ...['DTSTART;TZID=America/Bogota:20261219T090000', 'UID:a1@google.com', 'SUMMARY:Siembra'],
          ...['RECURRENCE-ID;TZID=America/Bogota:20261219T090000', 'STATUS:CANCELLED'],
        ),
      ),
      [
        ['Siembra', '2026-12-05T09:00', '2026-12-05T11:00'],
        ['Siembra movida', '2026-12-13T08:00', '2026-12-13T09:00'],
        ['Siembra', '2026-12-26T09:00', '2026-12-26T11:00'],
      ],
    ],
    [
      'Outlook: names of Windows zones, and a zone of its own',
      calendar(
        ...outlookZone,
        event('UID:1', 'SUMMARY:Uno', 'DTSTART;TZID=SA Pacific Standard Time:20261205T090000'),
        event(
          'UID:2',
          'SUMMARY:Dos',
          'DTSTART;TZID="(UTC-05:00) Bogota, Lima, Quito, Rio Branco":20261205T100000',
        ),
        event('UID:3', 'SUMMARY:Tres', 'DTSTART;TZID=Romance Standard Time:20261205T170000'),
        event('UID:4', 'SUMMARY:Cuatro', 'DTSTART;TZID=Zona propia:20261205T120000'),
        event('UID:5', 'SUMMARY:Cinco', 'DTSTART;TZID=Inventada:20261205T130000'),
      ),
      [
        ['Uno', '2026-12-05T09:00', null],
        ['Dos', '2026-12-05T10:00', null],
        ['Tres', '2026-12-05T11:00', null],
        ['Cuatro', '2026-12-05T12:00', null],
        ['Cinco', '2026-12-05T13:00', null],
      ],
    ],
    [
      'Apple: all day, duration, a date excluded',
      calendar(
        event('UID:d', 'SUMMARY:Jornada', 'DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261207'),
        event('UID:e', 'SUMMARY:Un día', 'DTSTART;VALUE=DATE:20261210'),
        event(
          ...['UID:f', 'SUMMARY:Taller', 'DTSTART;TZID=America/Bogota:20261208T140000', 'DURATION:PT90M'],
          ...['RRULE:FREQ=DAILY;UNTIL=20261210T190000Z', 'EXDATE;TZID=America/Bogota:20261209T140000'],
        ),
      ),
      [
        ['Jornada', '2026-12-05T00:00', '2026-12-07T00:00'],
        ['Taller', '2026-12-08T14:00', '2026-12-08T15:30'],
        ['Un día', '2026-12-10T00:00', '2026-12-11T00:00'],
        ['Taller', '2026-12-10T14:00', '2026-12-10T15:30'],
      ],
    ],
    [
      'Nextcloud: the path of a Mozilla zone, extra dates',
      calendar(
        event(
          ...['UID:n', 'SUMMARY:Club', 'DTSTART;TZID=/mozilla.org/20050126_1/America/Bogota:20261203T180000'],
          'RDATE;TZID=America/Bogota:20261209T180000,20261220T180000',
        ),
      ),
      [
        ['Club', '2026-12-03T18:00', null],
        ['Club', '2026-12-09T18:00', null],
        ['Club', '2026-12-20T18:00', null],
      ],
    ],
    [
      'Mobilizon and Gancio: UTC, and times without a zone',
      calendar(
        event('UID:m', 'SUMMARY:Encuentro', 'DTSTART:20261205T140000Z', 'DTEND:20261205T160000Z'),
        event('UID:g', 'SUMMARY:Fiesta', 'DTSTART:20261206T200000', 'DTEND:20261206T190000'),
      ),
      [
        ['Encuentro', '2026-12-05T09:00', '2026-12-05T11:00'],
        ['Fiesta', '2026-12-06T20:00', null],
      ],
    ],
  ])('%s', (_name, text, expected) => {
    expect(facts(text)).toEqual(expected);
  });

  it('take place, words, coordinates and tags of The Events Calendar and Meetup', () => {
    const long = 'Biblioteca Rafael Maya, calle 4 con carrera 5, segundo piso, Popayán';
    const { events, rules } = read(
      calendar(
        event(
          ...['UID:t', 'SUMMARY:  Lectura\\nen voz &amp; alma &#8211\\; 1 < 2 ', 'DTSTART:20261205T140000Z'],
          ...[`LOCATION:${long.replaceAll(',', '\\,')}`, 'GEO:2.4448129;-76.6147391'],
          ...['CATEGORIES:Lectura,Niños', 'CATEGORIES:Niños', 'CLASS:PUBLIC'],
          'DESCRIPTION:<p>Si vienen < 10 personas</p><ul><li>Uno</li><li>Dos</li></ul><script>x</script>',
        ),
      ),
    );
    expect(events).toMatchObject([
      {
        title: 'Lectura en voz & alma – 1 < 2',
        place: long.slice(0, 40).trim(),
        directions: long,
        latitude: 2.444813,
        longitude: -76.614739,
        tags: ['lectura', 'niños'],
        series: null,
        description: 'Si vienen < 10 personas\nUno\nDos',
      },
    ]);
    expect(rules).toEqual({});
  });
});

describe('series', () => {
  const weekly = (...lines: string[]) =>
    read(calendar(event('UID:s', 'SUMMARY:S', 'DTSTART;TZID=America/Bogota:20200107T090000', ...lines)));

  it('hold at most the next 60 dates, none past', () => {
    const { events, rules } = weekly('RRULE:FREQ=DAILY');
    expect([events.length, local(events[0]?.date ?? 0)]).toEqual([60, '2026-12-02T09:00']);
    expect(rules).toEqual({ [events[0]?.series ?? '']: { frequency: 'daily', interval: 1, weekdays: [] } });
    expect(weekly('RRULE:FREQ=WEEKLY;BYDAY=TU').events).toHaveLength(52);
  });

  it.each([
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', { frequency: 'weekly', interval: 2, weekdays: ['tu', 'th'] }],
    ['FREQ=MONTHLY;BYDAY=1SA', { frequency: 'monthly', interval: 1, weekdays: [] }],
    ['FREQ=YEARLY;BYMONTH=1', { frequency: 'monthly', interval: 12, weekdays: [] }],
  ])('of %s say how they repeat', (rule, expected) => {
    expect(Object.values(weekly(`RRULE:${rule}`).rules)).toEqual([expected]);
  });

  it('retain the identity of a date whose hour was moved alone', () => {
    const keys = (...more: string[]) =>
      read(
        calendar(
          event('UID:s', 'SUMMARY:S', 'DTSTART:20261205T140000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
          ...more,
        ),
      ).events.map(({ key }) => key);
    const moved = event('UID:s', 'SUMMARY:S', 'RECURRENCE-ID:20261212T140000Z', 'DTSTART:20261213T140000Z');
    expect(keys(moved)).toEqual(keys());
  });
});
