import { beforeEach, expect, test } from 'vitest';
import { forgetAttendances, isRemembered, remember, rememberedEmail } from './remembered-attendances.ts';

beforeEach(() => localStorage.clear());

test('nothing is remembered at first', () => {
  expect(rememberedEmail('a')).toBeNull();
  expect(isRemembered('ana@example.org', 'a')).toBe(false);
});

test('a confirmed activity is remembered with its e-mail alone', () => {
  remember('ana@example.org', 'a', true);
  remember('luis@example.org', 'b', true);

  expect(rememberedEmail('a')).toBe('ana@example.org');
  expect(rememberedEmail('b')).toBe('luis@example.org');
  expect(isRemembered('ana@example.org', 'b')).toBe(false);
});

test('what the server denies is forgotten', () => {
  remember('ana@example.org', 'a', true);
  remember('ana@example.org', 'a', true);
  remember('ana@example.org', 'a', false);

  expect(rememberedEmail('a')).toBeNull();
});

test('forgetting one person leaves the others', () => {
  remember('ana@example.org', 'a', true);
  remember('luis@example.org', 'a', true);
  forgetAttendances('ana@example.org');

  expect(rememberedEmail('a')).toBe('luis@example.org');
});

test.each(['no es json', '[]', '{"ana@example.org":"a"}', 'null'])(
  'a spoilt store (%s) counts as empty',
  text => {
    localStorage.setItem('minga.attendances', text);

    expect(rememberedEmail('a')).toBeNull();
    remember('ana@example.org', 'a', true);
    expect(rememberedEmail('a')).toBe('ana@example.org');
  },
);
