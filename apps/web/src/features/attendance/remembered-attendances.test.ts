import { beforeEach, expect, test } from 'vitest';
import { forgetAttendances, isRemembered, remember, rememberedEmail } from './remembered-attendances.ts';

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

test('removes an attendance that the server denies', () => {
  remember('ana@example.org', 'a', true);
  remember('ana@example.org', 'a', true);
  remember('ana@example.org', 'a', false);

  expect(rememberedEmail('a')).toBeNull();
});

test('clearing one e-mail keeps the others', () => {
  remember('ana@example.org', 'a', true);
  remember('luis@example.org', 'a', true);
  forgetAttendances('ana@example.org');

  expect(rememberedEmail('a')).toBe('luis@example.org');
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
