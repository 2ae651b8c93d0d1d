import { expect, it } from 'vitest';
import { isApiToken, newApiToken, shownPrefix } from './api-token-format.ts';

it('a token has a prefix and 256 random bits', () => {
  const token = newApiToken();
  expect(token).toMatch(/^minga_[\w-]{43}$/);
  expect(isApiToken(token)).toBe(true);
  expect(shownPrefix(token)).toBe(token.slice(0, 10));
});

it.each(['', 'minga_', `minga_${'a'.repeat(42)}`, 'a'.repeat(43), `minga_${'á'.repeat(43)}`])(
  '%j is no token',
  value => expect(isApiToken(value)).toBe(false),
);
