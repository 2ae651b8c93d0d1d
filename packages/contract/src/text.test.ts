import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cpuTimeOf } from '../../../tests/cpu-time.ts';
import { phone } from './accounts.ts';
import { searchActivities } from './activities.ts';
import { collectiveFields } from './collective-fields.ts';
import { personName } from './person-name.ts';
import { email, optionalText, pastedAddress, pastedLink, requiredLine, requiredText } from './text.ts';
import { topicFields } from './written-topics.ts';

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

describe('what phones and programs paste along', () => {
  const title = requiredLine(80, 'Falta', 'Muy largo');
  const address = email('Falta', 'No es válido');
  const marks = [
    0x61c, 0x200b, 0x200c, 0x200e, 0x200f, 0x202a, 0x202c, 0x202e, 0x2060, 0x2066, 0x2069, 0xad, 0xfeff,
  ];
  const spaces = [0x9, 0xa0, 0x1680, 0x2003, 0x2007, 0x2009, 0x202f, 0x205f, 0x3000];
  const around = marks.map(code => String.fromCodePoint(code)).flatMap(mark => [mark, ` ${mark}`]);

  test.each(around)('%j around and within a value is removed from every field', mark => {
    const pasted = (value: string) => `${mark}${value.slice(0, 3)}${mark.trim()}${value.slice(3)}${mark}`;
    expect(z.parse(name, pasted('Ana María'))).toBe('Ana María');
    expect(z.parse(title, pasted('Siembra'))).toBe('Siembra');
    expect(z.parse(address, pasted('ana@example.org'))).toBe('ana@example.org');
    expect(z.parse(phone, pasted('+57 300 123 4567'))).toBe('+57 300 123 4567');
    expect(z.parse(topicFields.tags, [pasted('#ríos')])).toEqual(['ríos']);
    expect(z.parse(collectiveFields.shape.website, pasted('https://example.org'))).toBe(
      'https://example.org',
    );
    expect(z.parse(searchActivities.query, { q: pasted('río Cauca') }).q).toBe('río Cauca');
  });

  test.each(spaces)('the space U+%i is an ordinary one', code => {
    const space = String.fromCodePoint(code);
    expect(z.parse(name, `${space}Ana${space}María${space}`)).toBe('Ana María');
    expect(z.parse(address, `${space}ana@example.org${space}`)).toBe('ana@example.org');
    expect(z.parse(phone, `300${space}123${space}4567`)).toBe('300 123 4567');
  });

  test.each([
    ['\u202a+57 300 123 4567\u202c', '+57 300 123 4567'],
    ['tel:+573001234567', '+573001234567'],
    ['TEL:+57-300-123-4567,', '+57-300-123-4567'],
    ['<tel:3001234567>', '3001234567'],
    ['[300 123 4567];', '300 123 4567'],
    ['(300) 123‑4567', '(300) 123-4567'],
    ['(300) 123−4567 ,', '(300) 123-4567'],
    ['＋57 ３００ １２３ ４５６７', '+57 300 123 4567'],
  ])('%j is the phone %s', (pasted, expected) => expect(z.parse(phone, pasted)).toBe(expected));

  test.each([
    ['<ana@example.org>', 'ana@example.org'],
    ['mailto:Ana@Example.org', 'ana@example.org'],
    ['<mailto:ana@example.org>,', 'ana@example.org'],
    ['ana@example.org;', 'ana@example.org'],
    ['“ana@example.org”', 'ana@example.org'],
    ['ana＠example.org', 'ana@example.org'],
    ['Ana Lucía Paz <ana@example.org>', 'ana@example.org'],
    ['"Paz, Ana" <mailto:ana@example.org>,', 'ana@example.org'],
    ['Ana Lucía\u200e <ana@example.org>\u202c; ', 'ana@example.org'],
  ])('%j is the address %s', (pasted, expected) => expect(z.parse(address, pasted)).toBe(expected));

  test.each([
    ['<https://example.org/a>,', 'https://example.org/a'],
    ['(https://example.org)', 'https://example.org'],
    ['https://es.example.org/Minga_(trabajo)', 'https://es.example.org/Minga_(trabajo)'],
  ])('%j is the link %s', (pasted, expected) =>
    expect(z.parse(collectiveFields.shape.website, pasted)).toBe(expected),
  );

  test.each([
    'ana@example.org, luz@example.org',
    'ana@example.org, Luz <luz@example.org>',
    'Ana <ana@example.org>, Luz <luz@example.org>',
    'ana @example.org',
    'ana@example.org\nBcc: luz@example.org',
    'a<b@example.org',
  ])('two addresses and what is none are still rejected: %j', pasted =>
    expect(z.safeParse(address, pasted).success).toBe(false),
  );

  test.each(['', '(', 'ab', '<>', ',', '(300) 123 (4)', 'Al'])('nothing else is taken away: %j', typed => {
    expect(z.safeParse(title, typed).data ?? '').toBe(typed);
    expect(pastedLink(typed)).toBe(typed === '<>' || typed === ',' ? '' : typed);
  });

  test.each([',', 'a', '<', '<a>', 'a<'])('a long run of %j takes no time', run => {
    expect(cpuTimeOf(() => pastedAddress(`${run.repeat(100_000)}x`))).toBeLessThan(1_000);
  });
});
