import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { changesText, toTrustDraft, trustDraft } from './trust-draft.ts';

const none = { heldWords: [], heldDomains: [], refusedMailDomains: [], holdFirst: 0 };

test('each line is an entry; blank lines and what is around a domain are left out', () => {
  const typed = {
    heldWords: ' Casino \n\nDINERO fácil\ncasino',
    heldDomains: 'https://www.Ejemplo.com/a?b=c\nwww.otro.example',
    refusedMailDomains: '@desechable.example\r\n',
    holdFirst: '2',
  };
  expect(z.parse(trustDraft, typed)).toEqual({
    heldWords: ['casino', 'dinero fácil'],
    heldDomains: ['ejemplo.com', 'otro.example'],
    refusedMailDomains: ['desechable.example'],
    holdFirst: 2,
  });
});

test('stored settings come back unchanged', () => {
  const settings = {
    heldWords: ['casino', 'dinero fácil'],
    heldDomains: ['ejemplo.com'],
    refusedMailDomains: [],
    holdFirst: 5,
  };
  expect(z.parse(trustDraft, toTrustDraft(settings))).toEqual(settings);
});

test.each([
  [{}, {}, ''],
  [{}, { heldWords: ['a', 'b'] }, '2 palabras más'],
  [{ heldWords: ['a'] }, { heldWords: ['b'] }, '1 palabra más, 1 palabra menos'],
  [{ heldDomains: ['a.co', 'b.co'] }, { refusedMailDomains: ['a.co'] }, '2 páginas menos, 1 correo más'],
  [{}, { holdFirst: 1 }, 'las primeras publicaciones'],
])('%j to %j: %s', (before, after, text) => {
  expect(changesText({ ...none, ...before }, { ...none, ...after })).toBe(text);
});
