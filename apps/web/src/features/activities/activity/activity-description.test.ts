import { describe, expect, test } from 'vitest';
import { linkedParts } from './activity-description.tsx';

const linksOf = (text: string) =>
  linkedParts(text).flatMap(({ text: shown, href }) => (href === null ? [] : [[shown, href]]));

describe('the links of a description', () => {
  test.each<[string, string[][]]>([
    ['Trae guantes.', []],
    ['Mira https://example.org/a?b=1.', [['https://example.org/a?b=1', 'https://example.org/a?b=1']]],
    ['(www.example.org)', [['www.example.org', 'https://www.example.org']]],
    [
      'http://example.org/wiki/Minga_(trabajo), luego',
      [['http://example.org/wiki/Minga_(trabajo)', 'http://example.org/wiki/Minga_(trabajo)']],
    ],
    ['Escribe a luz.marina@example.org.', [['luz.marina@example.org', 'mailto:luz.marina@example.org']]],
    [
      'Llama al 312 456 78 90 o al +57 3124567891.',
      [
        ['312 456 78 90', 'tel:+573124567890'],
        ['+57 3124567891', 'tel:+573124567891'],
      ],
    ],
    ['Fijo 602-824-1234', [['602-824-1234', 'tel:+576028241234']]],
    ['Desde fuera: +34 600 123 456', [['+34 600 123 456', 'tel:+34600123456']]],
    ['Necesitamos 3000 árboles, 2026-11-27, 3:00 p. m.', []],
    ['NIT 31245678901234', []],
    ['javascript:alert(1) y https://x', []],
    ['una@sin-dominio', []],
  ])('%s', (text, links) => {
    expect(linksOf(text)).toEqual(links);
    expect(
      linkedParts(text)
        .map(part => part.text)
        .join(''),
    ).toBe(text);
  });
});
