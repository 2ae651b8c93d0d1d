import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { optionalText, personName, requiredLine, requiredText } from './text.ts';

const name = personName(80, 'Falta', 'Muy largo');
const complaints = (value: string) => z.safeParse(name, value).error?.issues.map(({ message }) => message);

const WEB = 'El nombre no puede llevar direcciones web';

test.each([
  'https://evil.example',
  'www.evil',
  'evil.co',
  'visita evil.com ya',
  'evil.com.co',
  'EVIL.ORG',
  'gana en evil.xyz, ya',
  'bit.ly/abc',
  'ñandú.net',
  'uno1.io.',
  'estafa。example',
  'estafa｡com',
  'estafa．com',
  'estafa․com',
  'ｅｓｔａｆａ.com',
  'estafa.c\u00adom',
  'estafa.\u200bcom',
  'HtTpS://evil',
  'hxxp://evil',
  'http:\\\\evil',
  'estafa.com.',
  'estafa.example:8080',
  'ana@estafa.com',
  'estafa.xn--p1ai',
])('rejects the web address %s as a name', value => {
  expect(complaints(value)).toEqual([WEB]);
});

test.each([
  'Ma.Fernanda',
  'J.R. Pérez',
  'Ma. Comba',
  'Dr.Comas',
  'Ana.',
  'A.Meza',
  'St. Co',
  'Ana Ñañez',
  'Sr.Pérez',
  'Kwe’sx Nasa',
  'Й.Иванов',
  '田中。太郎',
  'María (la punto)',
  'Turno 9.30 a.m.',
])('accepts the name %s', value => {
  expect(z.parse(name, value)).toBe(value);
});

test.each(['Usuario eliminado', 'USUARIO  ELIMINADO', ' usuario eliminado '])(
  'rejects %j, the name of deleted accounts',
  value => {
    expect(complaints(value)).toEqual(['Este nombre no se puede usar']);
  },
);

test('normalises composed and decomposed accents to the same name', () => {
  expect(z.parse(name, 'Ana Ñáñez'.normalize('NFD'))).toBe('Ana Ñáñez'.normalize('NFC'));
  const text = optionalText(80, () => 'Muy largo');
  expect(z.parse(text, 'Ñáñez'.normalize('NFD'))).toBe('Ñáñez'.normalize('NFC'));
});

describe('invisible characters', () => {
  const line = requiredLine(80, 'Falta', 'Muy largo');
  const joined = (...parts: string[]) => parts.join('\u200d');

  test.each([
    ['a family', joined('👨', '👩', '👧')],
    ['a farmer with a colour of skin', joined('👩🏽', '🌾')],
  ])('are preserved between emoji: %s', (_, emoji) => {
    expect(z.parse(line, `Ana ${emoji}`)).toBe(`Ana ${emoji}`);
  });

  test('are preserved in a flag of two emoji', () => {
    expect(z.parse(line, joined('🏳\ufe0f', '🌈'))).toBe(joined('🏳', '🌈'));
  });

  test.each([
    ['between letters', joined('A', 'na'), 'Ana'],
    ['after an emoji', `${joined('👨', '')}Ana`, '👨Ana'],
    ['before an emoji', `Ana${joined('', '👨')}`, 'Ana👨'],
    ['twice', joined('👨', '', '👩'), '👨👩'],
    ['a space of no width', 'A\u200bna', 'Ana'],
  ])('are removed elsewhere: %s', (_, value, shown) => {
    expect(z.parse(line, value)).toBe(shown);
  });

  test('do not count as text', () => {
    expect(z.safeParse(line, '\u200d\u200b').success).toBe(false);
  });
});

describe('required text', () => {
  const text = requiredText(10, 'Falta', 'Muy largo');
  const complaintsOf = (value: string) => z.safeParse(text, value).error?.issues.map(issue => issue.message);

  test.each([
    ['nothing', ''],
    ['white space', ' \t\n '],
    ['a space of no width', '\u200b'],
    ['Hangul without a shape', '\u3164'],
    ['what joins words', '\u2060'],
    ['a hyphen for line ends', '\u00ad'],
    ['what joins emoji', '\u200d'],
    ['several of them among spaces', ' \u200b \u3164\n\u2060\u00a0\u00ad '],
  ])('rejects as missing: %s', (_, value) => {
    expect(complaintsOf(value)).toEqual(['Falta']);
  });

  test.each([
    ['lines', 'Falta\nqué', 'Falta\nqué'],
    ['one sign', ' . ', '.'],
    ['a word with a hyphen for line ends', 'lu\u00adgar', 'lu\u00adgar'],
    ['a family', '👨\u200d👩', '👨\u200d👩'],
  ])('is preserved as typed: %s', (_, value, kept) => {
    expect(z.parse(text, value)).toBe(kept);
  });

  test('rejects excess length, with or without invisible characters', () => {
    expect(complaintsOf('a'.repeat(11))).toEqual(['Muy largo']);
    expect(complaintsOf(`a${'\u200b'.repeat(10)}`)).toEqual(['Muy largo']);
  });
});
