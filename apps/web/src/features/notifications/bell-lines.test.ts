import { expect, test } from 'vitest';
import { anEntry } from '../../../test/entry.ts';
import type { Entry } from './bell.ts';
import { bellLines } from './bell-lines.ts';

const NOW = Date.parse('2026-12-05T12:00:00.000Z');

/** An entry from this number of seconds ago. */
const ago = (id: string, seconds: number, changes: Partial<Entry> = {}) =>
  anEntry({ id, timestamp: new Date(NOW - seconds * 1000).toISOString(), ...changes });

/** Confirmations of one activity, newest first, ten seconds apart. */
const confirmations = (names: readonly string[], title = 'Olla comunitaria', taskId = 'olla') =>
  names.map((name, index) =>
    ago(`${taskId}${index}`, 10 * index, {
      taskId,
      message: `${name} ${/ más$/.test(name) ? 'asistirán' : 'asistirá'} a «${title}».`,
    }),
  );

const linesOf = (entries: readonly Entry[]) =>
  bellLines(entries).map(({ title, message }) => [title, message]);

test('a single notification stays as it is', () => {
  const [entry] = confirmations(['Rosa']);
  expect(bellLines([entry as Entry])).toEqual([{ ...entry, ids: ['olla0'] }]);
});

test.each<[string, string[], [string, string]]>([
  ['two people', ['Rosa', 'Luis'], ['2 personas nuevas en «Olla comunitaria»', 'Rosa y Luis']],
  [
    'several',
    ['Rosa', 'Luis', 'Luz', 'Ana'],
    ['4 personas nuevas en «Olla comunitaria»', 'Rosa, Luis y 2 más'],
  ],
  [
    'people with companions',
    ['Rosa y 1 persona más', 'Luis y 3 personas más'],
    ['6 personas nuevas en «Olla comunitaria»', 'Rosa, Luis y 4 más'],
  ],
])('confirmations of one activity share a line: %s', (_, names, line) => {
  expect(linesOf(confirmations(names))).toEqual([line]);
});

test('the title of the activity may contain quotation marks', () => {
  const [[title] = []] = linesOf(confirmations(['Rosa', 'Luis'], 'Minga «Río vivo»'));
  expect(title).toBe('2 personas nuevas en «Minga «Río vivo»»');
});

test('other kinds and other activities have lines of their own, where their newest notification stands', () => {
  const cancelled = { type: 'cancellation', title: 'Asistencia cancelada', taskId: 'olla' };
  const entries = [
    ago('c2', 1, { ...cancelled, message: 'Luz ya no asistirá a «Olla comunitaria».' }),
    ...confirmations(['Rosa', 'Luis']),
    ago('c1', 60, { ...cancelled, message: 'Ana y 1 persona más ya no asistirán a «Olla comunitaria».' }),
    ago('s', 70, { taskId: 'siembra', message: 'Sol asistirá a «Siembra».' }),
  ];
  expect(linesOf(entries)).toEqual([
    ['3 personas ya no van a «Olla comunitaria»', 'Luz, Ana y 1 más'],
    ['2 personas nuevas en «Olla comunitaria»', 'Rosa y Luis'],
    ['Nueva asistencia', 'Sol asistirá a «Siembra».'],
  ]);
});

test.each<[string, string[], [string, string]]>([
  ['message', ['Llueve', 'Traigan botas'], ['2 mensajes de «Olla»', 'Llueve · Traigan botas']],
  ['message', ['A', 'B', 'C', 'D'], ['4 mensajes de «Olla»', 'A · B · C…']],
  ['change', ['Cambió', 'Cambió'], ['2 cambios de «Olla»', 'Texto 0 de «Olla».']],
  ['place', ['Cupo', 'Cupo'], ['2 avisos de «Olla»', 'Texto 0 de «Olla».']],
])('a line of several of the kind %s, with the titles %j', (type, titles, line) => {
  const entries = titles.map((title, index) =>
    ago(`n${index}`, 10 * index, { type, title, taskId: 'olla', message: `Texto ${index} de «Olla».` }),
  );
  expect(linesOf(entries)).toEqual([line]);
});

test('a notification without an activity has its own line', () => {
  const two = ['a', 'b'].map((id, index) => ago(id, 10 * index, { taskId: null }));
  expect(bellLines(two)).toHaveLength(2);
});

test('a line is unread while one of its notifications is, and has the ids of all with their duplicates', () => {
  const all = confirmations(['Rosa', 'Luis']).map(entry => ({ ...entry, read: true }));
  expect(bellLines(all)).toMatchObject([{ id: 'olla0', read: true, ids: ['olla0', 'olla1'] }]);
  const [first, second] = all as [Entry, Entry];
  const repeated = { ...second, id: 'otra vez', timestamp: ago('', 8).timestamp };
  expect(bellLines([first, repeated, { ...second, read: false }])).toMatchObject([
    { read: false, ids: ['olla0', 'otra vez', 'olla1'] },
  ]);
});
