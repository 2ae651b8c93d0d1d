import { expect, test } from 'vitest';
import { arrivalCode } from './arrival-code.ts';

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
