import { expect, it } from 'vitest';
import { expiryOf, problemOfExpiry } from './api-token-rules.ts';

const NOW = new Date('2026-11-21T17:00:00.000Z');

it.each([
  [undefined, '2027-02-19T17:00:00.000Z'],
  ['2026-11-21T17:00:00.001Z', '2026-11-21T17:00:00.001Z'],
  ['2027-11-21T17:00:00.000Z', '2027-11-21T17:00:00.000Z'],
  ['2027-11-21T12:00:00.000-05:00', '2027-11-21T17:00:00.000Z'],
])('a token may expire: %s', (wanted, expected) => {
  const expiresAt = expiryOf(wanted, NOW);
  expect([expiresAt.toISOString(), problemOfExpiry(expiresAt, NOW)]).toEqual([expected, null]);
});

it.each([
  ['2026-11-21T17:00:00.000Z', 'La fecha de vencimiento debe ser futura'],
  ['2020-01-01T00:00:00.000Z', 'La fecha de vencimiento debe ser futura'],
  ['2027-11-22T17:00:00.001Z', 'Un token vence a más tardar en un año'],
])('a token may not expire: %s', (wanted, problem) =>
  expect(problemOfExpiry(expiryOf(wanted, NOW), NOW)).toBe(problem),
);
