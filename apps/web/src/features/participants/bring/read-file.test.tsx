import { DecompressionStream } from 'node:stream/web';
import { deflateRawSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { aParticipant } from '../../../../test/participant.ts';
import { fileOf as csvOf } from '../participants-csv.ts';
import { workbook, fileOf as workbookOf } from '../participants-workbook.ts';
import { readFile } from './read-file.ts';

// jsdom has none.
vi.stubGlobal('DecompressionStream', DecompressionStream);

const encode = (text: string) => new TextEncoder().encode(text);
const namesOf = async (file: Blob) => (await readFile(file)).people.map(({ name }) => name);

test('reads a workbook with headers in any order, and a phone that Excel holds as a number', async () => {
  const file = workbook([
    ['Correo', 'Nombre', 'Teléfono'],
    ['', 'Doña Rosa & Ñ <3', '=1+1'],
    ['luis@example.org', 'Luis', ''],
  ]);
  const { people } = await readFile(file);
  expect(people).toEqual([
    { name: 'Doña Rosa & Ñ <3', email: '', phone: '=1+1', companions: 0 },
    { name: 'Luis', email: 'luis@example.org', phone: '', companions: 0 },
  ]);
  // Every cell is text: no formula is written.
  expect(await file.text()).not.toMatch(/<f>|t="str"/);
});

test('reads UTF-8 with and without a byte order mark, Windows-1252 and UTF-16', async () => {
  const text = 'Nombre;Teléfono\nDoña Rosa;3001234567\nIñigo;';
  const latin = Uint8Array.from([...text].map(letter => letter.charCodeAt(0)));
  const utf16 = new Uint8Array(
    new Uint16Array([0xfeff, ...[...text].map(letter => letter.charCodeAt(0))]).buffer,
  );
  for (const bytes of [encode(text), encode(`\ufeff${text}`), latin, utf16])
    expect(await namesOf(new Blob([bytes]))).toEqual(['Doña Rosa', 'Iñigo']);
});

test.each([
  ['20 MB', () => new Blob([new Uint8Array(20_000_000)]), /demasiado grande/],
  ['an old workbook', () => new Blob([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)]), /\.xlsx/],
  ['a PDF', () => new Blob(['%PDF-1.7']), /\.xlsx/],
  ['a picture', () => new Blob([Uint8Array.of(0x89, 0x50, 0, 0)]), /\.xlsx/],
  ['a broken workbook', () => new Blob(['PK\u0003\u0004 roto']), /No pudimos leer/],
])('refuses %s with a sentence', async (_, make, sentence) => {
  await expect(readFile(make())).rejects.toThrow(sentence);
});

/** A workbook whose sheet is a number of zeros, packed. */
async function bomb(bytes: number): Promise<Blob> {
  const packed = deflateRawSync(new Uint8Array(bytes));
  const plain = new Uint8Array(await workbook([['x']]).arrayBuffer());
  const name = encode('xl/worksheets/sheet1.xml');
  // Replaces the last part by the packed one, which claims to be small.
  const at = Buffer.from(plain).lastIndexOf(Buffer.from([0x50, 0x4b, 3, 4]));
  const directory = Buffer.from(plain).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const view = new DataView(plain.buffer);
  view.setUint16(at + 8, 8, true);
  const entry = Buffer.from(plain).lastIndexOf(Buffer.from(name)) - 46;
  view.setUint16(entry + 10, 8, true);
  view.setUint32(entry + 20, packed.length, true);
  const end = plain.length - 22;
  view.setUint32(end + 16, at + 30 + name.length + packed.length, true);
  return new Blob([plain.subarray(0, at + 30 + name.length), packed, plain.subarray(directory)]);
}

test('stops to unpack a zip bomb, whatever size it claims', async () => {
  const file = await bomb(200_000_000);
  expect(file.size).toBeLessThan(300_000);
  await expect(readFile(file)).rejects.toThrow(/demasiado grande/);
});

const TEXTS = {
  formula: { name: '=1+1', phone: '+573001234567', companions: 2 },
  number: { name: '+57 300 123 4567', email: '' },
  at: { name: '@Luis', email: '' },
  dash: { name: '-guion: 12', email: '' },
  signs: { name: 'Ana; María, «Nena» (2)', email: '' },
  emoji: { name: 'Rosa 👩‍🌾 y 2 niños', email: '' },
  joined: { name: 'نرگس‌جان', email: '' },
  semicolons: { name: 'a;b;c', email: '' },
};
const aQuestion = (label: string) =>
  ({ _id: label, kind: 'text', label, isRequired: false, options: [] }) as never;

test.each([
  ['several kinds', Object.values(TEXTS), []],
  [
    'no phone, and questions named like columns',
    [TEXTS.number, TEXTS.dash],
    ['Teléfono', 'Acompañantes', 'Celular'],
  ],
  ['semicolons alone', [TEXTS.semicolons], []],
])('what was downloaded is understood again, as .csv and as .xlsx: %s', async (_, people, labels) => {
  const rows = people.map((person, at) => aParticipant(at + 1, person));
  const asked = { needs: [], questions: labels.map(aQuestion) };
  for (const file of [csvOf(rows, asked), workbookOf(rows, asked)])
    expect((await readFile(file)).people).toEqual(
      rows.map(({ name, email, phone, companions }) => ({ name, email, phone, companions })),
    );
});
