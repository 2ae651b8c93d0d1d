import {
  IMAGE_BYTES_MAX,
  IMAGE_KIND_MESSAGE,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
} from '@minga/contract/images';
import { expect, test } from 'vitest';
import { imageError } from './image-error.ts';

test.each([
  ['foto.jpg', 'image/jpeg', 10, null],
  ['foto.png', 'image/png', IMAGE_BYTES_MAX, null],
  ['foto.gif', 'image/gif', 10, null],
  ['foto.webp', 'image/webp', 10, null],
  ['foto.avif', 'image/avif', 10, null],
  ['foto.heic', 'image/heic', 10, IMAGE_KIND_MESSAGE],
  ['IMG_1.HEIC', '', 10, IMAGE_KIND_MESSAGE],
  ['dibujo.svg', 'image/svg+xml', 10, IMAGE_TYPE_MESSAGE],
  ['acta.pdf', 'application/pdf', IMAGE_BYTES_MAX + 1, IMAGE_TYPE_MESSAGE],
  ['sin-tipo', '', 10, IMAGE_TYPE_MESSAGE],
  ['grande.jpg', 'image/jpeg', IMAGE_BYTES_MAX + 1, IMAGE_SIZE_MESSAGE],
])('%s (%s, %d bytes): %s', (name, type, size, message) => {
  expect(imageError(new File([new Uint8Array(size)], name, { type }))).toBe(message);
});
