import { describe, expect, it } from 'vitest';
import { BOGOTA, calendar, event, facts, local, NOW, read } from '../../../../test/calendar-files/reading.ts';
import { decodeCalendar, readCalendar } from './rules.ts';

// docs/rules.md R24.4
describe('hostile files', () => {
  it('are cut at 500 dates, the earliest first', () => {
    const many = Array.from({ length: 600 }, (_, index) => {
      const time = new Date(NOW + (600 - index) * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '');
      return event(`UID:${index}`, 'SUMMARY:X', `DTSTART:${time}`);
    });
    const { events, beyondLimit } = read(calendar(...many));
    expect([events.length, beyondLimit, events[0]?.date]).toEqual([500, 100, NOW + 3_600_000]);
  });

  const good = event('UID:1', 'SUMMARY:Bien', 'DTSTART:20261205T140000Z');

  it.each([
    ['a page', '<html></html>', '(.ics): la línea 1 no es BEGIN:VCALENDAR'],
    ['nothing', '', '(.ics): la línea 1 no es BEGIN:VCALENDAR'],
    ['spaces', ' '.repeat(1000), '(.ics): la línea 1 no es BEGIN:VCALENDAR'],
    [
      'half a calendar',
      calendar(good).slice(0, -20),
      '(.ics) completo: se corta en la línea 8, sin END:VCALENDAR',
    ],
    ['an event alone', good, '(.ics): la línea 1 no es BEGIN:VCALENDAR'],
  ])('that are %s are rejected in one sentence', (_name, text, sentence) => {
    expect(readCalendar(text, NOW, BOGOTA)).toBe(`La dirección no lleva a un calendario ${sentence}`);
  });

  const at = 'DTSTART:20261205T140000Z';
  it.each<[string, string[], string]>([
    ['no title', ['UID:2', at], 'El evento de la línea 4 no tiene título (SUMMARY)'],
    [
      'a title without letters',
      ['UID:2', at, 'SUMMARY: \u200b'],
      'El evento de la línea 4 no tiene título (SUMMARY)',
    ],
    [
      'no start',
      ['UID:2', 'SUMMARY:Sin fecha'],
      '«Sin fecha», en la línea 4, no tiene fecha de inicio (DTSTART)',
    ],
    [
      'a start that does not exist',
      ['UID:2', 'SUMMARY:Mal', 'DTSTART:20261340T140000Z'],
      '«Mal», en la línea 4, tiene una fecha de inicio (DTSTART) que no existe',
    ],
    [
      'the 30th of February',
      ['UID:2', 'SUMMARY:Mal', 'DTSTART;VALUE=DATE:20270230'],
      '«Mal», en la línea 4, tiene una fecha de inicio (DTSTART) que no existe',
    ],
    [
      'a start in words',
      ['UID:2', 'SUMMARY:Mal', 'DTSTART:mañana'],
      '«Mal», en la línea 4, tiene una fecha de inicio (DTSTART) que no existe',
    ],
    [
      'an unknown rule',
      ['UID:2', 'SUMMARY:Mal', at, 'RRULE:FREQ=SIEMPRE'],
      'La línea 8, en el evento de la línea 4, no se entiende',
    ],
    [
      'a rule since the year 1 with a count',
      ['UID:2', 'SUMMARY:Mal', 'DTSTART:00010101T000000Z', 'RRULE:FREQ=DAILY;COUNT=900000'],
      '«Mal», en la línea 4, tiene una repetición (RRULE) demasiado larga',
    ],
    [
      'a line without a colon',
      ['UID:2', 'SUMMARY:Mal', 'sin dos puntos', at],
      'La línea 7, en el evento de la línea 4, no se entiende',
    ],
    [
      'no end',
      ['UID:2', 'SUMMARY:Mal', at, 'BEGIN:VEVENT', 'UID:3', 'SUMMARY:Bien', at],
      'El evento de la línea 4 no termina (END:VEVENT)',
    ],
  ])('lose only the event with %s, and say which', (_name, lines, sentence) => {
    const { events, leftOut, leftOutReasons } = read(calendar(event(...lines), good));
    expect(new Set(events.map(({ title }) => title))).toEqual(new Set(['Bien']));
    expect([leftOut, leftOutReasons]).toEqual([1, [sentence]]);
  });

  it('with 30 events that cannot be understood name ten of them', () => {
    const { leftOut, leftOutReasons } = read(
      calendar(...Array.from({ length: 30 }, (_, index) => event(`UID:${index}`, at))),
    );
    expect([leftOut, leftOutReasons.length, leftOutReasons[9]]).toEqual([
      ...[30, 10, 'El evento de la línea 40 no tiene título (SUMMARY)'],
    ]);
  });

  it('lose a changed date that cannot be understood, and with a cancelled event all of its dates', () => {
    const rule = event('UID:s', 'SUMMARY:S', 'DTSTART:20261205T140000Z', 'RRULE:FREQ=DAILY;UNTIL=20261207');
    const broken = event('UID:s', 'RECURRENCE-ID:20261206T140000Z', 'DTSTART:20261206T150000Z');
    const { events, leftOutReasons } = read(calendar(rule, broken));
    expect([events.map(({ date }) => local(date)), leftOutReasons]).toEqual([
      ['2026-12-05T09:00', '2026-12-07T09:00'],
      ['El evento de la línea 10 no tiene título (SUMMARY)'],
    ]);
    expect(facts(calendar(rule.replace('SUMMARY', 'STATUS:CANCELLED\r\nSUMMARY'), broken))).toEqual([]);
  });

  it('with years 0001 and 9999 bring nothing past, and a rule since the year 1 takes no longer than another', () => {
    const text = calendar(
      event('UID:1', 'SUMMARY:X', 'DTSTART:00010101T000000Z'),
      event('UID:2', 'SUMMARY:X', 'DTSTART:99991231T235959Z'),
      event('UID:3', 'SUMMARY:X', 'DTSTART:00010101T000000Z', 'RRULE:FREQ=DAILY'),
    );
    expect(read(text).events).toHaveLength(60);
    const counted = calendar(
      event('UID:4', 'SUMMARY:X', 'DTSTART:00010101T000000Z', 'RRULE:FREQ=DAILY;COUNT=900000'),
    );
    expect(read(counted)).toMatchObject({ events: [], leftOut: 1 });
  });

  it('without a UID are known by title and start, and with one twice by the highest SEQUENCE', () => {
    const same = event('SUMMARY:Igual', 'DTSTART:20261205T140000Z');
    expect(facts(calendar(same, same))).toHaveLength(1);
    const twice = [
      event('UID:1', 'SEQUENCE:3', 'SUMMARY:Nueva', 'DTSTART:20261205T150000Z'),
      event('UID:1', 'SEQUENCE:2', 'SUMMARY:Vieja', 'DTSTART:20261205T140000Z'),
    ];
    expect(facts(calendar(...twice))).toEqual([['Nueva', '2026-12-05T10:00', null]]);
  });

  it('not in UTF-8 are read as Windows-1252', () => {
    expect(decodeCalendar(Uint8Array.from([0x4e, 0x69, 0xf1, 0x6f]))).toBe('Niño');
    expect(decodeCalendar(new TextEncoder().encode('\ufeffNiño'))).toBe('Niño');
  });

  it('with long titles, long ends and letters without print are cut', () => {
    const text = calendar(
      event('UID:1', `SUMMARY:${'a'.repeat(200)}`, 'DTSTART:20261205T140000Z', 'DTEND:20270305T140000Z'),
      event('UID:2', 'SUMMARY:\u202eHola \ue000mundo', 'DTSTART:20261206T140000Z', 'CLASS:PUBLIC'),
      event('UID:3', 'SUMMARY:Secreta', 'DTSTART:20261206T140000Z', 'CLASS:PRIVATE'),
    );
    expect(facts(text)).toEqual([
      ['a'.repeat(90), '2026-12-05T09:00', '2026-12-19T09:00'],
      ['Hola mundo', '2026-12-06T09:00', null],
    ]);
  });
});
