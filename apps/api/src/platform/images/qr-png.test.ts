import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { qrPng } from './qr-png.ts';

it.each([
  ['http://localhost:3000/llegada/kX3v9aQ2-_mN5pR7tY1uIg', 6],
  ['https://minga.organizacion-de-la-montana.example.org/llegada/AAAAAAAAAAAAAAAAAAAAAA', 3],
])('is a small image that contains %s', async (text, scale) => {
  const png = qrPng(text, scale);
  expect(png.length).toBeLessThan(2_000);
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(info.height);
  expect(info.width % scale).toBe(0);
  // The border is white, and the corner of the code is black.
  const at = (x: number) => data[(x * info.width + x) * 4];
  expect([at(0), at(4 * scale - 1), at(4 * scale)]).toEqual([255, 255, 0]);
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(text);
});
