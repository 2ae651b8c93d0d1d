import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it, vi } from 'vitest';
import { parseCalendar } from '../../../test/parse-calendar.ts';
import { zonedTime } from '../local-time.ts';
import {
  type CalendarEvent,
  calendarFile,
  contentLine,
  escapeText,
  longCalendar,
  quoted,
} from './calendar.ts';

describe('calendar', () => {
  const HOUR = 60 * 60 * 1000;
  const start = new Date('2026-12-05T14:00:00.000Z');

  const anEvent = (values: Partial<CalendarEvent> = {}): CalendarEvent => ({
    uid: '0199@minga',
    sequence: 0,
    status: 'CONFIRMED',
    changedAt: start,
    start,
    end: new Date(start.getTime() + 2 * HOUR),
    summary: 'Minga',
    ...values,
  });

  /** Parses the events with another program, by the time zones that the file defines and without the program's own. */
  function read(file: string) {
    parseCalendar(file);
    const calendar = new ICAL.Component(ICAL.parse(file));
    const [definition] = calendar.getAllSubcomponents('vtimezone');
    const zone = definition && new ICAL.Timezone({ component: definition, tzid: '' });
    return calendar.getAllSubcomponents('vevent').map(component => {
      const [begins, ends] = ['dtstart', 'dtend'].map(name => {
        const time = component.getFirstPropertyValue(name) as ICAL.Time;
        if (time.zone !== ICAL.Timezone.utcTimezone && zone !== undefined) time.zone = zone;
        return new Date(time.toUnixTime() * 1000);
      });
      return { component, event: new ICAL.Event(component), begins, ends };
    });
  }

  /** Times around the transitions of two years, and some far from them. */
  function momentsOf(timeZone: string): Date[] {
    const moments = [start];
    let at = zonedTime(new Date('2026-01-01T00:00:00Z'), timeZone);
    for (let count = 0; count < 4; count += 1) {
      const next = at.getTimeZoneTransition('next');
      if (next === null || next.epochMilliseconds > Date.parse('2028-01-01')) break;
      for (const minutes of [-61, -60, -30, -1, 0, 1, 30, 59, 60, 61])
        moments.push(new Date(next.epochMilliseconds + minutes * 60_000));
      at = next;
    }
    return moments;
  }

  describe('the hours of a calendar file', () => {
    const zones = [
      ...Intl.supportedValuesOf('timeZone'),
      'UTC',
      'GMT',
      'EST5EDT',
      'America/Buenos_Aires',
      '-05:00',
      '+05:45',
    ];

    it('are the same moments in another program, in every zone, also around its transitions', () => {
      const wrong = zones.flatMap(timeZone => {
        const moments = momentsOf(timeZone);
        const events = moments.map(moment =>
          anEvent({ start: moment, end: new Date(moment.getTime() + 3 * HOUR) }),
        );
        return read(calendarFile(events, timeZone)).flatMap(({ begins, ends }, index) => {
          const moment = moments[index]?.getTime() ?? 0;
          const isRight = begins?.getTime() === moment && ends?.getTime() === moment + 3 * HOUR;
          return isRight ? [] : [`${timeZone} ${moments[index]?.toISOString()} is ${begins?.toISOString()}`];
        });
      });
      expect(wrong).toEqual([]);
      expect(zones.length).toBeGreaterThan(400);
    });

    it.each([
      'America/Santiago',
      'Europe/Madrid',
      'Africa/Casablanca',
      'Australia/Lord_Howe',
      'America/Bogota',
    ])('are right for the dates of a series of two years: %s', timeZone => {
      const dates = Array.from(
        { length: 104 },
        (_, week) => new Date(start.getTime() + week * 7 * 24 * HOUR),
      );
      const events = dates.map(date => anEvent({ start: date, end: new Date(date.getTime() + HOUR) }));
      expect(read(calendarFile(events, timeZone)).map(({ begins }) => begins)).toEqual(dates);
    });

    it('that the clocks of Santiago repeat are in UTC, and the others local', () => {
      // On 4 April 2026 at 24:00 the clocks go back to 23:00, which is 03:00 in UTC.
      const starts = [
        '2026-04-05T01:59:59Z',
        '2026-04-05T02:00:00Z',
        '2026-04-05T03:59:59Z',
        '2026-04-05T04:00:00Z',
      ];
      const written = starts.map(from => {
        const begins = new Date(from);
        const file = calendarFile(
          [anEvent({ start: begins, end: new Date(begins.getTime() + 5 * HOUR) })],
          'America/Santiago',
        );
        return /^DTSTART(.*)$/m.exec(file.slice(file.indexOf('BEGIN:VEVENT')))?.[1]?.trim();
      });
      expect(written).toEqual([
        ';TZID=America/Santiago:20260404T225959',
        ':20260405T020000Z',
        ':20260405T035959Z',
        ';TZID=America/Santiago:20260405T000000',
      ]);
    });

    it('of a calendar without events are a valid zone', async () => {
      expect(
        parseCalendar(await longCalendar([], 'America/Bogota', 'Minga')).parts.map(({ name }) => name),
      ).toEqual(['VTIMEZONE']);
    });
  });

  it('a long calendar is written with a pause for other requests every 10 ms', async () => {
    let [now, turns, isRunning] = [0, 0, true];
    // The clock advances by one millisecond for each part.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now);
    const countTurn = () => {
      turns += 1;
      if (isRunning) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    await longCalendar(
      Array.from({ length: 1_000 }, () => anEvent()),
      'America/Bogota',
      'Minga',
    );
    isRunning = false;
    clock.mockRestore();
    expect(turns).toBeGreaterThanOrEqual(90);
  });

  const nasty = [
    'Pan, café; y «más»',
    'barra \\ invertida \\n no es un salto \\, \\;',
    'dos\nlíneas\r\ny\rtres',
    `${'a'.repeat(66)}🎉🎉${'ñ'.repeat(40)}👩‍👩‍👧‍👦`,
    'END:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:otra',
    '"comillas" ^circunflejo^ : dos puntos = igual',
    '李明 · ﬁesta · 𝗺𝗶𝗻𝗴𝗮 · עברית',
    ' espacios al borde ',
    '🎉'.repeat(60),
  ];

  describe('the texts of a calendar file', () => {
    it.each(nasty)('are the same in another program: %j', async text => {
      const event = anEvent({
        summary: text,
        description: text,
        location: text,
        categories: [text, 'Ambiente'],
        position: { latitude: 2.4412345, longitude: -76.6 },
        organizer: { name: text, address: 'hola@minga.example' },
        url: 'https://minga.example/actividades/0199',
      });
      const [found, ...more] = read(await longCalendar([event], 'America/Bogota', text));
      const plain = text.replaceAll(/\r\n?/g, '\n');
      expect(more).toEqual([]);
      expect([found?.event.summary, found?.event.description, found?.event.location]).toEqual([
        plain,
        plain,
        plain,
      ]);
      expect(found?.component.getFirstProperty('categories')?.getValues()).toEqual([plain, 'Ambiente']);
      expect(found?.component.getFirstPropertyValue('geo')).toEqual([2.441235, -76.6]);
      expect(found?.component.getFirstPropertyValue('url')).toBe(event.url);
      expect(found?.event.organizer).toBe('mailto:hola@minga.example');
    });
  });
});

describe('content line', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });

  /** Unescapes a value as a calendar program does. */
  const unescaped = (value: string) => value.replaceAll(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));

  it('a folded line has at most 75 bytes a piece, and is the same again when it is unfolded', () => {
    fc.assert(
      fc.property(text.map(escapeText), line => {
        const folded = contentLine(line);
        expect(folded.endsWith('\r\n')).toBe(true);
        const pieces = folded.slice(0, -2).split('\r\n');
        for (const piece of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75);
        expect(pieces.map((piece, index) => (index === 0 ? piece : piece.slice(1))).join('')).toBe(line);
      }),
    );
  });

  it('escaped text says the same, and cannot begin a line or a property of its own', () => {
    fc.assert(
      fc.property(text, value => {
        const escaped = escapeText(value);
        expect(escaped).not.toMatch(/\p{Cc}|(?<!\\)(?:\\\\)*[;,]/u);
        const plain = value
          .replaceAll(/\r\n?/g, '\n')
          .replaceAll('\t', ' ')
          .replaceAll(/[^\P{Cc}\n]/gu, '');
        expect(unescaped(escaped)).toBe(plain);
      }),
    );
  });

  it('a quoted parameter cannot be left', () => {
    fc.assert(
      fc.property(text, value => {
        expect(quoted(value).slice(1, -1)).not.toMatch(/["\p{Cc}]/u);
      }),
    );
  });
});
