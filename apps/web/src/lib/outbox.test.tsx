import { locks } from 'node:worker_threads';
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Kind } from './outbox.ts';
import {
  changeStored,
  type Entry,
  forgetKind,
  hasMark,
  hasStored,
  idOf,
  readStored,
} from './outbox-store.ts';
import 'fake-indexeddb/auto';

interface Note extends Entry {
  readonly lane: string;
  readonly outcome: { readonly text: string } | null;
}

/** The entries that the server has received, and the errors of lanes that it does not take now. */
const sent: string[] = [];
const away = new Set<string>();
/** Texts that it refuses. */
const refused = new Set<string>();

const noteKind: Kind<Note, string> = {
  name: 'note',
  isHeldUnstored: true,
  markPrefix: 'minga.unsent-notes',
  markOf: ({ outcome }) => (outcome === null ? 'minga.unsent-notes' : null),
  readFormer: async () => ({ entries: [], remove: () => undefined }),
  laneOf: ({ lane }) => lane,
  async send([{ key, lane }]) {
    if (away.has(lane)) throw new Error('away');
    if (refused.has(key)) throw new RangeError(key);
    sent.push(key);
    return 'taken';
  },
  settle: (note, text) => ({ ...note, outcome: { text } }),
  refusal: error => (error instanceof RangeError ? error.message : null),
  refuse: (note, text) => ({ ...note, outcome: { text: `refused ${text}` } }),
  refresh: () => undefined,
};

const aNote = (key: string, changes: Partial<Note> = {}): Note => ({
  kind: 'note',
  key,
  owner: 'ana',
  at: 1,
  lane: '',
  isAttempted: false,
  outcome: null,
  ...changes,
});

/** The outbox of another tab of this browser, or of the same one after a reload. */
async function openTab() {
  vi.resetModules();
  return import('./outbox.ts');
}

const queryClient = new QueryClient();

beforeEach(async () => {
  sent.length = 0;
  away.clear();
  refused.clear();
  await changeStored((await readStored()).map(idOf), () => null);
  localStorage.clear();
});
afterEach(() => void vi.restoreAllMocks());

