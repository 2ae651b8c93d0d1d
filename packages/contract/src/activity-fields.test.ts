import { expect, test } from 'vitest';
import { activityFields, optionalFields } from './activity-fields.ts';

const read = (chatUrl: unknown) => optionalFields.safeParse({ chatUrl });

test.each([
  ['https://chat.whatsapp.com/AbC', 'https://chat.whatsapp.com/AbC'],
  [' https://t.me/minga?x=1#y ', 'https://t.me/minga?x=1#y'],
  ['<https://t.me/minga>', 'https://t.me/minga'],
  ['Https://t.me/minga', 'https://t.me/minga'],
  [`https://t.me/${'x'.repeat(287)}`, `https://t.me/${'x'.repeat(287)}`],
  ['', null],
  [null, null],
])('the chat %j is stored as %j', (written, stored) => {
  expect(read(written).data).toEqual({ chatUrl: stored });
});

test.each([
  'http://t.me/minga',
  'https://',
  'https:///minga',
  'https:// t.me/minga',
  'https://t.me/minga con todos',
  'https://chat.whatsapp.com@estafa.example/AbC',
  'https://[::1',
  'javascript:alert(1)//https://t.me',
  't.me/minga',
  `https://t.me/${'x'.repeat(288)}`,
])('the chat %j is rejected with the sentence about https', written => {
  expect(read(written).error?.issues[0]?.message).toMatch(/^El enlace del grupo debe empezar por https:\/\//);
});

test.each([
  ['Siembra 🌱', true],
  ['¡!', true],
  ['清理河流', true],
  ['🌱🌱', false],
  ['❤️', false],
])('the title %j, of which papers omit pictographs, is valid: %j', (title, isValid) => {
  const found = activityFields.safeParse({ title, date: '2026-12-05T14:00:00.000Z' });
  expect(found.error?.issues[0]?.message).toBe(isValid ? undefined : 'El título debe llevar letras');
});
