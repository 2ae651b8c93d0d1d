import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { aCollective, anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { searchedWords } from '../../platform/database/search-words.ts';
import { activities } from './schema.ts';
import { searchRebuilds } from './search-schema.ts';
import { searchRebuild } from './search-service.ts';

const app = await testApp();
const { db } = app.platform;

it.each([
  ['limpieza del río', 'limpieza del rio'],
  ["a & b | !c <-> 'd' :*", 'a b c d'],
  ['%_\\ ¡! “” #', ''],
  ['uno dos uno', 'uno dos'],
  ['COVID-19', 'covid 19'],
  ['Calle 5 #4-32', 'calle 5 4 32'],
  ['ana@example.org', 'ana example org'],
  ['Kwe’sx kwe`sx KWE´SX kweʼsx', 'kwesx'],
  ["'minga'", 'minga'],
  ['\u202a¡Re\u200bforestemos!\u202c', 'reforestemos'],
  ['Re\u0301quiem', 'requiem'],
  ['ﬁesta del ﬂuir', 'fiesta del fluir'],
  ['ΟΔΌΣ Οδός', 'οδοσ'],
  ['МОСКВА Москва', 'москва'],
  ['李明 ٣٤', '李明 ٣٤'],
  ['Straße STRASSE', 'strasse'],
  ['𝓜𝓲𝓷𝓰𝓪 Ｍｉｎｇａ', 'minga'],
])('%s is searched by the words %j', async (typed, words) =>
  expect((await searchedWords(db, typed)).join(' ')).toBe(words),
);

const letters = [
  ...'abcdeéfghijklmnñoópqrstuúüvwxyz',
  ...'АБВабвёй',
  ...'ΑΒαβάς',
  ...'李明王',
  ...'שלום',
  ...'0123456789',
  ...'ßøæł',
];
const word = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 8 })
  .filter(text => /\p{L}/u.test(text));
const between = fc.constantFrom(
  ' ',
  ' ',
  '-',
  ', ',
  ' #',
  '/',
  ' (',
  '… ',
  '’',
  "'",
  '–',
  ' & ',
  '.',
  ': ',
  '@',
  '+',
  '_',
  '=',
);
const title = fc
  .tuple(
    word,
    fc.array(fc.tuple(between, word), { maxLength: 4 }),
    fc.constantFrom('', '!', '.', '?', '”', ' 19'),
  )
  .map(([first, others, end]) => `${first}${others.flat().join('')}${end}`);
const TITLES = [
  ...[
    '¡Reforestemos!',
    '“Tejedoras”',
    'COVID-19',
    'Calle 5 #4-32',
    'Kwe’sx Üus',
    'Minga 24/7',
    'e-mail: ana@example.org',
  ],
  ...fc.sample(title, { numRuns: 45, seed: 42 }),
];

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const searchesFor = (text: string): string[] => [
  ...[text, withoutAccents(text), text.toUpperCase(), text.toLowerCase(), text.normalize('NFD')],
  ...[`“${text}”`, `¡${text}!`, `${text}…`, text.replaceAll(' ', '\u00a0')],
  ...[text.replace(/(?<=[\p{L}\p{N}])['’](?=[\p{L}\p{N}])/gu, ''), text.replaceAll('’', "'")],
  ...(text.match(/[\p{L}\p{N}]+/gu) ?? []),
];

it('an activity is found by its own title, however a keyboard writes it, and by each of its words', async () => {
  for (const each of TITLES) await anActivity(db, { title: each, description: '' });
  const missed: string[] = [];
  for (const each of TITLES)
    for (const q of new Set(searchesFor(each))) {
      const reply = await app.inject({ url: '/api/tasks/search', query: { q, limit: '100' } });
      expect(reply.statusCode, q).toBe(200);
      const found: string[] = reply.json().map((one: { title: string }) => one.title);
      if (!found.includes(each)) missed.push(`${JSON.stringify(each)} by ${JSON.stringify(q)}`);
    }
  expect(missed).toEqual([]);
});

it('feeds and the lists of the administration find the same titles', async () => {
  const { headers } = await signedIn(db, { role: 'admin' });
  const missed: string[] = [];
  for (const each of TITLES) {
    const feed = await app.inject({ url: '/actividades.json', query: { q: `¡${each.toUpperCase()}!` } });
    const listed = await app.inject({ url: '/api/admin-panel/activities', query: { search: each }, headers });
    const titles = [feed.json().items, listed.json()].map((rows: { title: string }[]) =>
      rows.some(({ title }) => title.includes(each)),
    );
    if (titles.includes(false)) missed.push(`${JSON.stringify(each)}: ${titles.join(', ')}`);
  }
  expect(missed).toEqual([]);
});

it('places, collectives and accounts are found by the same words', async () => {
  const place = 'Calle 5 #4-32, «Kwe’sx»';
  const { user, headers } = await signedIn(db);
  await anActivity(db, { title: 'Olla', place, ownerId: user.id });
  await aCollective(db, { name: '¡Tejedoras del Kwe’sx!' });
  await aUser(db, { username: 'José O’Brien-Díaz' });
  const { headers: admin } = await signedIn(db, { role: 'admin' });
  const count = async (url: string, q: string, name: string, as: Record<string, string>) =>
    (await app.inject({ url, query: { [name]: q }, headers: as })).json().length;
  for (const q of ['calle 5 4 32', 'CALLE 5 #4-32', 'kwesx', 'sx', '“Kwe’sx”'])
    expect([
      q,
      await count('/api/places', q, 'q', headers),
      await count('/api/tasks/search', q, 'place', headers),
    ]).toEqual([q, 1, 1]);
  for (const q of ['tejedoras', '¡TEJEDORAS', 'kwesx', 'kwe’sx'])
    expect([q, await count('/api/collectives', q, 'search', headers)]).toEqual([q, 1]);
  for (const q of ['jose obrien', 'O’BRIEN', 'o’brien-díaz', 'díaz'])
    expect([q, await count('/api/admin-panel/users', q, 'search', admin)]).toEqual([q, 1]);
  expect(await count('/api/places', '%', 'q', headers)).toBe(0);
});

it('words of before a change of the rule are rewritten in batches, each row once, until the process stops', async () => {
  await db.delete(activities);
  const ids: string[] = [];
  for (let n = 0; n < 250; n += 1) ids.push((await anActivity(db, { title: `Olla ${n}-B` })).id);
  await db.update(activities).set({ searchWords: '' });
  await db.insert(searchRebuilds).values({ after: '00000000-0000-0000-0000-000000000000' });
  const found = async () => Number((await app.inject('/api/tasks/search?q=olla')).headers['x-total-count']);
  expect(await found()).toBe(0);
  const [poll, other] = [searchRebuild({ db }), searchRebuild({ db })];
  const { signal } = new AbortController();
  await poll(AbortSignal.abort());
  expect(await found()).toBe(0);
  await Promise.all([poll(signal), other(signal)]);
  expect(await found()).toBe(250);
  expect(await db.$count(searchRebuilds)).toBe(0);
  await poll(signal);
  expect(await found()).toBe(250);
});
