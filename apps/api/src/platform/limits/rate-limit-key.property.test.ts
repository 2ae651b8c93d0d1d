import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldAddress } from '../mail/fold-address.ts';
import { rateLimitKey } from './rate-limit-key.ts';

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const groups = fc.array(group, { minLength: 8, maxLength: 8 });
const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
const hex = (numbers: number[]) => numbers.map(each => each.toString(16));

/** All notations of an address: leading zeros, capitals, and each run of zeros omitted. */
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
  // Of an IPv6 address only the network identifies the visitor.
  network.map(numbers => [`${hex(numbers).join(':')}:1:2:3:4`, `6 ${numbers.join()}`] as const),
  octets.map(numbers => [numbers.join('.'), `4 ${numbers.join()}`] as const),
  fc.emailAddress().map(email => [email, foldAddress(email)] as const),
  fc.uuid().map(id => [id, id] as const),
);

it('two visitors never share a key', () => {
  fc.assert(
    fc.property(fc.uniqueArray(visitor, { selector: ([, identity]) => identity, minLength: 2 }), visitors => {
      expect(new Set(visitors.map(([subject]) => rateLimitKey(subject))).size).toBe(visitors.length);
    }),
  );
});
