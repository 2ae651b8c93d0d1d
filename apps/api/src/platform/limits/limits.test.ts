import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { NOON } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { createLimits, foldAddress, type Limit, rateLimitKey } from './limits.ts';

describe('fold address', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  const domains = fc.constantFrom('example.org', 'gmail.com', 'xn--maana-pta.example', 'correo.co');
  const tag = fc.stringMatching(/^(\+[a-z0-9+._-]{0,8})?$/);
  const inCapitals = (text: string, at: readonly boolean[]): string =>
    [...text]
      .map((letter, index) => (at[index % at.length] === true ? letter.toUpperCase() : letter))
      .join('');

  /** An address and another spelling of it. */
  const spellings = fc
    .record({
      words: fc.array(word, { minLength: 1, maxLength: 5 }),
      domain: domains,
      tag,
      capitals: fc.array(fc.boolean(), { minLength: 1 }),
      isUnicode: fc.boolean(),
      isGooglemail: fc.boolean(),
    })
    .map(({ words, domain, tag: added, capitals, isUnicode, isGooglemail }) => {
      const isGmail = domain === 'gmail.com';
      const spelled = isGmail && isGooglemail ? 'googlemail.com' : domain;
      const other = isUnicode ? domainToUnicode(spelled) : spelled;
      const name = words.join(isGmail ? '.' : '');
      return [`${words.join('')}@${domain}`, inCapitals(`${name}${added}@${other}`, capitals)] as const;
    });

  describe('the mailbox of an address', () => {
    it('is the same for all its spellings, also as a key of a limit', () => {
      fc.assert(
        fc.property(spellings, ([plain, spelling]) => {
          expect(foldAddress(spelling)).toBe(plain);
          expect(rateLimitKey('x', spelling)).toBe(rateLimitKey('x', plain));
        }),
      );
    });

    it('stays the same when it is folded again', () => {
      fc.assert(
        fc.property(fc.emailAddress(), email => foldAddress(foldAddress(email)) === foldAddress(email)),
      );
    });

    it('is one for the 64 dot variants of a name at Gmail', () => {
      const variants = Array.from({ length: 64 }, (_, bits) =>
        [...'victima']
          .map((letter, at) => (at > 0 && (bits >> (at - 1)) & 1 ? `.${letter}` : letter))
          .join(''),
      ).map(name => `${name}@gmail.com`);
      expect(new Set(variants).size).toBe(64);
      expect(new Set(variants.map(foldAddress))).toEqual(new Set(['victima@gmail.com']));
    });

    it.each([
      ['ana.maria@example.org', 'anamaria@example.org'],
      ['ana-maria@gmail.com', 'anamaria@gmail.com'],
      ['ana@example.org', 'ana@example.com'],
      ['+ana@example.org', '+luz@example.org'],
    ])('differs between %s and %s', (one, other) => {
      expect(foldAddress(one)).not.toBe(foldAddress(other));
    });
  });
});

describe('limits', async () => {
  const limit: Limit = { name: 'trial', times: 2, seconds: 60 };
  const limits = createLimits((await testDatabase()).connection.pool, 1);
  const HOUR_SECONDS = 60 * 60;

  const secondsAfterNoon = (seconds: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: NOON.getTime() + seconds * 1000 });
  const rejected = { code: 'RATE_LIMITED' };

  afterEach(() => void vi.useRealTimers());

  async function exhaust(subject: string): Promise<void> {
    for (let time = 0; time < limit.times; time += 1) await limits.count(limit, subject);
    await expect(limits.count(limit, subject)).rejects.toMatchObject(rejected);
  }

  test('calls counted while the clock was an hour ahead do not count after it is corrected', async () => {
    secondsAfterNoon(HOUR_SECONDS);
    await exhaust('ana@example.org');
    secondsAfterNoon(0);
    // The limit itself still applies.
    await exhaust('ana@example.org');
    secondsAfterNoon(limit.seconds);
    await exhaust('ana@example.org');
  });

  test('a machine whose clock is slightly ahead of another allows no additional calls', async () => {
    secondsAfterNoon(2);
    await exhaust('luz@example.org');
    secondsAfterNoon(0);
    await expect(limits.count(limit, 'luz@example.org')).rejects.toMatchObject(rejected);
  });

  test('different items of a subject are counted once each; one beyond the limit is rejected at every attempt', async () => {
    const use = (item: string) => limits.countAll([{ limit, subjects: ['203.0.113.7'], item: item }]);
    for (const item of [
      'uno@example.org',
      'UNO@example.org'.toLowerCase(),
      'uno+x@example.org',
      'dos@example.org',
    ])
      await use(item);
    await expect(use('tres@example.org')).rejects.toMatchObject(rejected);
    await expect(use('tres@example.org')).rejects.toMatchObject(rejected);
    await use('dos@example.org');
    await limits.countAll([{ limit, subjects: ['203.0.113.8'], item: 'tres@example.org' }]);
  });

  test('tryCount reports the limit without an error, for each combination of subjects', async () => {
    const allowed: boolean[] = [];
    for (let time = 0; time < 3; time += 1) allowed.push(await limits.tryCount(limit, 'a', 'b'));
    expect(allowed).toEqual([true, true, false]);
    expect(await limits.tryCount(limit, 'a', 'c')).toBe(true);
  });

  test('concurrent attempts with an item beyond the limit are all rejected', async () => {
    const use = (item: string) => limits.countAll([{ limit, subjects: ['203.0.113.9'], item: item }]);
    for (const item of ['a', 'b']) await use(item);
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => use('c')));
    expect(attempts.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
  });

  test('concurrent attempts with one item count once', async () => {
    const many = { ...limit, times: 20 };
    const use = (item: string) => limits.countAll([{ limit: many, subjects: ['203.0.113.10'], item }]);
    await Promise.all(Array.from({ length: 20 }, () => use('a')));
    for (let other = 1; other < 20; other += 1) await use(String(other));
    await expect(use('b')).rejects.toMatchObject(rejected);
  });

  test('several counters stop at the first that exceeds its limit', async () => {
    const other: Limit = { ...limit, name: 'other', times: 3 };
    const both = () => limits.countAll([limit, other].map(one => ({ limit: one, subjects: ['maria'] })));
    await both();
    await both();
    for (let time = 0; time < 3; time += 1) await expect(both()).rejects.toMatchObject(rejected);
    await limits.count(other, 'maria');
    await expect(limits.count(other, 'maria')).rejects.toMatchObject(rejected);
  });

  test('concurrent calls that name counters and items in another order do not deadlock', async () => {
    const many = { ...limit, name: 'many', times: 10_000 };
    const counts = ['x', 'y', 'z'].map(name => ({ limit: many, subjects: [name], item: name }));
    const calls = Array.from({ length: 60 }, (_, at) =>
      limits.countAll(
        (at % 2 === 0 ? counts : [...counts].reverse()).map(one => ({ ...one, item: one.item + (at % 7) })),
      ),
    );
    await Promise.all(calls);
  });

  test('two items of one subject count in one call, up to the limit', async () => {
    const both = (one: string, two: string) =>
      limits.countAll([one, two].map(item => ({ limit, subjects: ['203.0.113.11'], item })));
    await limits.countAll([{ limit, subjects: ['203.0.113.11'], item: 'a' }]);
    await expect(both('b', 'c')).rejects.toMatchObject(rejected);
    // The first of the two fitted, the second did not.
    await both('a', 'b');
    await expect(both('a', 'c')).rejects.toMatchObject(rejected);
  });
});

