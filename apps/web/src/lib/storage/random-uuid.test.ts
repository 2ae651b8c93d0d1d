import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { randomUuid } from './random-uuid.ts';

test('is a UUID of its own each time, also where the browser makes none', () => {
  const made = [randomUuid(), randomUuid()];
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  made.push(randomUuid(), randomUuid());
  vi.unstubAllGlobals();
  expect(new Set(made).size).toBe(4);
  for (const id of made) expect(z.uuid().safeParse(id).success, id).toBe(true);
});
