import { expect, test } from 'vitest';
import { pictureSources } from './files.ts';

test('lists every version with its width', () => {
  expect(pictureSources('/imagenes/0190/1280.webp', [320, 640, 1280])).toBe(
    '/imagenes/0190/320.webp 320w, /imagenes/0190/640.webp 640w, /imagenes/0190/1280.webp 1280w',
  );
});

test('lists AVIF versions', () => {
  expect(pictureSources('/imagenes/0190/320.webp', [320], 'avif')).toBe('/imagenes/0190/320.avif 320w');
});

test('supports image storage on another origin', () => {
  expect(pictureSources('https://fotos.example.org/a/200.webp', [200])).toBe(
    'https://fotos.example.org/a/200.webp 200w',
  );
});
