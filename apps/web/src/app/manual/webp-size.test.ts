import { expect, it } from 'vitest';
import { webpSize } from './webp-size.ts';

/** A file's first bytes: RIFF, its length, WEBP, the kind of the first chunk and its length, then `bytes` at their places. */
function header(kind: string, bytes: Record<number, readonly number[]>): Uint8Array {
  const file = new Uint8Array(32);
  file.set(new TextEncoder().encode(`RIFF    WEBP${kind}`));
  for (const [at, values] of Object.entries(bytes)) file.set(values, Number(at));
  return file;
}

// 720 × 1640 each: 0x2d0 and 0x668, in the extended and lossless form one less.
it.each([
  ['lossy', header('VP8 ', { 26: [0xd0, 0x02], 28: [0x68, 0x06] })],
  ['lossless', header('VP8L', { 21: [0xcf, 0xc2, 0x99, 0x01] })],
  ['extended', header('VP8X', { 24: [0xcf, 0x02, 0x00], 27: [0x67, 0x06, 0x00] })],
])('reads the size of a picture that is %s', (_kind, file) => {
  expect(webpSize(file)).toEqual({ width: 720, height: 1640 });
});

it('refuses what is none', () => {
  expect(() => webpSize(header('JUNK', {}))).toThrow();
});
