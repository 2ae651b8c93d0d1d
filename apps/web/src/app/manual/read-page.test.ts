import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

test('headings have the ids that GitHub gives them', () => {
  const titles = [
    'Poner una contraseña nueva, si la olvidaste',
    '¿Quién ve mis datos?',
    'Wi-Fi y PC',
    'Wi-Fi y PC',
  ];
  const text = ['# Ayuda', 'Todo está aquí.', ...titles.map(title => `## ${title}`)].join('\n\n');
  expect(readPage('ayuda', text).sections.map(({ id }) => id)).toEqual([
    'poner-una-contraseña-nueva-si-la-olvidaste',
    'quién-ve-mis-datos',
    'wi-fi-y-pc',
    'wi-fi-y-pc-1',
  ]);
});
