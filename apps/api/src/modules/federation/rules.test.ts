import { categories } from '@minga/contract/topics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  excerptOf,
  failingSince,
  fateOf,
  hasFailedForAWeek,
  htmlOf,
  isSoftwareStale,
  mobilizonCategory,
  objectPath,
  parseObject,
  resumesAt,
  retryAt,
} from './rules.ts';

const ID = '0199d7a2-6f3e-7c1b-9a55-0d6b1c6f2a10';
const NOW = new Date('2026-11-21T17:00:00.000Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe('addresses of activities', () => {
  it('are read as they are written', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 32_767 }), (activityId, version) => {
        const segment = objectPath(activityId, version).split('/').at(-1) ?? '';
        expect(parseObject(segment)).toEqual({ activityId, version });
      }),
    );
  });

  it.each([
    '',
    'x',
    `${ID}-1`,
    `${ID}-0`,
    `${ID}-01`,
    `${ID}-`,
    `${ID}-2-3`,
    `${ID}-999999`,
    ID.toUpperCase(),
  ])('%s is none', segment => expect(parseObject(segment)).toBeNull());
});

it('every category is one of Mobilizon', () => {
  for (const category of categories) expect(mobilizonCategory(category)).toMatch(/^[A-Z_]+$/);
  expect(mobilizonCategory(null)).toBe('MEETING');
});

describe('texts as HTML', () => {
  it.each([
    ['', ''],
    ['  \n \n ', ''],
    ['Una línea', '<p>Una línea</p>'],
    ['Una\ndos\n\n\ntres ', '<p>Una<br>dos</p><p>tres</p>'],
    ['<b onclick="x()">&</b>', '<p>&lt;b onclick=&quot;x()&quot;&gt;&amp;&lt;/b&gt;</p>'],
  ])('%j is %j', (text, html) => expect(htmlOf(text)).toBe(html));

  it('are shortened at a word', () => {
    expect(excerptOf('Sembramos  árboles\nnativos', 100)).toBe('Sembramos árboles nativos');
    expect(excerptOf('Sembramos árboles nativos', 20)).toBe('Sembramos árboles…');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(excerptOf(text, 10).length).toBeLessThanOrEqual(11);
        expect(excerptOf(text, 10).isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a delivery', () => {
  it.each([
    [200, 'delivered'],
    [202, 'delivered'],
    [301, 'retried'],
    [400, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
    [408, 'retried'],
    [410, 'gone'],
    [429, 'retried'],
    [500, 'retried'],
    [null, 'retried'],
  ])('with %s is %s', (status, fate) => expect(fateOf(status)).toBe(fate));

  it('is retried slower and slower, the last time two days after the first', () => {
    const waits: number[] = [];
    let now = NOW;
    for (let attempts = 1; now < later(2 * DAY); attempts += 1) {
      const next = retryAt(now, attempts, NOW);
      waits.push((next.getTime() - now.getTime()) / MINUTE);
      now = next;
    }
    expect(waits).toEqual([1, 5, 30, 120, 360, 720, 720, 720, 204]);
    expect(now).toEqual(later(2 * DAY));
  });
});

describe('a server fails', () => {
  const failedAt = (ms: number, since = NOW) => ({ failingSince: since, resumesAt: resumesAt(later(ms)) });

  it('since the first failure without a success, unless two days pass without an attempt', () => {
    expect(failingSince({ failingSince: null, resumesAt: null }, NOW)).toEqual(NOW);
    expect(failingSince(failedAt(DAY), later(2 * DAY))).toEqual(NOW);
    expect(failingSince(failedAt(DAY), later(4 * DAY))).toEqual(later(4 * DAY));
  });

  it('for a week, and not before', () => {
    expect(hasFailedForAWeek(NOW, later(7 * DAY - 1))).toBe(false);
    expect(hasFailedForAWeek(NOW, later(7 * DAY))).toBe(true);
  });
});

it.each([
  ['never asked', null, null, true],
  ['no answer a moment ago', null, later(-1_000), false],
  ['no answer ten seconds ago', null, later(-10_000), true],
  ['Mastodon since yesterday', 'mastodon', later(-DAY), false],
  ['no NodeInfo since a moment', '', later(-MINUTE), false],
  ['no NodeInfo for an hour', '', later(-60 * MINUTE), true],
  ['Mastodon for a week', 'mastodon', later(-7 * DAY), true],
])('the software of a server is asked for: %s', (_what, software, softwareCheckedAt, isStale) => {
  expect(isSoftwareStale({ software, softwareCheckedAt }, NOW)).toBe(isStale);
});