test('each lane is sent in the order in which its entries were made, also after a reload', async () => {
  const notes = fc.uniqueArray(
    fc.record({ at: fc.integer({ min: 0, max: 1e6 }), lane: fc.constantFrom('a', 'b', 'c') }),
    { selector: ({ at }) => at, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(notes, fc.boolean(), async (made, isReloaded) => {
      sent.length = 0;
      let tab = await openTab();
      for (const { at, lane } of made) await tab.addEntry(noteKind, aNote(`${lane}${at}`, { at, lane }));
      if (isReloaded) tab = await openTab();
      await tab.sendEntries(queryClient, noteKind, 'ana');
      const inOrder = made.toSorted((one, other) => one.at - other.at);
      for (const lane of ['a', 'b', 'c'])
        expect(sent.filter(key => key.startsWith(lane))).toEqual(
          inOrder.filter(note => note.lane === lane).map(({ at }) => `${lane}${at}`),
        );
      expect(hasMark()).toBe(false);
      await forgetKind('note', 'minga.unsent');
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['ana', 'ana', ['1']],
  ['ana', 'luis', []],
  ['ana', null, []],
  [null, 'ana', []],
  [null, null, ['1']],
])('what %s made is sent as %s: %j', async (owner, current, expected) => {
  const tab = await openTab();
  await tab.addEntry(noteKind, aNote('1', { owner }));
  await tab.sendEntries(queryClient, noteKind, current);
  expect(sent).toEqual(expected);
  expect(tab.entriesOf(noteKind, current).map(({ key }) => key)).toEqual(owner === current ? ['1'] : []);
  expect(await readStored()).toHaveLength(1);
});

test('an entry whose response does not come stays, in its place, and does not hold back other lanes', async () => {
  const tab = await openTab();
  away.add('a');
  for (const [at, lane] of ['a', 'a', 'b'].entries())
    await tab.addEntry(noteKind, aNote(`${lane}${at}`, { at, lane }));
  await tab.sendEntries(queryClient, noteKind, 'ana');
  expect(sent).toEqual(['b2']);
  expect(await tab.readEntries(noteKind, 'ana')).toMatchObject([
    { key: 'a0', isAttempted: true, outcome: null },
    { key: 'a1', isAttempted: false, outcome: null },
    { key: 'b2', outcome: { text: 'taken' } },
  ]);
  expect(hasMark()).toBe(true);
  away.clear();
  await tab.sendEntries(queryClient, noteKind, 'ana');
  expect(sent).toEqual(['b2', 'a0', 'a1']);
});

test('a refusal is stored with its text, and the next entry is sent', async () => {
  const tab = await openTab();
  refused.add('1');
  for (const at of [1, 2]) await tab.addEntry(noteKind, aNote(`${at}`, { at }));
  await tab.sendEntries(queryClient, noteKind, 'ana');
  expect(sent).toEqual(['2']);
  expect(await tab.readEntries(noteKind, 'ana')).toMatchObject([
    { outcome: { text: 'refused 1' } },
    { outcome: { text: 'taken' } },
  ]);
});

test('what is added during a run is sent too', async () => {
  const tab = await openTab();
  await tab.addEntry(noteKind, aNote('1'));
  const first = tab.sendEntries(queryClient, noteKind, 'ana');
  const second = tab
    .addEntry(noteKind, aNote('2', { at: 2 }))
    .then(() => tab.sendEntries(queryClient, noteKind, 'ana'));
  await Promise.all([first, second]);
  expect(sent).toEqual(['1', '2']);
});

test('two tabs that send at the same time send each entry once', async () => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  const [one, other] = [await openTab(), await openTab()];
  for (const at of [1, 2, 3]) await one.addEntry(noteKind, aNote(`${at}`, { at }));
  await Promise.all([one, other].map(tab => tab.sendEntries(queryClient, noteKind, 'ana')));
  expect(sent).toEqual(['1', '2', '3']);
});

test('a tab changes what another has stored since, not its own copy', async () => {
  const [one, other] = [await openTab(), await openTab()];
  const note = aNote('1');
  await one.addEntry(noteKind, note);
  await other.readEntries(noteKind, 'ana');
  await one.changeEntries(noteKind, [note], stored => ({ ...stored, isAttempted: true }));
  const left = await other.changeEntries(noteKind, [note], stored => ({ ...stored, lane: 'b' }));
  expect(left).toEqual([{ ...note, isAttempted: true, lane: 'b' }]);
  await one.changeEntries(noteKind, [note], () => null);
  expect(await other.changeEntries(noteKind, [note], stored => stored)).toEqual([]);
  expect(await hasStored()).toBe(false);
});

/** The storage is full. */
const refuseWriting = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

test('what the browser refuses to store is sent by this page, if its kind is for that', async () => {
  const tab = await openTab();
  refuseWriting();
  expect(await tab.addEntry(noteKind, aNote('1'))).toBe(false);
  expect(await tab.readEntries(noteKind, 'ana')).toHaveLength(1);
  await tab.sendEntries(queryClient, noteKind, 'ana');
  expect(await tab.readEntries(noteKind, 'ana')).toMatchObject([{ outcome: { text: 'taken' } }]);
  expect(sent).toEqual(['1']);
  expect(await tab.addEntry({ ...noteKind, isHeldUnstored: false }, aNote('2'))).toBe(false);
  expect(await tab.readEntries(noteKind, 'ana')).toHaveLength(1);
});

test('a change that the browser refuses to store holds in this page, and what was stored stays', async () => {
  const tab = await openTab();
  await tab.addEntry(noteKind, aNote('1'));
  refuseWriting();
  await tab.sendEntries(queryClient, noteKind, 'ana');
  expect(await tab.readEntries(noteKind, 'ana')).toMatchObject([{ outcome: { text: 'taken' } }]);
  expect(sent).toEqual(['1']);
  expect(await readStored()).toMatchObject([{ key: '1', outcome: null }]);
});

test('a closed page leaves what it stored, with the mark that makes the next one load the outbox', async () => {
  const tab = await openTab();
  expect(hasMark()).toBe(false);
  await tab.addEntry(noteKind, aNote('1'));
  expect([hasMark(), await hasStored()]).toEqual([true, true]);
  await (await openTab()).sendEntries(queryClient, noteKind, 'ana');
  expect([hasMark(), sent]).toEqual([false, ['1']]);
});
