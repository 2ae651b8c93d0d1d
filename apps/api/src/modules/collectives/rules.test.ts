import { expect, it } from 'vitest';
import { isGroupLink, isSlug, slugOf } from './rules.ts';

it.each([
  ['Fundación Río Vivo', 'fundacion-rio-vivo'],
  ['  ¡Minga del Norte!  ', 'minga-del-norte'],
  ['Niñez & Futuro 2026', 'ninez-futuro-2026'],
  ['日本', 'colectivo'],
  ['Nuevo', 'colectivo-nuevo'],
  ['a'.repeat(80), 'a'.repeat(70)],
  [`${'a'.repeat(69)} b`, 'a'.repeat(69)],
])('the slug of %j is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
  expect(isSlug(slugOf(name))).toBe(true);
});

it.each(['', 'A', 'a b', 'ñ', 'a/b', 'a'.repeat(81), 'a\0'])('%j is no slug', text => {
  expect(isSlug(text)).toBe(false);
});

it.each([
  ['https://chat.whatsapp.com/AbC123', true],
  ['http://chat.whatsapp.com/AbC123', false],
  ['https://chat.whatsapp.com.example/AbC', false],
  ['https://chat.whatsapp.com/"onclick=', false],
  ['3001234567', false],
])('%s is a link to a group: %s', (text, expected) => {
  expect(isGroupLink(text)).toBe(expected);
});
