import { expect, it } from 'vitest';
import { inertText } from './inert-text.ts';

it.each([
  ['Visita https://estafa.example/premio?x=1', 'Visita https: //estafa . example/premio?x=1'],
  ['www.estafa.co y estafa.com.co', 'www . estafa . co y estafa . com . co'],
  ['Escribe a ana@estafa.co', 'Escribe a ana@estafa . co'],
  ['A las 9:00 a. m., 3.5 km, cra. 5', 'A las 9:00 a. m., 3.5 km, cra. 5'],
  ['Parque Caldas', 'Parque Caldas'],
  ['', ''],
])('%j is written as %j', (text, expected) => {
  expect(inertText(text)).toBe(expected);
});
