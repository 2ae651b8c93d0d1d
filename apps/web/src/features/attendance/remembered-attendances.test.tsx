import { beforeEach, expect, test } from 'vitest';
import { forgetKind } from '../../lib/outbox-store.ts';
import {
  forgetAttendances,
  isRemembered,
  isUnsent,
  NO_EMAIL,
  remember,
  rememberedEmail,
  rememberedIds,
  UNSENT_PREFIX,
  unsentKey,
} from './remembered-attendances.ts';
import 'fake-indexeddb/auto';

beforeEach(() => localStorage.clear());

test('is empty initially', () => {
  expect(rememberedEmail('a')).toBeNull();
  expect(isRemembered('ana@example.org', 'a')).toBe(false);
});

test('remembers a confirmed activity for its e-mail only', () => {
  remember('ana@example.org', 'a', true);
  remember('luis@example.org', 'b', true);

  expect(rememberedEmail('a')).toBe('ana@example.org');
  expect(rememberedEmail('b')).toBe('luis@example.org');
  expect(isRemembered('ana@example.org', 'b')).toBe(false);
});

test('remembers a confirmation without an e-mail, and lists each activity once', () => {
  remember(NO_EMAIL, 'a', true);
  remember('ana@example.org', 'b', true);
  remember(NO_EMAIL, 'b', true);

  expect(isRemembered(NO_EMAIL, 'a')).toBe(true);
  expect([rememberedEmail('a'), rememberedEmail('b')]).toEqual([null, 'ana@example.org']);
  expect(rememberedIds()).toEqual(['b', 'a']);
});

test('removes an attendance that the server denies', () => {
  remember('ana@example.org', 'a', true);
  remember('ana@example.org', 'a', true);
  remember('ana@example.org', 'a', false);

  expect(rememberedEmail('a')).toBeNull();
});

test('signing out removes the lists of all e-mails', () => {
  remember('ana@example.org', 'a', true);
  remember('luis@example.org', 'b', true);
  forgetAttendances();

  expect([rememberedEmail('a'), rememberedEmail('b')]).toEqual([null, null]);
  expect(localStorage.length).toBe(0);
});

test('signing out removes what is still to be sent, and nothing else', async () => {
  localStorage.setItem(unsentKey(null, 'a'), '{}');
  localStorage.setItem('minga.other', '');
  expect([isUnsent('a', null), isUnsent('b', null)]).toEqual([true, false]);
  await forgetKind('confirmation', UNSENT_PREFIX);

  expect(Object.keys(localStorage)).toEqual(['minga.other']);
});

test.each(['no es json', '[]', '{"ana@example.org":"a"}', 'null'])(
  'treats corrupt data (%s) as empty',
  text => {
    localStorage.setItem('minga.attendances', text);

    expect(rememberedEmail('a')).toBeNull();
    remember('ana@example.org', 'a', true);
    expect(rememberedEmail('a')).toBe('ana@example.org');
  },
);
