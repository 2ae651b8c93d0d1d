import { expect, test } from 'vitest';
import { emailSuggestion } from './email-suggestion.ts';

test.each([
  ['luz@gmial.com', 'luz@gmail.com'],
  ['luz@gmil.com', 'luz@gmail.com'],
  ['luz@gmaill.com', 'luz@gmail.com'],
  ['luz@gnail.com', 'luz@gmail.com'],
  ['luz@gmail.con', 'luz@gmail.com'],
  ['luz@gmail.co', 'luz@gmail.com'],
  ['luz@gmail.comm', 'luz@gmail.com'],
  ['luz@GMIAL.com', 'luz@gmail.com'],
  ['luz@hotmial.com', 'luz@hotmail.com'],
  ['luz@hotmal.com', 'luz@hotmail.com'],
  ['luz@outlok.com', 'luz@outlook.com'],
  ['luz@yaho.com', 'luz@yahoo.com'],
  ['luz@iclud.com', 'luz@icloud.com'],
  ['luz@yahoo.com.c', 'luz@yahoo.com.co'],
  ['luz@unicauca.edu.o', 'luz@unicauca.edu.co'],
  ['luz@gmail.com', null],
  ['luz@ymail.com', null],
  ['luz@mail.com', null],
  ['luz@hotmail.es', null],
  ['luz@example.org', null],
  ['luz@g.com', null],
  ['luz@', null],
  ['@gmial.com', null],
  ['luz', null],
  ['', null],
])('%s: %s', (email, suggestion) => {
  expect(emailSuggestion(email)).toBe(suggestion);
});
