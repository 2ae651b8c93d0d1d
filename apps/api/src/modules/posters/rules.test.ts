import { describe, expect, it } from 'vitest';
import { posterFile, whenTexts } from './rules.ts';

const ZONE = 'America/Bogota';
const NOW = new Date('2026-11-29T12:00:00Z');
const at = (text: string) => new Date(text);

describe('when an activity is', () => {
  it.each([
    ['2026-12-05T14:00:00Z', null, 'Sábado 5 de diciembre', '9:00 a. m.'],
    ['2026-12-05T14:00:00Z', '2026-12-05T18:30:00Z', 'Sábado 5 de diciembre', '9:00 a. m. a 1:30 p. m.'],
    [
      '2026-12-05T14:00:00Z',
      '2026-12-06T16:00:00Z',
      'Sábado 5 de diciembre',
      '9:00 a. m., hasta el domingo 6 de diciembre, 11:00 a. m.',
    ],
    ['2027-01-01T01:00:00Z', null, 'Jueves 31 de diciembre', '8:00 p. m.'],
    ['2027-01-02T14:00:00Z', null, 'Sábado 2 de enero de 2027', '9:00 a. m.'],
    [
      '2026-12-31T23:00:00Z',
      '2027-01-01T06:00:00Z',
      'Jueves 31 de diciembre',
      '6:00 p. m., hasta el viernes 1 de enero de 2027, 1:00 a. m.',
    ],
  ])('%s to %s', (start, end, day, hours) => {
    expect(whenTexts(at(start), end === null ? null : at(end), NOW, ZONE)).toMatchObject({ day, hours });
  });
});

it.each([
  ['Siembra en el río: ¡ven!', 'afiche-siembra-en-el-rio-ven.pdf'],
  ['"; x=\r\n', 'afiche-x.pdf'],
  ['李明', 'afiche.pdf'],
])('the file of %j is %s', (title, name) => {
  expect(posterFile(title, 'pdf')).toBe(name);
});
