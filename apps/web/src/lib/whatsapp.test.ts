import { expect, test } from 'vitest';
import { whatsAppLink } from './whatsapp.ts';

test.each([
  [
    'Hola, Ñandú & cía',
    '+573001234567',
    'https://wa.me/573001234567?text=Hola%2C%20%C3%91and%C3%BA%20%26%20c%C3%ADa',
  ],
  ['a\nb', undefined, 'https://wa.me/?text=a%0Ab'],
])('of %j to %s', (text, phone, link) => {
  expect(whatsAppLink(text, phone)).toBe(link);
});
