import { createHash, webcrypto } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { arrivalCode, codeHash, heardCode, spokenCode } from './arrival-code.ts';

const code = 'q83vASNFZ4mrze8BI0Vn-_';

test.each([
  [`https://minga.example.org/llegada/${code}`, code],
  [`http://localhost:3000/llegada/${code}/`, code],
  [`https://minga.example.org/llegada/${code}?de=correo#x`, code],
  [`  ${code}\n`, code],
  [code.slice(1), null],
  [`${code}a`, null],
  [`https://minga.example.org/llegada/${code}/otra`, null],
  ['https://minga.example.org/actividades', null],
  ['WIFI:S:casa;T:WPA;P:clave;;', null],
  ['', null],
])('%j: %j', (text, expected) => {
  expect(arrivalCode(text)).toBe(expected);
});

test('outside a secure context only the server can tell', async () => {
  expect(await codeHash(code)).toBeNull();
});

test.each(['', code, 'ñ'])('%j has the hash that the server lists', async text => {
  // jsdom has no `subtle`.
  vi.stubGlobal('crypto', webcrypto);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await codeHash(text)).toBe(createHash('sha256').update(text).digest('hex'));
});

const hashOf = (number: number) => createHash('sha256').update(`${number}`).digest('hex');

test('the spoken codes of a large activity have six characters, are heard as they are, and differ', () => {
  const spoken = Array.from({ length: 1_000 }, (_, number) => spokenCode(hashOf(number)));
  for (const one of spoken) {
    expect(one).toMatch(/^[0-9A-HJKMNP-TW-Z]{6}$/);
    expect(heardCode(one)).toBe(one);
  }
  expect(new Set(spoken).size).toBe(spoken.length);
});

test.each([
  ['7k2 m9p', '7K2M9P'],
  [' 7K-2M-9P ', '7K2M9P'],
  // Letters that it does not have are those that they resemble.
  ['ilovov', '110B0B'],
  ['7K2M9', null],
  ['7K2M9PP', null],
  ['7K2M9U', null],
  ['7K2M9Ñ', null],
  ['', null],
])('%j is heard as %j', (words, expected) => {
  expect(heardCode(words)).toBe(expected);
});
