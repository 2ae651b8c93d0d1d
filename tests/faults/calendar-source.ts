import { loopbackServer } from '../../apps/api/test/loopback-server.ts';

const HOUR_MS = 3_600_000;

interface SourceEvent {
  readonly uid: number;
  readonly title: string;
  readonly start: number;
}

interface Garbage {
  readonly status?: number;
  readonly body: string;
}

/** A server with one calendar whose events change, or which sends something else. */
export async function calendarSource() {
  let events: readonly SourceEvent[] = [];
  let answer: Garbage | null = null;
  let [next, requests] = [0, 0];
  let held: (() => void)[] | null = null;
  const file = () => {
    const stamp = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');
    const lines = events.flatMap(({ uid, title, start }) => [
      ...['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, `DTSTART:${stamp(start)}`, 'END:VEVENT'],
    ]);
    return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
  };
  const server = await loopbackServer((_request, _body, response) => {
    requests += 1;
    const send = () => void response.writeHead(answer?.status ?? 200).end(answer?.body ?? file());
    if (held === null) send();
    else held.push(send);
  });
  const soon = (uid: number) => Math.floor(Date.now() / 1000) * 1000 + ((uid % 300) + 2) * HOUR_MS;
  const add = (count: number) => {
    events = [
      ...events,
      ...Array.from({ length: count }, () => {
        next += 1;
        return { uid: next, title: `Taller ${next}`, start: soon(next) };
      }),
    ];
  };
  return {
    host: server.host,
    stop: server.stop,
    requests: () => requests,
    titles: () => events.map(({ title }) => title).toSorted(),
    begin(count: number) {
      events = [];
      add(count);
    },
    add,
    move() {
      events = events.map(({ uid, title, start }) => ({
        uid,
        title: `${title} bis`,
        start: start + HOUR_MS / 2,
      }));
    },
    /** Removes the event with this title, which people have confirmed, and others. */
    remove(count: number, confirmed: string) {
      const others = events.filter(({ title }) => title !== confirmed);
      const gone = new Set(others.slice(0, count - 1));
      events = others.filter(one => !gone.has(one));
    },
    send(other: Garbage | null) {
      answer = other;
    },
    /** The answers that a source may send for a day, read after one, two, four, eight and 24 hours. */
    garbage: (): readonly Garbage[] => [
      { body: '<!doctype html><title>Mantenimiento</title>' },
      { status: 503, body: 'no' },
      { body: file().slice(0, -20) },
      { body: `${file()}${' '.repeat(2 * 1024 * 1024)}` },
      { body: '' },
    ],
    /** Answers no request until `release`. */
    hold() {
      held = [];
    },
    held: () => held?.length ?? 0,
    release() {
      const waiting = held ?? [];
      held = null;
      for (const send of waiting) send();
    },
  };
}
