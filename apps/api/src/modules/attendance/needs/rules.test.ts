import type { Claim, Need } from '@minga/contract/needs';
import { describe, expect, it } from 'vitest';
import { claimsProblem, partySizeProblem, releaseNewest } from './rules.ts';

const need = (name: string, values: Partial<Need> = {}): Need => ({
  _id: name,
  kind: 'task',
  name,
  quantity: 3,
  startsAt: null,
  endsAt: null,
  note: '',
  taken: 0,
  ...values,
});
const from = (start: number, end: number) => ({
  startsAt: `2026-12-05T${String(start).padStart(2, '0')}:00:00.000Z`,
  endsAt: `2026-12-05T${String(end).padStart(2, '0')}:00:00.000Z`,
});
const needs = [
  need('cocina'),
  need('palas', { kind: 'thing', quantity: 5, taken: 3 }),
  need('mañana', from(8, 10)),
  need('media', from(9, 11)),
  need('tarde', from(10, 12)),
  need('larga', { ...from(8, 12), quantity: 1000 }),
];
const claims = (...all: [needId: string, quantity: number][]): Claim[] =>
  all.map(([needId, quantity]) => ({ needId, quantity }));

describe('what a party may claim', () => {
  it.each([
    ['nothing', claims(), 0, null],
    ['one task', claims(['cocina', 1]), 0, null],
    ['a task for more than come', claims(['cocina', 2]), 0, 'PARTY_TOO_SMALL'],
    ['a task for all who come', claims(['cocina', 3]), 2, null],
    ['more things than people', claims(['palas', 2]), 0, null],
    ['more things than are missing', claims(['palas', 3]), 0, 'NEED_FULL'],
    ['more people than are missing', claims(['cocina', 4]), 4, 'NEED_FULL'],
    ['tasks one after the other', claims(['mañana', 1], ['tarde', 1]), 0, null],
    ['tasks at the same time', claims(['mañana', 1], ['media', 1]), 0, 'CLASH'],
    ['tasks at the same time, divided', claims(['mañana', 1], ['media', 1]), 1, null],
    ['three at once for two', claims(['larga', 1], ['mañana', 1], ['media', 1]), 1, 'CLASH'],
    ['three, two at a time', claims(['larga', 1], ['mañana', 1], ['tarde', 1]), 1, null],
    ['a task without times next to one with', claims(['cocina', 1], ['mañana', 1]), 0, null],
    ['an unknown need', claims(['otra', 1]), 0, 'VALIDATION'],
  ])('%s', (_what, claimed, companions, code) => {
    const problem = claimsProblem(needs, { claims: claimed, companions, isRequired: false });
    expect(problem?.code ?? null).toBe(code);
  });

  it('is something where it is required', () => {
    const problem = (all: Claim[]) => claimsProblem(needs, { claims: all, companions: 0, isRequired: true });
    expect(problem([])).toMatchObject({ status: 400, code: 'NEED_REQUIRED' });
    expect(problem(claims(['palas', 1]))).toBeNull();
    expect(claimsProblem([], { claims: [], companions: 0, isRequired: true })).toBeNull();
  });

  it('includes what it has claimed before', () => {
    const given = { claims: claims(['palas', 4]), companions: 0, isRequired: false };
    expect(claimsProblem(needs, { ...given, current: claims(['palas', 2]) })).toBeNull();
    expect(claimsProblem(needs, { ...given, current: claims(['palas', 1]) })?.message).toContain('«palas»');
  });

  it('names what clashes', () => {
    const all = claims(['mañana', 1], ['media', 1], ['palas', 1]);
    const problem = claimsProblem(needs, { claims: all, companions: 0, isRequired: false });
    expect(problem?.message).toContain('«mañana» y «media»');
  });
});

it.each([
  [claims(['cocina', 2]), 1, null],
  [claims(['cocina', 2]), 0, 'cocina'],
  [claims(['mañana', 1], ['media', 1]), 0, 'mañana'],
  [claims(['mañana', 1], ['tarde', 1], ['palas', 2]), 0, null],
])('a party that claims %j may have %i companions: %s', (claimed, companions, name) => {
  const problem = partySizeProblem(needs, claimed, { companions });
  if (name === null) expect(problem).toBeNull();
  else expect(problem).toMatchObject({ code: 'PARTY_TOO_SMALL', message: expect.stringContaining(name) });
});

it.each([
  [[2, 1, 3], 1, [[2, 1]]],
  [
    [2, 1, 3],
    3,
    [
      [2, 0],
      [1, 0],
    ],
  ],
  [
    [2, 1, 3],
    4,
    [
      [2, 0],
      [1, 0],
      [3, 2],
    ],
  ],
  [[2], 0, []],
])('of claims %j, the newest first, %i are released: %j', (quantities, excess, expected) => {
  const released = releaseNewest(
    quantities.map(quantity => ({ quantity })),
    excess,
  );
  expect(released.map(({ claim, left }) => [claim.quantity, left])).toEqual(expected);
});