describe('rate limit key', () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  const groups = fc.array(group, { minLength: 8, maxLength: 8 });
  const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
  const hex = (numbers: number[]) => numbers.map(each => each.toString(16));

  /** Returns all notations of an address: with leading zeros, with capitals, and without each run of zeros. */
  function spellings(numbers: number[]): string[] {
    const plain = hex(numbers);
    const shortened = plain.flatMap((_, from) =>
      plain
        .map((__, to) => [plain.slice(0, from), plain.slice(from, to + 1), plain.slice(to + 1)] as const)
        .filter(([, left]) => left.length > 0 && left.every(each => each === '0'))
        .map(([head, , tail]) => `${head.join(':')}::${tail.join(':')}`),
    );
    const padded = plain.map(each => each.padStart(4, '0')).join(':');
    const written = [plain.join(':'), padded, ...shortened];
    return [...written, ...written.map(each => each.toUpperCase())];
  }

  const isMapped = (numbers: number[]) =>
    numbers.slice(0, 5).every(each => each === 0) && numbers[5] === 0xffff;

  /** Two IPv6 addresses of one /64, neither of them a mapped IPv4 address. */
  const sameNetwork = fc
    .tuple(groups, groups)
    .map(([address, other]): [number[], number[]] => [address, [...address.slice(0, 4), ...other.slice(4)]])
    .filter(pair => !pair.some(isMapped));

  it('all notations of an IPv6 address, and all addresses of its /64 network, have the same key', () => {
    fc.assert(
      fc.property(sameNetwork, ([address, neighbour]) => {
        const keys = [...spellings(address), ...spellings(neighbour)].map(each => rateLimitKey(each));
        expect(new Set(keys).size).toBe(1);
      }),
    );
  });

  it('an IPv4 address and its IPv4-mapped IPv6 forms have the same key', () => {
    fc.assert(
      fc.property(octets, ([a = 0, b = 0, c = 0, d = 0]) => {
        const dotted = [a, b, c, d].join('.');
        const mapped = [0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d];
        const written = [dotted, `::ffff:${dotted}`, `::FFFF:${dotted}`, `0:0:0:0:0:ffff:${dotted}`];
        expect(new Set([...written, ...spellings(mapped)].map(each => rateLimitKey(each))).size).toBe(1);
      }),
    );
  });

  const network = fc.array(group, { minLength: 4, maxLength: 4 });
  const visitor = fc.oneof(
    // Only the network of an IPv6 address identifies the visitor.
    network.map(numbers => [`${hex(numbers).join(':')}:1:2:3:4`, `6 ${numbers.join()}`] as const),
    octets.map(numbers => [numbers.join('.'), `4 ${numbers.join()}`] as const),
    fc.emailAddress().map(email => [email, foldAddress(email)] as const),
    fc.uuid().map(id => [id, id] as const),
  );

  it('two visitors never share a key', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(visitor, { selector: ([, identity]) => identity, minLength: 2 }),
        visitors => {
          expect(new Set(visitors.map(([subject]) => rateLimitKey(subject))).size).toBe(visitors.length);
        },
      ),
    );
  });
});
