import { expect, it } from 'vitest';
import { inertText } from './inert-text.ts';

it.each([
  ['Visita https://estafa.example/premio?x=1', 'Visita https: //estafa . example/premio?x=1'],
  ['www.estafa.co y estafa.com.co', 'www . estafa . co y estafa . com . co'],
  ['Escribe a ana@estafa.co', 'Escribe a ana@estafa . co'],
  ['A las 9:00 a. m., 3.5 km, cra. 5', 'A las 9:00 a. m., 3.5 km, cra. 5'],
  ['estafa。example', 'estafa . example'],
  ['Ｅｓｔａｆａ｡ｅｘａｍｐｌｅ', 'Estafa . example'],
  ['esta\u00adfa\u200b.example', 'estafa . example'],
  ['estafa%2eexample', 'estafa . example'],
  ['EsTaFa.ExAmPlE y Estafa.Com', 'EsTaFa . ExAmPlE y Estafa . Com'],
  ['hxxp://203.0.113.7:80/a', 'hxxp: //203 . 0 . 113 . 7:80/a'],
  ['http:\\\\estafa', 'http: \\\\estafa'],
  ['xn--estfa-6ve.xn--p1ai', 'xn--estfa-6ve . xn--p1ai'],
  [
    'Sr.Pérez, Ma.Isabel, etc.Luego, 9.30, 1.500.000, p.m.',
    'Sr.Pérez, Ma.Isabel, etc.Luego, 9.30, 1.500.000, p.m.',
  ],
  ['１º piso… 👨‍👩‍👧 ½ taza', '１º piso… 👨‍👩‍👧 ½ taza'],
  ['Parque Caldas', 'Parque Caldas'],
  ['', ''],
])('%j is written as %j', (text, expected) => {
  expect(inertText(text)).toBe(expected);
});
