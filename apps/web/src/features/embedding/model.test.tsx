import { embeddedListQuery } from '@minga/contract/embedding';
import { expect, test } from 'vitest';
import { COUNTS, type EmbedChoice, embedCode, embedFilters, embedPath } from './model.ts';

const choice: EmbedChoice = {
  q: undefined,
  categoria: undefined,
  colectivo: undefined,
  limite: 5,
  height: 480,
};

test.each<[Partial<EmbedChoice>, string]>([
  [{}, '/incrustar/actividades'],
  [{ limite: 20 }, '/incrustar/actividades?limite=20'],
  [
    { q: 'río & monte', categoria: 'ambiente', colectivo: 'rio-vivo' },
    '/incrustar/actividades?q=r%C3%ADo+%26+monte&categoria=ambiente&colectivo=rio-vivo',
  ],
])('%j: %s', (changes, path) => expect(embedPath({ ...choice, ...changes })).toBe(path));

test('the code is one element, whatever the words', () => {
  const q = '"><script>alert(1)</script>';
  const template = document.createElement('template');
  template.innerHTML = embedCode({ ...choice, q, limite: 3, height: 640 }, 'https://minga.example');
  expect(template.content.childNodes).toHaveLength(1);
  const frame = template.content.querySelector('iframe');
  expect(new URL(frame?.src ?? '').searchParams.get('q')).toBe(q);
  expect(frame?.title).toBe('Actividades de Minga');
  expect(frame?.getAttribute('loading')).toBe('lazy');
  expect(frame?.height).toBe('640');
});

test('the server accepts every count', () => {
  for (const count of COUNTS)
    expect(embeddedListQuery.safeParse({ limite: String(count) }).success).toBe(true);
});

test('the address may name the filters', () => {
  const given = embedFilters({ q: ' olla ', categoria: 'salud', colectivo: 'rio-vivo', otra: 1 });
  expect(given).toEqual({ q: 'olla', categoria: 'salud', colectivo: 'rio-vivo' });
  expect(embedFilters({ categoria: 'x' }).categoria).toBeUndefined();
});
